"""The table of service levels of a workload or a pipeline: what is measured, how, and both levels."""

from typing import Final

from pydantic import BaseModel

from pliego.document.model import Column, Group, Inline, Row, Table
from pliego.rfq.phrases import amount, body, captioned, plain_number, say
from pliego.rfq.sentences import READING, TRAINING
from pliego.spec.models import Workload
from pliego.spec.sections.load import ServiceLevels
from pliego.spec.sections.task import Task
from pliego.units import Quantity

LEVELS: Final = tuple(ServiceLevels.model_fields)
"""Service levels in the order of the document."""

_AT_LEAST: Final = ("throughput", "availability", "document_rate", "image_rate", "row_rate", "recall")


def service_level_table(workload: Workload, label: Inline | None) -> Table | None:
    """Return the table of the stated levels, or None where there are none."""
    rows = tuple(
        row for name in LEVELS if (row := _row(name, getattr(workload.slo, name, None), tokens_of(workload.task)))
    )
    if not rows:
        return None
    columns = (
        Column(say("column.service_level"), 43.5),
        Column(say("column.how_measured"), 66.5),
        Column(say("column.mandatory"), 30, numeric=True),
        Column(say("column.preferred"), 30, numeric=True),
    )
    return Table("service_levels", captioned("slo.caption", label), columns, (Group(rows),))


def tokens_of(task: Task) -> str:
    """Return the ending of the texts that say which tokens a throughput counts; none for output tokens."""
    if task.mode in TRAINING:
        return ".training"
    return ".input" if task.kind in READING else ""


def _row(name: str, level: BaseModel | None, tokens: str) -> Row | None:
    if level is None:
        return None
    metric, mark, percentile = name.rpartition("_p")
    is_percentile = bool(mark) and percentile.isdigit()
    metric = metric if is_percentile else name
    how = say(f"percentile.{percentile}") if is_percentile else say(_measure(metric, tokens))
    must, prefer = getattr(level, "must", None), getattr(level, "prefer", None)
    cells = (_limit(metric, must), _limit(metric, prefer.value if prefer else None))
    return Row((body(say(f"requirement.{metric}.name")), body(how), *map(body, cells)))


def _measure(metric: str, tokens: str) -> str:
    return f"level_measure.{metric}" + (tokens if metric == "throughput" else "")


def _limit(metric: str, value: object) -> Inline:
    sign = "threshold.at_least" if metric in _AT_LEAST else "threshold.at_most"
    if isinstance(value, Quantity):
        return say(sign, value=amount(value))
    if isinstance(value, int | float):
        return say(sign, value=plain_number(value))
    return say("slo.none")
