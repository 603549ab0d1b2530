"""Pipelines: the steps from end to end, the time that each may take, and where the clock starts and stops."""

from collections.abc import Iterator
from decimal import Decimal

from pliego.document.model import (
    Block,
    Code,
    Column,
    Group,
    Inline,
    Line,
    LineStyle,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
    UserText,
)
from pliego.findings import SpecPath
from pliego.rfq.phrases import amount, body, captioned, say
from pliego.spec.models import Spec
from pliego.spec.sections.pipelines import Pipeline, Step
from pliego.units import UNITS, Quantity

_PERCENTILES = (50, 95, 99)


def pipeline_section(spec: Spec) -> Section | None:
    """Return the section on what several steps do together, or None where there is no pipeline."""
    if not spec.pipelines:
        return None
    blocks: list[Block] = []
    for name, pipeline in spec.pipelines.items():
        label = Code(name) if len(spec.pipelines) > 1 else None
        blocks.append(SideText(tuple(_rows(name, pipeline, label))))
        blocks.append(_steps_table(name, pipeline, label))
    return Section(
        "pipelines",
        say("pipelines.title"),
        tuple(blocks),
        lead=say("pipelines.lead"),
        note=say("pipelines.note"),
    )


def _rows(name: str, pipeline: Pipeline, label: Inline | None) -> Iterator[SideRow]:
    path: SpecPath = ("pipelines", name)
    if label is not None:
        yield SideRow(say("pipelines.name"), (Line(label),))
    if pipeline.description:
        yield SideRow(say("pipelines.purpose"), (Line(UserText(pipeline.description, (*path, "description"))),))
    for event in ("starts", "ends"):
        text = getattr(pipeline, event)
        if text is not None:
            yield SideRow(say(f"pipelines.{event}"), (Line(UserText(text, (*path, event))),))
    lines = tuple(_levels(pipeline))
    if lines:
        yield SideRow(say("pipelines.level"), (*lines, Line(say("pipelines.percentiles"), LineStyle.QUIET)))


def _levels(pipeline: Pipeline) -> Iterator[Line]:
    for percentile in _PERCENTILES:
        level = getattr(pipeline.slo, f"e2e_p{percentile}") if pipeline.slo else None
        wanted = {
            "mandatory": level.must if level else None,
            "preferred": level.prefer.value if level and level.prefer else None,
        }
        for name, value in wanted.items():
            if value is not None:
                limit = say("threshold.at_most", value=amount(value))
                measure = say(f"percentile.{percentile}")
                yield Line(say("pipelines.level.line", limit=limit, measure=measure, level=say(f"level.{name}")))


def _steps_table(name: str, pipeline: Pipeline, label: Inline | None) -> Table:
    columns = (
        Column(say("column.step"), 66.5),
        Column(say("column.step_kind"), 43.5),
        Column(say("column.budget"), 30, numeric=True),
        Column(say("column.measured_today"), 30, numeric=True),
    )
    rows = tuple(
        Row(
            (
                body(_step_name(step, ("pipelines", name, "steps", number))),
                body(say("pipelines.asked_for" if step.workload else "pipelines.external")),
                body(_time(step.budget)),
                body(_time(step.measured)),
            )
        )
        for number, step in enumerate(pipeline.steps)
    )
    sums = tuple(_sum([getattr(step, part) for step in pipeline.steps]) for part in ("budget", "measured"))
    total = Row((body(say("pipelines.sum")), (), *(body(_time(value)) for value in sums)), total=True)
    return Table("steps", captioned("pipelines.caption", label), columns, (Group(rows), Group((total,))))


def _step_name(step: Step, path: SpecPath) -> Inline:
    return Code(step.workload) if step.workload else UserText(step.external or "", (*path, "external"))


def _time(value: Quantity | None) -> Inline:
    return say("slo.none") if value is None else amount(value)


def _sum(times: list[Quantity | None]) -> Quantity | None:
    """Return the sum of what is stated, in milliseconds below ten seconds and in seconds from there on."""
    stated = [time.base for time in times if time is not None]
    if not stated:
        return None
    seconds = sum(stated, Decimal())
    unit = UNITS["ms"] if seconds < 10 else UNITS["s"]
    return Quantity((seconds / unit.size).normalize() + 0, unit)
