"""The timetable as a line."""

from collections.abc import Callable

from pliego.document.charts import Timeline
from pliego.rfq.timetable_chart import timetable_chart
from pliego.workflow.composition import Composition

Example = Callable[[str], Composition]


def test_the_timetable_has_every_day_in_order(example: Example) -> None:
    chart = timetable_chart(example("assistant").spec)
    assert chart is not None
    assert isinstance(chart.drawing, Timeline)
    days = [moment.day for moment in chart.drawing.moments]
    assert days == sorted(days)
    assert len(days) == len(chart.rows) == 6
    assert [moment.deadline for moment in chart.drawing.moments].count(True) == 1


def test_few_dates_make_no_line(example: Example) -> None:
    assert timetable_chart(example("minimal").spec) is None
