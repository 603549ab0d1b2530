"""Where no single change makes a layout fit: two changes together."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pliego.resolve.model import Demand, Lengths, Resolved
from pliego.sizing.calculation import size
from pliego.sizing.remedies import described
from pliego.sizing.terms import Verdict

Build = Callable[..., Resolved]


@pytest.fixture
def far(resolved: Build, catalog: Any) -> Resolved:
    """Return Llama-3.1-70B with 400 long sequences in flight on one L40S: far too much."""
    demand = Demand(Lengths(max=16_000), Lengths(max=1000), concurrency=400)
    formats = catalog.number_formats
    return resolved("meta-llama/Llama-3.1-70B", reference="L40S", count=1, demand=demand, number_formats=formats)


def test_pairs_are_proposed_where_no_single_change_suffices(far: Resolved) -> None:
    remedies = size(far).workloads[0].remedies
    assert remedies
    assert all(len(one.also) == 1 for one in remedies)
    assert {(one.also[0].change, one.change) for one in remedies} >= {
        ("cache_format", "more_accelerators"),
        ("more_accelerators", "fewer_sequences"),
    }
    shares = [one.needed / one.visible for one in remedies]
    assert shares == sorted(shares)
    assert shares[-1] <= 1


def test_a_pair_holds_when_both_are_made(far: Resolved) -> None:
    pairs = {(one.also[0].change, one.change): one for one in size(far).workloads[0].remedies}
    pair = pairs["more_accelerators", "fewer_sequences"]
    assert isinstance(pair.after, int)
    workload = far.workloads[0]
    verdicts = []
    for sequences in (pair.after, pair.after + 1):
        changed = replace(workload, demand=replace(workload.demand, concurrency=sequences))
        count = pair.also[0].after
        layout = size(replace(far, workloads=(changed,), count=count)).workloads[0].layout
        assert layout is not None
        verdicts.append(layout.verdict)
    assert verdicts[0] is Verdict.HOLDS
    assert verdicts[1] is not Verdict.HOLDS


def test_a_pair_is_told_in_one_sentence(far: Resolved) -> None:
    told = described(size(far).workloads[0].remedies[0])
    assert " and " in told
    assert "accelerators instead of" in told


def test_single_changes_go_before_pairs(resolved: Build, catalog: Any) -> None:
    close = resolved(reference="L40S", count=1, number_formats=catalog.number_formats)
    assert all(not one.also for one in size(close).workloads[0].remedies)
