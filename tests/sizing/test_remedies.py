from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pliego.findings import Finding
from pliego.resolve.model import Demand, Layout, Lengths, Resolved
from pliego.sizing.calculation import size
from pliego.sizing.remedies import described, find_remedies, with_hints
from pliego.sizing.terms import LayoutCheck, Remedy, Verdict, WorkloadSizing

Build = Callable[..., Resolved]
SMALL, LARGE = "meta-llama/Llama-3.1-8B", "meta-llama/Llama-3.1-70B"


@pytest.fixture
def tight(resolved: Build, catalog: Any) -> Resolved:
    """Return Llama-3.1-8B with 80 sequences in flight on one L40S: a little too much."""
    return resolved(SMALL, reference="L40S", count=1, number_formats=catalog.number_formats)


def by_change(sizing: WorkloadSizing) -> dict[str, Remedy]:
    return {remedy.change: remedy for remedy in sizing.remedies}


def test_a_layout_that_holds_needs_no_remedy(resolved: Build) -> None:
    assert not size(resolved(SMALL, count=1)).workloads[0].remedies


def test_each_remedy_holds_and_the_next_step_does_not(tight: Resolved) -> None:
    sizing = size(tight).workloads[0]
    assert sizing.layout is not None
    assert sizing.layout.verdict is Verdict.UNCERTAIN
    fewer = by_change(sizing)["fewer_sequences"]
    assert isinstance(fewer.after, int)
    assert fewer.before == 80
    verdicts = []
    for sequences in (fewer.after, fewer.after + 1):
        demand = replace(tight.workloads[0].demand, concurrency=sequences)
        layout = size(replace(tight, workloads=(replace(tight.workloads[0], demand=demand),))).workloads[0].layout
        assert layout is not None
        verdicts.append(layout.verdict)
        if sequences == fewer.after:
            assert layout.needed.value == fewer.needed
    assert verdicts == [Verdict.HOLDS, Verdict.UNCERTAIN]


def test_remedies_are_ranked_by_the_room_they_leave(tight: Resolved) -> None:
    remedies = size(tight).workloads[0].remedies
    assert {"cache_format", "more_accelerators", "fewer_sequences"} <= {one.change for one in remedies}
    shares = [one.needed / one.visible for one in remedies]
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def test_one_more_accelerator_before_several(tight: Resolved) -> None:
    more = by_change(size(tight).workloads[0])["more_accelerators"]
    assert (more.before, more.after, more.accelerators) == (1, 2, 2)


def test_both_formats_where_neither_is_enough(resolved: Build, catalog: Any) -> None:
    sizing = size(resolved(LARGE, count=2, number_formats=catalog.number_formats)).workloads[0]
    found = by_change(sizing)
    assert "both_formats" in found or {"weight_format", "cache_format"} & set(found)
    assert found["more_accelerators"].after == 4


def test_an_impossible_split_is_answered_by_possible_ones(resolved: Build) -> None:
    few = Demand(Lengths(max=2000), Lengths(max=500), concurrency=8)
    sizing = size(resolved(LARGE, layout=Layout(tensor_parallel=3), count=3, demand=few)).workloads[0]
    found = by_change(sizing)
    assert (found["split"].before, found["split"].after) == ("3 × 1", "1 × 3")
    (finding,) = sizing.findings
    assert finding.code == "P430"
    assert "it would hold with" in (finding.hint or "")
    assert "1 × 3 instead of 3 × 1" in (finding.hint or "")


def test_a_long_single_request_is_answered_by_a_shorter_one(resolved: Build) -> None:
    one = Demand(Lengths(max=28_000), Lengths(max=1000), concurrency=2)
    sizing = size(resolved(SMALL, reference="RTX-3090", count=1, demand=one)).workloads[0]
    shorter = by_change(sizing)["shorter_input"]
    assert isinstance(shorter.after, int)
    assert shorter.after % 100 == 0
    assert 1000 < shorter.after < 28_000


def test_without_a_load_nothing_holds_for_certain(resolved: Build) -> None:
    sizing = size(resolved(LARGE, count=1, demand=Demand())).workloads[0]
    assert sizing.findings
    assert not sizing.remedies


def test_without_a_reference_there_is_nothing_to_mend(resolved: Build) -> None:
    def never(*_: object) -> LayoutCheck | None:
        raise AssertionError

    bare = resolved(SMALL, reference=None)
    assert find_remedies(bare.workloads[0], bare, never) == ()


def test_the_hint_names_the_change_and_both_numbers(tight: Resolved) -> None:
    (finding,) = size(tight).workloads[0].findings
    assert finding.code == "P434"
    assert finding.hint is not None
    assert finding.hint.startswith("it would hold with ")
    assert "sequences in flight instead of 80" in finding.hint
    assert "of 44.4 GiB on each" in finding.hint


def test_only_findings_on_the_layout_are_hinted() -> None:
    remedy = Remedy("fewer_sequences", 80, 64, 1, 1, 1, 40 * 2**30, 44 * 2**30)
    assert described(remedy) == "64 sequences in flight instead of 80 (40.0 of 44.0 GiB on each)"
    kept, hinted = with_hints((Finding("P436"), Finding("P433", hint="first")), (remedy,))
    assert kept.hint is None
    assert hinted.hint == f"first; it would hold with {described(remedy)}"
