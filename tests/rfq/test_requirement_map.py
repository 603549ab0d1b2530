"""The map of requirements."""

from collections.abc import Callable

from pliego.document.charts import Counts
from pliego.rfq.requirement_map import requirement_map
from pliego.workflow.composition import Composition

Example = Callable[[str], Composition]


def test_every_requirement_is_a_square(example: Example) -> None:
    requirements = example("rag-200").requirements
    chart = requirement_map(requirements)
    assert chart is not None
    assert isinstance(chart.drawing, Counts)
    assert sum(one.mandatory + one.preferred for one in chart.drawing.counts) == len(requirements)
