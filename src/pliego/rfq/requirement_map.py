"""The requirements at a glance: how many of each level an area has."""

from itertools import groupby

from pliego.document.charts import Count, Counts
from pliego.document.model import Chart, Column, Row
from pliego.requirements.model import LevelName, Requirement
from pliego.rfq.phrases import body, counted, number, say

_FEWEST_AREAS = 3


def requirement_map(requirements: tuple[Requirement, ...]) -> Chart | None:
    """Return the chart, None where there are fewer than three areas."""
    counts = tuple(
        Count(
            say(f"area.{area}"),
            sum(one.level is LevelName.MANDATORY for one in members),
            sum(one.level is LevelName.PREFERRED for one in members),
        )
        for area, found in groupby(requirements, key=lambda one: one.area)
        for members in [tuple(found)]
    )
    if len(counts) < _FEWEST_AREAS:
        return None
    columns = (
        Column(say("column.area"), 80),
        Column(say("column.mandatory"), 45, numeric=True),
        Column(say("column.preferred"), 45, numeric=True),
    )
    rows = tuple(Row((body(one.label), body(number(one.mandatory)), body(number(one.preferred)))) for one in counts)
    mandatory, preferred = sum(one.mandatory for one in counts), sum(one.preferred for one in counts)
    sentence = say(
        "chart.map.sentence",
        mandatory=counted(mandatory, "cover.counts.mandatory"),
        preferred=counted(preferred, "cover.counts.preferred"),
        areas=counted(len(counts), "chart.map.areas"),
    )
    return Chart(
        "requirement_map", say("chart.map.title"), sentence, Counts(counts), columns, rows, say("chart.map.note")
    )
