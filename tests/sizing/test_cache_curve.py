"""The cache over sequences in flight: through the point of the annex, and back from a room to a number."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.sizing.cache_curve import CacheCurve, cache_curve
from pliego.workflow.composition import Composition


@pytest.mark.parametrize("name", ["assistant", "service-70b", "nightly-batch"])
def test_the_curve_goes_through_what_the_annex_prints(example: Callable[[str], Composition], name: str) -> None:
    (workload,) = example(name).sizing.workloads
    curve, peak = cache_curve(workload), workload.term("kv_cache_peak")
    assert curve is not None
    assert peak is not None
    assert curve.planned(curve.asked) == pytest.approx(peak.value, rel=1e-5)


def test_there_is_none_where_the_cache_is_not_known(example: Callable[[str], Composition]) -> None:
    assert all(cache_curve(workload) is None for workload in example("gradient-boosting").sizing.workloads)


curves = st.builds(
    CacheCurve,
    token=st.floats(1e3, 1e6),
    sequence=st.floats(0, 1e8),
    mean=st.floats(1, 1e4),
    deviation=st.floats(0, 1e4),
    longest=st.floats(1e4, 1e6),
    asked=st.just(1),
)


@given(curves, st.integers(0, 5000))
def test_what_a_room_holds_fits_and_one_more_does_not(curve: CacheCurve, sequences: int) -> None:
    room = curve.planned(sequences)
    held = curve.sequences_in(room)
    assert curve.planned(held) <= room or held == 0
    assert curve.planned(held + 1) > room


@given(curves, st.integers(1, 5000))
def test_the_plan_lies_between_average_and_most(curve: CacheCurve, sequences: int) -> None:
    assert curve.on_average(sequences) <= curve.planned(sequences) * (1 + 1e-12)
    assert curve.planned(sequences) <= curve.at_most(sequences) * (1 + 1e-12)
