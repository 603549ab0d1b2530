"""How points grow."""

from collections.abc import Callable

from pliego.document.charts import Curves
from pliego.requirements.model import LevelName
from pliego.rfq.points_chart import points_chart
from pliego.workflow.composition import Composition

Example = Callable[[str], Composition]


def test_points_run_from_none_to_all(example: Example) -> None:
    requirements = tuple(one for one in example("assistant").requirements if one.level is LevelName.PREFERRED)
    chart = points_chart(requirements)
    assert chart is not None
    assert isinstance(chart.drawing, Curves)
    earned = [y for _, y in chart.drawing.curves[0].points]
    assert min(earned) == 0
    assert max(earned) == 3
    assert chart.drawing.spot is not None
    assert chart.drawing.spot.y == 1.5
    assert points_chart(()) is None
