from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pliego.resolve.model import Demand, Layout, Lengths, Resolved
from pliego.sizing.calculation import size
from pliego.sizing.terms import LayoutCheck, Verdict, WorkloadSizing

Build = Callable[..., Resolved]
LLAMA = "meta-llama/Llama-3.1-70B"


def sized(build: Build, model: str = LLAMA, **rest: Any) -> WorkloadSizing:
    return size(build(model, **rest)).workloads[0]


def checked(sizing: WorkloadSizing) -> LayoutCheck:
    assert sizing.layout is not None
    return sizing.layout


def test_tensor_parallel_3_is_refused_naming_both_numbers(resolved: Build) -> None:
    sizing = sized(resolved, layout=Layout(tensor_parallel=3), count=3)
    (finding,) = sizing.findings
    assert (finding.code, finding.severity) == ("P430", "error")
    assert "tensor parallel 3 does not divide 64 attention heads" in finding.message
    assert "1, 2, 4, 8" in finding.message
    assert "27 + 27 + 26 layers" in (finding.hint or "")
    assert sizing.layout is None


def test_three_accelerators_hold_three_pipeline_stages(resolved: Build) -> None:
    few = Demand(Lengths(max=2000), Lengths(max=500), concurrency=8)
    check = checked(sized(resolved, layout=Layout(pipeline_parallel=3), count=3, demand=few))
    assert (check.tensor_parallel, check.pipeline_parallel, check.copies) == (1, 3, 1)
    assert check.verdict is Verdict.HOLDS


def test_two_accelerators_are_not_called_sufficient_without_a_load(resolved: Build) -> None:
    layout = Layout(tensor_parallel=2, memory_utilization=0.9)
    sizing = sized(resolved, layout=layout, count=2, demand=Demand())
    check = checked(sizing)
    assert check.verdict is Verdict.UNCERTAIN
    assert check.room_tokens is not None
    assert 0 < check.room_tokens < 36_500
    (finding,) = sizing.findings
    assert finding.code == "P435"
    assert str(check.room_tokens) in finding.message


def test_what_does_not_hold_is_an_error_with_the_numbers(resolved: Build) -> None:
    sizing = sized(resolved, layout=Layout(tensor_parallel=1), count=1)
    (finding,) = sizing.findings
    assert (finding.code, finding.path) == ("P433", ("hardware", "count"))
    assert "79.2 GiB" in finding.message
    assert checked(sizing).room_tokens == 0


def test_an_open_split_is_the_smallest_that_holds(resolved: Build) -> None:
    small = checked(sized(resolved, "meta-llama/Llama-3.1-8B", count=8))
    assert (small.tensor_parallel, small.copies, small.verdict) == (1, 8, Verdict.HOLDS)
    large = checked(sized(resolved, count=8))
    assert (large.tensor_parallel, large.verdict) == (4, Verdict.HOLDS)


def test_copies_share_the_sequences(resolved: Build) -> None:
    one = checked(sized(resolved, "meta-llama/Llama-3.1-8B", count=1))
    four = checked(sized(resolved, "meta-llama/Llama-3.1-8B", count=2, nodes=2))
    assert (one.copies, four.copies) == (1, 4)
    assert four.needed.value < one.needed.value


def test_a_demand_near_the_limit_is_uncertain(resolved: Build) -> None:
    sizing = sized(
        resolved,
        "meta-llama/Llama-3.1-8B",
        count=1,
        demand=Demand(Lengths(2000, 8000, 16000), Lengths(300, 800, 2000), concurrency=120),
    )
    assert checked(sizing).verdict is Verdict.UNCERTAIN
    (finding,) = sizing.findings
    assert (finding.code, finding.severity) == ("P434", "warning")


@pytest.mark.parametrize(
    ("layout", "count", "code"),
    [
        (Layout(tensor_parallel=4, pipeline_parallel=2), 4, "P432"),
        (Layout(pipeline_parallel=81), 81, "P431"),
        (Layout(tensor_parallel=4), 6, "P436"),
    ],
)
def test_impossible_and_wasteful_layouts_are_found(resolved: Build, layout: Layout, count: int, code: str) -> None:
    few = Demand(Lengths(max=2000), Lengths(max=500), concurrency=8)
    assert [finding.code for finding in sized(resolved, layout=layout, count=count, demand=few).findings] == [code]


def test_a_longer_profile_may_not_fit_a_small_accelerator(resolved: Build) -> None:
    """29,000 tokens in one step on a 24 GB card: measured not to start, and not called certain here."""
    one = Demand(Lengths(max=28_000), Lengths(max=1000), concurrency=1)
    chunked = Layout(max_batched_tokens=29_000, memory_utilization=0.9)
    sizing = sized(
        resolved,
        "meta-llama/Llama-3.1-8B",
        engine=None,
        reference="RTX-3090",
        count=1,
        layout=chunked,
        demand=one,
    )
    assert checked(sizing).verdict is not Verdict.HOLDS


@pytest.mark.parametrize("model", [LLAMA, None])
def test_the_count_is_held_against_the_split_without_a_reference(resolved: Build, model: str | None) -> None:
    layout = Layout(tensor_parallel=2, pipeline_parallel=4)
    sizing = size(resolved(model, reference=None, layout=layout, count=1)).workloads[0]
    (finding,) = sizing.findings
    assert (finding.code, finding.facts["count"]) == ("P432", "1")


def test_more_sequences_than_the_engine_takes_queue(resolved: Build) -> None:
    layout = Layout(max_sequences=8)
    (finding,) = size(resolved(None, reference=None, layout=layout)).workloads[0].findings
    assert (finding.code, finding.severity) == ("P438", "warning")
    assert "80 sequences" in finding.message
    small = Layout(tensor_parallel=1, max_sequences=20)
    sizing = sized(resolved, "meta-llama/Llama-3.1-8B", layout=small, count=4)
    assert "P438" not in [one.code for one in sizing.findings]  # 4 copies take 80


def test_a_billion_stages_are_a_finding_and_no_list(resolved: Build) -> None:
    sizing = sized(resolved, layout=Layout(pipeline_parallel=10**9), count=10**9)
    assert [one.code for one in sizing.findings] == ["P431"]


def test_what_holds_at_its_value_and_not_at_its_high_end_is_uncertain(resolved: Build) -> None:
    """Without a margin in reserve the range alone decides."""
    limits = Layout(max_batched_tokens=8192, max_sequences=256)
    bare = resolved("meta-llama/Llama-3.1-8B", layout=limits, count=1, memory_margin=0.0, margin_given=True)
    needed = checked(size(bare).workloads[0]).needed
    assert bare.reference is not None
    assert needed.low < needed.value < needed.high
    verdicts = []
    for seen in (needed.high, needed.high - 1, needed.value, needed.low, needed.low - 1):
        card = replace(bare.reference, visible_bytes=round(seen))
        verdicts.append(checked(size(replace(bare, reference=card)).workloads[0]).verdict)
    assert verdicts == [Verdict.HOLDS, *[Verdict.UNCERTAIN] * 3, Verdict.DOES_NOT_HOLD]
