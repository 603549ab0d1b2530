from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.catalog import load_catalog
from pliego.catalog.architecture import Architecture
from pliego.resolve.model import Demand, Layout, Lengths, Resolved, ResolvedModel, ResolvedWorkload
from pliego.sizing.calculation import size
from pliego.sizing.estimates import Estimate, total
from pliego.sizing.terms import WorkloadSizing
from pliego.units import GIB

Build = Callable[..., Resolved]


def sized(resolved: Resolved) -> WorkloadSizing:
    return size(resolved).workloads[0]


def test_the_sum_is_of_its_terms_and_the_plan_adds_the_margin(resolved: Build) -> None:
    sizing = sized(resolved())
    figures = {term.key: term.value for term in sizing.terms}
    parts = ("weights", "kv_cache_peak", "activation_peak", "captured_graphs", "runtime_outside")
    assert figures["needed"] == sum(figures[key] for key in parts)
    assert figures["margin"] == pytest.approx(0.15 * figures["needed"], abs=1)
    assert figures["plan"] == pytest.approx(figures["needed"] + figures["margin"], abs=1)


def test_the_margin_is_an_assumption_unless_stated(resolved: Build) -> None:
    assumed, stated = sized(resolved()), sized(resolved(memory_margin=0.3, margin_given=True))
    first, second = assumed.term("margin"), stated.term("margin")
    assert first is not None
    assert second is not None
    assert first.sources[0].key == "assumption"
    assert second.sources[0].key == "spec"
    assert second.inputs[0].path == ("assumptions", "memory_margin")
    assert second.value > first.value


def test_independent_errors_add_as_squares() -> None:
    found = total([Estimate(10, 7, 13), Estimate(10, 6, 14)])
    assert (found.value, found.low, found.high) == (20, 15, 25)


def test_alternatives_have_their_own_overheads(resolved: Build) -> None:
    alternatives = sized(resolved("meta-llama/Llama-3.1-70B")).alternatives
    assert [one.accelerators for one in alternatives] == [1, 2, 4, 8]
    single = alternatives[0].needed.value
    for one in alternatives[1:]:
        assert one.needed.value < single
        assert one.accelerators * one.needed.value > single


def test_a_driver_reports_a_little_more_than_an_engine_sees(resolved: Build) -> None:
    for one in sized(resolved()).alternatives:
        assert one.needed.value < one.driver_total.low < one.driver_total.value < one.driver_total.high
        assert one.driver_total.value < one.needed.value + GIB


def test_a_limited_share_raises_what_must_be_visible(resolved: Build) -> None:
    limited = sized(resolved(layout=Layout(memory_utilization=0.5))).alternatives[0]
    free = sized(resolved()).alternatives[0]
    inside = next(term for term in limited.terms if term.key == "inside_budget")
    assert limited.needed.key == "visible_needed"
    assert limited.needed.value == pytest.approx(inside.value / 0.5, abs=1)
    assert limited.needed.value > free.needed.value


def test_without_a_load_weights_are_still_split(resolved: Build) -> None:
    sizing = sized(resolved("meta-llama/Llama-3.1-70B", demand=Demand()))
    assert not sizing.alternatives
    assert sizing.tensor_parallel_sizes == (1, 2, 4, 8)
    weights = {one.accelerators: one.terms[0].value / 2**30 for one in sizing.splits}
    assert weights[2] == pytest.approx(65.7, abs=0.1)
    assert {one.figure for one in sizing.missing} == {"concurrency_peak", "tokens_peak"}


NAMES = ("meta-llama/Llama-3.2-1B", "meta-llama/Llama-3.1-8B", "Qwen/Qwen2.5-7B-Instruct", "microsoft/phi-4")


@given(st.sampled_from(NAMES), st.integers(1, 300), st.integers(1, 4000), st.sampled_from(["bf16", "fp8"]))
def test_more_tokens_need_more_memory_and_splitting_never_saves_in_sum(
    name: str, sequences: int, tokens: int, number_format: str
) -> None:
    def needed(count: int, length: int) -> list[tuple[int, float]]:
        catalog = load_catalog()
        row = catalog.model(name)
        assert row is not None
        assert isinstance(row.reading, Architecture)
        workload = ResolvedWorkload(
            name="chat",
            model=ResolvedModel(name, row.reading),
            weights=catalog.number_format(number_format),
            kv_cache=catalog.number_format(number_format),
            demand=Demand(Lengths(max=length), Lengths(max=100), concurrency=count),
        )
        resolved = Resolved(
            (workload,),
            accelerators=catalog.accelerators,
            engines=tuple(row for row in catalog.engine_releases if row.figures),
        )
        return [(one.accelerators, one.needed.value) for one in sized(resolved).alternatives]

    one, more, longer = (
        needed(sequences, tokens),
        needed(sequences + 1, tokens),
        needed(sequences, tokens + 1),
    )
    for least, most in (*zip(one, more, strict=True), *zip(one, longer, strict=True)):
        assert least[1] <= most[1]
    single = one[0][1]
    assert all(count * value >= single for count, value in one)
