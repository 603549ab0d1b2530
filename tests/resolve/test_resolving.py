from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.catalog.architecture import ConfigReading, Refusal
from pliego.catalog.config import read_architecture
from pliego.findings import Finding
from pliego.resolve.model import Resolved
from pliego.resolve.resolving import resolve
from pliego.spec.models import Spec


def resolved(
    workload: dict[str, Any] | None = None, configs: dict[str, ConfigReading] | None = None, **sections: Any
) -> Resolved:
    spec = Spec.model_validate(
        {
            "schema": "pliego/v1",
            "rfq": {"id": "1", "title": "t", "version": "1", "language": "en", "issued": "2026-12-01"},
            "workloads": {"chat": {"task": {"kind": "text-generation", "mode": "online"}, **(workload or {})}},
            **sections,
        }
    )
    return resolve(spec, load_catalog(), configs or {})


def only(resolution: Resolved) -> Finding:
    assert len(resolution.findings) == 1, [finding.message for finding in resolution.findings]
    return resolution.findings[0]


def test_a_workload_is_resolved_with_its_facts() -> None:
    resolution = resolved(
        {
            "model": {"id": "meta-llama/Llama-3.1-8B-Instruct"},
            "precision": {
                "weights": "bf16",
                "kv_cache": "fp8",
                "runtime": {"name": "vllm", "version": "0.19"},
            },
            "load": {"peak": "120 req/min"},
            "slo": {"ttft_p95": {"must": "1500 ms", "prefer": "800 ms"}, "tpot_p99": "60 ms"},
        },
        hardware={"reference": "H100-SXM-80GB"},
    )
    workload = resolution.workloads[0]
    assert workload.model.architecture is not None
    assert workload.model.source is not None
    assert workload.model.source.as_of == "2026-11-30"
    assert workload.weights is not None
    assert workload.weights.id == "bf16"
    assert workload.engine is not None
    assert workload.demand.rate == pytest.approx(2.0)
    assert workload.demand.first_token is not None
    assert workload.demand.first_token.path == ("workloads", "chat", "slo", "ttft_p95", "must")
    assert workload.demand.per_token is not None
    assert workload.demand.per_token.seconds == pytest.approx(0.06)
    assert resolution.reference is not None
    assert not resolution.findings
    assert (resolution.memory_margin, resolution.margin_given) == (0.15, False)


def test_a_preferred_value_is_no_mandatory_level() -> None:
    assert resolved({"slo": {"ttft_p95": {"prefer": "1 s"}}}).workloads[0].demand.first_token is None


def test_an_unknown_model_is_a_warning_with_what_was_meant() -> None:
    finding = only(resolved({"model": {"id": "meta-llama/llama-3.1-8b-instruct"}}))
    assert (finding.code, finding.severity) == ("P401", "warning")
    assert finding.path == ("workloads", "chat", "model", "id")
    assert "meta-llama/Llama-3.1-8B-Instruct" in (finding.hint or "")


def test_a_model_that_is_not_understood_names_every_field() -> None:
    resolution = resolved({"model": {"id": "black-forest-labs/FLUX.1-dev"}})
    assert {finding.code for finding in resolution.findings} == {"P410"}
    assert "components is" in " ".join(finding.message for finding in resolution.findings)
    assert resolution.workloads[0].model.architecture is None


def test_a_configuration_goes_before_the_catalog() -> None:
    refusal = (Refusal("model_type", "x", "unknown"),)
    resolution = resolved(
        {"model": {"id": "meta-llama/Llama-3.1-8B", "config": "config.json"}}, {"config.json": refusal}
    )
    assert only(resolution).path == ("workloads", "chat", "model", "config")


def test_an_unknown_accelerator_is_an_error_with_what_was_meant() -> None:
    finding = only(resolved(hardware={"reference": "H100"}))
    assert (finding.code, finding.severity) == ("P402", "error")
    assert "H100-SXM-80GB" in (finding.hint or "")


@pytest.mark.parametrize("runtime", [{"name": "sglang", "version": "0.5"}, {"name": "sglang"}, {"name": "TGI"}])
def test_few_measurements_are_said(runtime: dict[str, str]) -> None:
    resolution = resolved({"precision": {"runtime": runtime}})
    finding = only(resolution)
    assert (finding.code, finding.severity) == ("P439", "notice")
    engine = resolution.workloads[0].engine
    assert engine is not None
    assert engine.id == runtime["name"].lower()


def test_a_format_that_the_reference_does_not_compute_in_is_a_warning() -> None:
    finding = only(resolved({"precision": {"weights": "fp8"}}, hardware={"reference": "A100-SXM-80GB"}))
    assert finding.code == "P414"
    assert finding.path == ("workloads", "chat", "precision", "weights")


def with_config(weights: str, quantization: dict[str, Any] | None) -> Resolved:
    config = {
        "model_type": "llama",
        "hidden_size": 64,
        "intermediate_size": 128,
        "num_hidden_layers": 2,
        "num_attention_heads": 4,
        "vocab_size": 100,
        "max_position_embeddings": 4096,
        "quantization_config": quantization,
    }
    workload = {"model": {"config": "/srv/private/config.json"}, "precision": {"weights": weights}}
    return resolved(workload, {"/srv/private/config.json": read_architecture(config)})


@pytest.mark.parametrize(
    ("weights", "quantization"),
    [
        ("bf16", {"quant_method": "fp8"}),
        ("fp8", {"quant_method": "awq", "bits": 4}),
        ("int4-awq", {"quant_method": "fp8"}),
    ],
)
def test_weights_in_another_width_than_the_configuration_says_are_told(
    weights: str, quantization: dict[str, Any]
) -> None:
    finding = only(with_config(weights, quantization))
    assert (finding.code, finding.severity) == ("P419", "warning")
    assert weights in finding.message
    assert quantization["quant_method"] in finding.message


@pytest.mark.parametrize(
    ("weights", "quantization"),
    [("bf16", None), ("fp8", {"quant_method": "fp8"}), ("int4-awq", {"quant_method": "awq", "bits": 4})],
)
def test_weights_as_the_configuration_says_are_fine(weights: str, quantization: dict[str, Any] | None) -> None:
    assert not with_config(weights, quantization).findings


def test_the_source_of_a_configuration_is_its_name_and_not_where_it_lies() -> None:
    source = with_config("bf16", None).workloads[0].model.source
    assert source is not None
    assert source.text == "config.json"


def test_a_count_without_a_reference_is_told() -> None:
    finding = only(resolved(hardware={"count": 2}))
    assert (finding.code, finding.severity) == ("P437", "notice")
