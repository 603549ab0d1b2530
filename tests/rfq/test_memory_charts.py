"""Bars and curve hold the numbers of the annex."""

from collections.abc import Callable

import pytest

from pliego.document.charts import Bars, Curves
from pliego.rfq.memory_charts import memory_charts
from pliego.units import GIB
from pliego.workflow.composition import Composition


@pytest.mark.parametrize("name", ["assistant", "service-70b", "rag-200", "speech-service", "hybrid"])
def test_the_parts_of_a_bar_add_up_to_what_the_annex_plans_with(
    example: Callable[[str], Composition], name: str
) -> None:
    seen = 0
    for workload in example(name).sizing.workloads:
        needed = [alternative.needed.value / GIB for alternative in workload.alternatives]
        for chart in memory_charts(workload, None):
            if isinstance(chart.drawing, Bars):
                for bar in chart.drawing.bars:
                    total = sum(part.value for part in bar.parts)
                    assert any(total == pytest.approx(one, rel=1e-6) for one in needed)
                    seen += 1
    assert seen


def test_squares_stand_where_a_class_is_full(example: Callable[[str], Composition]) -> None:
    (workload,) = example("assistant").sizing.workloads
    curve = next(chart.drawing for chart in memory_charts(workload, None) if isinstance(chart.drawing, Curves))
    assert curve.spot is not None
    assert curve.spot.x == 80
    for limit in curve.limits:
        assert limit.reached is not None
        assert (limit.reached >= 80) == (limit.value >= curve.spot.y)


def test_nothing_is_drawn_of_what_is_not_known(example: Callable[[str], Composition]) -> None:
    for name in ("minimal", "gradient-boosting", "image-service"):
        for workload in example(name).sizing.workloads:
            assert list(memory_charts(workload, None)) == []
