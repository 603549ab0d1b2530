import json
from pathlib import Path

import pytest

from pliego.workflow.estimation import estimate
from pliego.workflow.sizing import size_spec

LLAMA = {
    "model": "meta-llama/Llama-3.1-8B-Instruct",
    "weights": "bf16",
    "kv_cache": "bf16",
    "input": "1200/6000/16000",
    "output": "300/800/2000",
    "concurrency": "24",
    "engine": "vllm",
    "engine_version": "0.19",
}

SPEC = """
schema: pliego/v1
rfq: {id: R, title: T, version: "1", language: en, issued: 2026-12-01}
workloads:
  estimate:
    task: {kind: text-generation, mode: online}
    model: {id: meta-llama/Llama-3.1-8B-Instruct}
    precision: {weights: bf16, kv_cache: bf16, runtime: {name: vllm, version: "0.19"}}
    context: {input: {typical: 1200, p95: 6000, max: 16000}, output: {typical: 300, p95: 800, max: 2000}}
    load: {concurrency: {peak: 24}}
"""


def sized(**options: str | None) -> dict[str, object]:
    text = estimate({**LLAMA, **options}, "json").text
    assert text is not None
    workload: dict[str, object] = json.loads(text)["sizing"]["workloads"][0]
    return workload


def codes(**options: str | None) -> dict[str, tuple[object, ...]]:
    return {finding.code: finding.path for finding in estimate({**LLAMA, **options}, "text").findings}


def figures(workload: dict[str, object]) -> object:
    return [(term["key"], term["value"], term["low"], term["high"]) for term in workload["terms"]]  # type: ignore[attr-defined]


def test_options_size_as_the_same_spec_does(tmp_path: Path) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text(SPEC, encoding="utf-8")
    text = size_spec(file, "json").text
    assert text is not None
    assert figures(sized()) == figures(json.loads(text)["sizing"]["workloads"][0])


def test_an_option_that_is_missing_is_named_once() -> None:
    text = estimate({**LLAMA, "input": None, "output": None}, "text").text
    assert text is not None
    assert "does not state --input and --output." in " ".join(text.split())


def test_options_stand_in_place_of_spec_paths() -> None:
    text = estimate({**LLAMA, "kv_cache": None}, "text").text
    assert text is not None
    assert "does not state --kv-cache." in text
    inputs = {one["key"]: one["path"] for term in sized()["terms"] for one in term["inputs"]}  # type: ignore[attr-defined]
    assert inputs["stated_concurrency"] == "--concurrency"
    assert inputs["input_typical"] == "--input"
    assert "workloads." not in json.dumps(sized())


def test_one_length_is_that_of_every_request() -> None:
    workload = sized(input="1000", output="200", concurrency="4")
    tokens = next(term for term in workload["terms"] if term["key"] == "tokens_peak")  # type: ignore[attr-defined]
    assert tokens["value"] == 4 * 1200


@pytest.mark.parametrize(
    ("options", "code", "option"),
    [
        ({"weights": "bf17"}, "P204", "--weights"),
        ({"input": "12k"}, "P203", "--input"),
        ({"input": "600/500/700"}, "P304", "--input"),
        ({"concurrency": "0"}, "P209", "--concurrency"),
        ({"margin": "15"}, "P205", "--margin"),
        ({"model": "meta-llama/Llama-3.1-8B-Instrct"}, "P406", "MODEL"),
        ({"accelerator": "H100-SMX-80GB"}, "P402", "--accelerator"),
        ({"config": "there-is-no/config.json"}, "P420", "--config"),
        ({"tensor_parallel": "3", "accelerator": "H100-SXM-80GB"}, "P430", "--tensor-parallel"),
        ({"input": "200000"}, "P411", "--input"),
        ({"max_model_length": "200000"}, "P411", "--max-model-length"),
        ({"engine": "vllm", "engine_version": "99.1x"}, "P413", "--engine-version"),
        ({"engine": "exllama"}, "P444", "--engine"),
    ],
)
def test_findings_name_the_option(options: dict[str, str], code: str, option: str) -> None:
    found = codes(**options)
    assert found[code] == (option,)


def test_all_faults_at_once() -> None:
    assert {"P203", "P204", "P205"} <= set(codes(weights="bf17", input="12k", margin="15"))


def test_a_model_that_is_nearly_right_gets_a_hint_and_no_figures() -> None:
    found = estimate({**LLAMA, "model": "meta-llama/Llama-3.1-8B-Instrct"}, "text")
    assert found.text is None
    assert "did you mean meta-llama/Llama-3.1-8B-Instruct" in (found.findings[0].hint or "")
    lost = estimate({"model": "qqqq"}, "text")
    assert "--config FILE" in (lost.findings[0].hint or "")


def test_a_number_of_parameters_sizes_the_weights() -> None:
    text = estimate({"parameters": "7e9", "weights": "bf16"}, "json").text
    assert text is not None
    terms = {term["key"]: term["value"] for term in json.loads(text)["sizing"]["workloads"][0]["terms"]}
    assert terms["weights"] == 14e9


def test_an_accelerator_without_a_count_is_checked_with_the_fewest_that_hold() -> None:
    large = {"model": "meta-llama/Llama-3.1-70B-Instruct", "accelerator": "H100-SXM-80GB"}
    layout = sized(**large)["layout"]
    assert isinstance(layout, dict)
    assert layout["verdict"] == "holds"
    assert layout["accelerators"] > 1


def test_what_does_not_hold_is_shown_with_what_would() -> None:
    found = estimate(
        {**LLAMA, "model": "meta-llama/Llama-3.1-70B", "accelerator": "H100-SXM-80GB", "count": "1"}, "text"
    )
    assert [finding.code for finding in found.findings] == ["P433"]
    assert found.text is not None
    assert "What would make it fit" in found.text
    assert "accelerators instead of 1" in found.text


def test_a_configuration_goes_before_the_catalog(tmp_path: Path) -> None:
    config = {
        "model_type": "llama", "hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2,
        "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 100, "max_position_embeddings": 20000,
    }  # fmt: skip
    file = tmp_path / "config.json"
    file.write_text(json.dumps(config), encoding="utf-8")
    text = estimate({**LLAMA, "model": None, "config": str(file)}, "json").text
    assert text is not None
    terms = {term["key"]: term["value"] for term in json.loads(text)["sizing"]["workloads"][0]["terms"]}
    assert terms["kv_cache_per_token"] == 2 * 2 * 2 * 16 * 2


def test_a_declared_scaling_raises_the_limit() -> None:
    long = {"model": "Qwen/Qwen2.5-7B-Instruct", "input": "70000", "output": "2000", "concurrency": "1"}
    refused = {finding.code: finding for finding in estimate({**LLAMA, **long}, "text").findings}
    assert "`--rope-scaling yarn:4` raises the limit to 131072" in (refused["P411"].hint or "")
    assert set(codes(**long, rope_scaling="yarn:4")) == {"P415"}


def test_a_decoder_for_embeddings_needs_no_output_and_says_both_figures() -> None:
    options = {**LLAMA, "model": "Qwen/Qwen3-Embedding-0.6B", "input": "512", "output": None}
    found = estimate({**options, "accelerator": "RTX-3090", "count": "1"}, "text")
    assert found.text is not None
    assert "The engine takes 21.2 GiB of each" in found.text
    assert any(one.code == "P440" and one.path == ("--memory-utilization",) for one in found.findings)


def test_an_encoder_without_an_engine_gets_an_honest_answer() -> None:
    found = estimate({"model": "BAAI/bge-m3", "weights": "fp16", "input": "512", "concurrency": "32"}, "text")
    assert found.text is not None
    assert "Not computed" in found.text
    assert "30.4 GiB in all" in found.text


def test_adapters_and_a_draft_are_options() -> None:
    keys = {term["key"] for term in sized(adapters="4:16", draft="1")["terms"]}  # type: ignore[attr-defined]
    assert {"adapters", "draft_weights", "draft_cache_per_token"} <= keys
    assert codes(draft="meta-llama/No-Such-Model")["P442"] == ("--draft",)
    assert codes(adapters="4:x")["P203"] == ("--adapters",)
