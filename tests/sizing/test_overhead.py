from collections.abc import Callable

import pytest

from pliego.catalog import Catalog
from pliego.catalog.architecture import Architecture
from pliego.resolve.model import Layout
from pliego.sizing.engine import Engine
from pliego.sizing.overhead import overhead
from pliego.sizing.parameters import whole
from pliego.sizing.split import stages
from pliego.sizing.terms import Term
from pliego.units import GIB


def engine(catalog: Catalog, version: str | None, layout: Layout | None = None, *, large: bool | None) -> Engine:
    release = catalog.engine_release("vllm", version) if version else None
    known = tuple(row for row in catalog.engine_releases if row.figures)
    return Engine(release, known, layout or Layout(), large, ("runtime",))


def terms(architecture: Architecture, what: Engine, tensor_parallel: int = 1) -> dict[str, Term]:
    over = overhead(whole(architecture, tensor_parallel), what)
    assert over is not None
    return {term.key: term for term in over.terms}


@pytest.mark.parametrize(
    ("model", "version", "tensor_parallel", "measured"),
    [
        ("meta-llama/Llama-3.1-8B", "0.19", 1, 1.89),
        ("meta-llama/Llama-3.3-70B-Instruct", "0.19", 4, 1.97),
        ("Qwen/Qwen2.5-72B-Instruct", "0.19", 2, 2.29),
        ("Qwen/Qwen3-8B", "0.19", 1, 2.21),
        ("microsoft/phi-4", "0.19", 1, 1.52),
        ("ibm-granite/granite-3.3-8b-instruct", "0.19", 1, 0.85),
        ("Qwen/Qwen3-32B", "0.11.0", 2, 5.64),
        ("Qwen/Qwen3-0.6B", "0.11.0", 1, 5.56),
    ],
)
def test_the_range_of_the_activation_peak_holds_what_logs_show(
    catalog: Catalog,
    architecture: Callable[[str], Architecture],
    model: str,
    version: str,
    tensor_parallel: int,
    measured: float,
) -> None:
    found = terms(architecture(model), engine(catalog, version, large=True), tensor_parallel)["activation_peak"]
    assert found.low <= measured * GIB <= found.high
    assert found.value == pytest.approx(measured * GIB, rel=0.1)


def test_the_forward_pass_decides_where_few_sequences_are_sampled(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    llama = architecture("meta-llama/Llama-3.1-8B")
    limits = Layout(max_batched_tokens=20_000, max_sequences=4)
    found = terms(llama, engine(catalog, "0.6", limits, large=True))["activation_peak"]
    assert found.value / GIB == pytest.approx(2.06, abs=0.01)  # measured 2.07


def test_an_open_accelerator_size_widens_the_range(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    llama = architecture("meta-llama/Llama-3.1-8B")
    known = terms(llama, engine(catalog, "0.19", large=True))["activation_peak"]
    open_ = terms(llama, engine(catalog, "0.19", large=None))["activation_peak"]
    assert open_.value == known.value
    assert open_.low < known.low
    assert open_.high == known.high


def test_runtime_outside_grows_with_a_second_accelerator(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    llama, what = architecture("meta-llama/Llama-3.1-8B"), engine(catalog, "0.19", large=True)
    one, two, eight = (terms(llama, what, size)["runtime_outside"].value / GIB for size in (1, 2, 8))
    assert one == pytest.approx(0.76, abs=0.01)
    assert two == pytest.approx(3.82, abs=0.01)
    assert eight >= two


def test_an_unknown_release_has_one_range_over_the_known_ones(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    llama = architecture("meta-llama/Llama-3.1-8B")
    neutral = terms(llama, engine(catalog, None, large=True))
    assert set(neutral) == {"runtime_overhead"}
    whole_range = neutral["runtime_overhead"]
    for version in ("0.11", "0.19", "0.25"):
        named = terms(llama, engine(catalog, version, large=True)).values()
        assert whole_range.low <= sum(term.low for term in named)
        assert sum(term.high for term in named) <= whole_range.high
    assert len(whole_range.sources) == 3


def test_only_the_last_stage_samples(catalog: Catalog, architecture: Callable[[str], Architecture]) -> None:
    first, last = stages(architecture("meta-llama/Llama-3.1-8B"), 1, 2)
    what = engine(catalog, "0.19", large=True)
    early, late = overhead(first, what, 2), overhead(last, what, 2)
    assert early is not None
    assert late is not None
    assert early.terms[0].value < late.terms[0].value


@pytest.mark.parametrize(("version", "inside"), [("0.11", False), ("0.19", False), ("0.25", True)])
def test_graphs_count_against_the_share_of_the_memory_only_where_a_release_counts_them(
    catalog: Catalog, architecture: Callable[[str], Architecture], version: str, *, inside: bool
) -> None:
    over = overhead(whole(architecture("meta-llama/Llama-3.1-8B")), engine(catalog, version, large=True))
    assert over is not None
    assert ("captured_graphs" in {given.key for given, _ in over.inside}) is inside
    assert "captured_graphs" in {term.key for term in over.terms}


def test_no_more_sequences_are_sampled_than_a_step_has_tokens(
    catalog: Catalog, architecture: Callable[[str], Architecture]
) -> None:
    llama = architecture("meta-llama/Llama-3.1-8B")
    found = {
        sequences: terms(
            llama, engine(catalog, "0.19", Layout(max_batched_tokens=64, max_sequences=sequences), large=True)
        )
        for sequences in (64, 1024)
    }
    few, many = found[64]["activation_peak"], found[1024]["activation_peak"]
    assert many.value == few.value
    assert {one.key: one.value for one in many.inputs}["sequences_in_step"] == 64
