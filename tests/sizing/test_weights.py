from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.catalog.checkpoint import Checkpoint
from pliego.catalog.residuals import Residual, by_kind
from pliego.resolve.model import ResolvedModel, ResolvedWorkload
from pliego.sizing.parameters import whole
from pliego.sizing.split import stages
from pliego.sizing.terms import Fact
from pliego.sizing.weights import held_weights, missing_weights, model_needs, stated_weights_term, weights_term
from pliego.spec.models import Workload
from pliego.units import GB, GIB


@pytest.mark.parametrize(("parameters", "in_gb", "in_gib"), [(7e9, 14, 13.04), (8e9, 16, 14.90)])
def test_parameters_times_two_bytes(catalog: Catalog, parameters: float, in_gb: float, in_gib: float) -> None:
    bf16 = catalog.number_format("bf16")
    assert bf16 is not None
    term = stated_weights_term(parameters, bf16, "chat")
    assert term is not None
    assert term.value / GB == in_gb
    assert round(term.value / GIB, 2) == in_gib
    assert term.low == term.value == term.high


def test_parameters_alone_do_not_say_what_stays_wide_in_fp8(catalog: Catalog) -> None:
    fp8 = catalog.number_format("fp8")
    assert fp8 is not None
    assert stated_weights_term(8e9, fp8, "chat") is None


@pytest.mark.parametrize(
    ("model", "number_format", "tensor_parallel", "gib", "tolerance"),
    [
        ("meta-llama/Llama-3.1-8B-Instruct", "bf16", 1, 14.96, 0.001),
        ("meta-llama/Llama-3.1-8B-Instruct", "fp16", 1, 14.96, 0.001),
        ("meta-llama/Llama-3.1-70B", "bf16", 1, 131.4, 0.001),
        ("meta-llama/Llama-3.1-70B", "bf16", 2, 65.7, 0.001),
        ("meta-llama/Llama-3.1-8B-Instruct", "fp8", 1, 8.49, 0.005),
        ("Qwen/Qwen2.5-7B-Instruct", "fp8", 1, 8.14, 0.005),
        ("meta-llama/Llama-3.3-70B-Instruct", "fp8", 2, 33.88, 0.005),
        ("meta-llama/Llama-3.3-70B-Instruct", "fp8", 4, 16.96, 0.005),
    ],
)
def test_published_and_measured_weights(
    catalog: Catalog,
    architecture: Callable[[str], Architecture],
    model: str,
    number_format: str,
    tensor_parallel: int,
    gib: float,
    tolerance: float,
) -> None:
    found = catalog.number_format(number_format)
    assert found is not None
    term = weights_term(whole(architecture(model), tensor_parallel), found, None, "chat")
    assert term.value / GIB == pytest.approx(gib, rel=tolerance)


def test_pipeline_stages_differ_as_measured(catalog: Catalog, architecture: Callable[[str], Architecture]) -> None:
    bf16 = catalog.number_format("bf16")
    assert bf16 is not None
    parts = stages(architecture("meta-llama/Llama-3.1-8B"), 1, 4)
    found = [weights_term(part, bf16, None, "chat").value / GIB for part in parts]
    assert found == pytest.approx([4.26, 3.28, 3.28, 4.26], rel=0.01)


def test_four_bits_alone_are_a_floor_and_no_total(catalog: Catalog) -> None:
    int4 = catalog.number_format("int4")
    assert int4 is not None
    term = stated_weights_term(8e9, int4, "chat")
    assert term is not None
    assert term.key == "weights_floor"
    assert term.value == 4 * GB


def test_residuals_give_weights_a_range_with_its_evidence(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    row = Residual("weights", ("vllm", "16 bit"), 0.01, "value", 30, 21, "2026-11-30")
    model = ResolvedModel("llama", architecture("meta-llama/Llama-3.1-8B"))
    bf16 = catalog.number_format("bf16")
    workload = ResolvedWorkload("chat", model, bf16, residuals=by_kind([row]))
    term = held_weights(whole(architecture("meta-llama/Llama-3.1-8B")), workload)
    assert term is not None
    assert term.high / term.value == pytest.approx(1.01)
    assert term.range_key == "measured"
    source = term.sources[-1]
    assert (source.message, source.facts) == ("measured_weights.engine.16_bit", (Fact("n", 30), Fact("family", "vllm")))


def test_the_size_of_a_file_counts_where_it_goes_with_the_format(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    part = whole(architecture("meta-llama/Llama-3.1-8B"))
    fp8, file = catalog.number_format("fp8"), Checkpoint("safetensors index", 9_200_000_000)
    model = ResolvedModel("llama", part.architecture, checkpoint=file)
    term = held_weights(part, ResolvedWorkload("chat", model, fp8))
    other = held_weights(part, ResolvedWorkload("chat", model, catalog.number_format("bf16")))
    alone = held_weights(part, ResolvedWorkload("chat", model))
    assert term is not None
    assert other is not None
    assert alone is not None
    assert term.value == alone.value == 9_200_000_000
    assert other.value == 16_060_522_496
    half = held_weights(whole(part.architecture, 2), ResolvedWorkload("chat", model, fp8))
    assert half is not None
    assert half.value == pytest.approx(4_600_000_000, rel=0.01)


def test_the_range_reaches_over_published_checkpoints_that_differ_and_names_them(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    row = Residual("weights", ("vllm", "quantised"), 0.02, "value", 15, 10, "2026-11-30")
    llama, fp8 = architecture("meta-llama/Llama-3.1-405B"), catalog.number_format("fp8")
    workload = ResolvedWorkload("chat", ResolvedModel("llama", llama), fp8, residuals=by_kind([row]))
    term = held_weights(whole(llama, 8), workload)
    assert term is not None
    assert (term.low / GIB, term.value / GIB) == pytest.approx((47.7 - 1.1, 56.7), abs=0.1)
    assert term.high / term.value == pytest.approx(1.02)
    named = {source.text for source in term.sources}
    assert {"meta-llama/Llama-3.1-405B-Instruct-FP8", "nvidia/Llama-3.1-405B-Instruct-FP8"} <= named


@pytest.mark.parametrize(
    ("parameters", "number_format", "lacking"),
    [
        (None, None, [["precision.weights"], ["model.id", "model.config", "model.parameters"]]),
        (None, "bf16", [["model.id", "model.config", "model.parameters"]]),
        (8e9, None, [["precision.weights"]]),
        (8e9, "fp8", [["model.id", "model.config"]]),
        (8e9, "int4", [[]]),
        (8e9, "bf16", []),
    ],
)
def test_weights_name_all_that_they_lack(
    catalog: Catalog, parameters: float | None, number_format: str | None, lacking: list[list[str]]
) -> None:
    weights = catalog.number_format(number_format) if number_format else None
    workload = ResolvedWorkload("chat", model=ResolvedModel(parameters=parameters), weights=weights)
    found = [[".".join(map(str, path[2:])) for path in one.needs] for one in missing_weights(workload)]
    assert found == lacking


def test_a_model_that_is_named_and_unknown_is_not_asked_for_by_its_name() -> None:
    stated = Workload.model_validate({"task": {"kind": "embedding", "mode": "online"}, "model": {"id": "a/b"}})
    workload = ResolvedWorkload("chat", model=ResolvedModel("a/b"), stated=stated)
    assert [path[-1] for path in model_needs(workload, "id", "config")] == ["config"]
