"""The service levels of a workload side by side: how each is measured, what is mandatory, what is preferred."""

from typing import Final

from pliego.document.model import Column, Group, Inline, Row, Table
from pliego.rfq.levels import asked_values
from pliego.rfq.phrases import body, captioned, say
from pliego.spec.models import Workload

LEVELS: Final = (
    *(f"{metric}_p{percentile}" for metric in ("ttft", "tpot", "first_audio", "e2e") for percentile in (50, 95, 99)),
    *("real_time_factor", "throughput", "document_rate", "image_rate", "row_rate", "deadline", "recall"),
    *("word_error_rate", "cold_start", "availability"),
)
"""Service levels in the order of the document."""

TRAINING: Final = ("fine-tuning", "pre-training", "training")


def service_level_table(name: str, workload: Workload, label: Inline | None) -> Table | None:
    """Return the table of the levels that are stated, None where there are none."""
    rows = tuple(row for level in LEVELS if (row := _row(name, workload, level)))
    if not rows:
        return None
    columns = (
        Column(say("column.service_level"), 43.5),
        Column(say("column.how_measured"), 66.5),
        Column(say("column.mandatory"), 30, numeric=True),
        Column(say("column.preferred"), 30, numeric=True),
    )
    return Table("service_levels", captioned("slo.caption", label), columns, (Group(rows),))


def _row(workload_name: str, workload: Workload, name: str) -> Row | None:
    metric, _, percentile = name.partition("_p")
    level = getattr(workload.slo, name) if workload.slo else None
    must, prefer = asked_values(metric, level, ("workloads", workload_name, "slo", name))
    if must is None and prefer is None:
        return None
    how = say(f"percentile.{percentile}") if percentile else say(f"level_measure.{metric}{_variant(metric, workload)}")
    values = (body(value or say("slo.none")) for value in (must, prefer))
    return Row((body(say(f"requirement.{metric}.name")), body(how), *values))


def _variant(metric: str, workload: Workload) -> str:
    """Return the ending of the key: a throughput counts other tokens in training, and where nothing is generated."""
    if metric in ("throughput", "row_rate", "deadline") and workload.task.mode in TRAINING:
        return ".training"
    return ".input" if metric == "throughput" and workload.task.kind != "text-generation" else ""
