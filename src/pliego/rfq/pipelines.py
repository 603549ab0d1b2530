"""Pipelines: steps in order with their times, the sum of the budgets beside the level from end to end."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from pliego.document.model import (
    Block,
    Cell,
    Code,
    Column,
    Group,
    Inline,
    Line,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
    UserText,
)
from pliego.findings import SpecPath
from pliego.rfq.levels import asked_values
from pliego.rfq.phrases import amount, body, captioned, say
from pliego.spec.models import Spec
from pliego.spec.sections.pipelines import Pipeline, Step
from pliego.units import Quantity, Unit

_LATENCIES: Final = ("e2e_p50", "e2e_p95", "e2e_p99")
_LEVELS: Final = (*_LATENCIES, "availability")
_HEADS: Final = {"budget": "column.budget", "measured": "column.measured_today"}
_TIMES: Final = tuple(_HEADS)
_FRACTION_DIGITS: Final = 3
"""A sum that needs more digits than these in a unit is written in a smaller one."""


def pipeline_section(spec: Spec) -> Section | None:
    """Return the section on what passes through several steps, None where the spec has no pipeline."""
    if not spec.pipelines:
        return None
    blocks: list[Block] = []
    for name, pipeline in spec.pipelines.items():
        label = Code(name) if len(spec.pipelines) > 1 else None
        blocks += _blocks(name, pipeline, label)
    if any(_timed(pipeline) for pipeline in spec.pipelines.values()):
        blocks.append(SideText((SideRow(say("pipelines.percentiles.label"), (Line(say("pipelines.percentiles")),)),)))
    return Section(
        "pipelines",
        say("pipelines.title"),
        tuple(blocks),
        lead=say("pipelines.lead"),
        note=say("pipelines.note"),
        same_page=True,
    )


def _blocks(name: str, pipeline: Pipeline, label: Inline | None) -> Iterator[Block]:
    path: SpecPath = ("pipelines", name)
    rows: list[SideRow] = []
    if label is not None:
        rows.append(SideRow(say("pipelines.name"), (Line(label),)))
    if pipeline.description:
        rows.append(SideRow(say("pipelines.purpose"), (Line(UserText(pipeline.description, (*path, "description"))),)))
    rows += _clock(pipeline, path)
    if rows:
        yield SideText(tuple(rows))
    yield _steps_table(pipeline, path, label)
    if levels := _levels_table(pipeline, path, label):
        yield levels


def _clock(pipeline: Pipeline, path: SpecPath) -> Iterator[SideRow]:
    """Yield where the clock starts and stops; an end that is left open is asked for where a latency is a level."""
    is_timed = pipeline.slo is not None and any(getattr(pipeline.slo, name) for name in _LATENCIES)
    for end in ("starts", "ends"):
        event = getattr(pipeline, end)
        if event or is_timed:
            text = UserText(event, (*path, end)) if event else say(f"pipelines.{end}.open")
            yield SideRow(say(f"pipelines.{end}"), (Line(text),))


def _timed(pipeline: Pipeline) -> bool:
    """Say whether several steps have times that a reader could be led to add."""
    return any(sum(getattr(step, name) is not None for step in pipeline.steps) > 1 for name in _TIMES)


def _steps_table(pipeline: Pipeline, path: SpecPath, label: Inline | None) -> Table:
    """Return the steps in their order; a column of times stands only where one is stated."""
    times = [name for name in _TIMES if any(getattr(step, name) for step in pipeline.steps)]
    widths = 126.5 - 30 * len(times)
    columns = (
        Column(say("column.step"), 43.5),
        Column(say("column.step_kind"), widths),
        *(Column(say(_HEADS[name]), 30, numeric=True) for name in times),
    )
    rows = []
    for position, step in enumerate(pipeline.steps):
        cells = tuple(body(amount(time) if (time := getattr(step, name)) else say("slo.none")) for name in times)
        rows.append(Row((*_step_cells(step, position, path), *cells)))
    groups = [Group(tuple(rows))]
    if times:
        sums = tuple(body(_sum_of(pipeline, name) or say("slo.none")) for name in times)
        groups.append(Group((Row((body(say("pipelines.sum")), (), *sums), total=True),)))
    return Table("steps", captioned("pipelines.caption", label), columns, tuple(groups))


def _step_cells(step: Step, position: int, path: SpecPath) -> tuple[Cell, Cell]:
    if step.workload:
        return body(Code(step.workload)), body(say("pipelines.asked_for"))
    name = UserText(step.external or "", (*path, "steps", position, "external"))
    return body(name), body(say("pipelines.external"))


def _sum_of(pipeline: Pipeline, name: str, unit: Unit | None = None) -> Inline | None:
    """Return the sum of the times of all steps, None where a step has none: a part would look like the whole."""
    times: list[Quantity | None] = [getattr(step, name) for step in pipeline.steps]
    stated = [time for time in times if time is not None]
    return amount(_total(stated, unit)) if stated and len(stated) == len(times) else None


def _total(times: list[Quantity], unit: Unit | None = None) -> Quantity:
    """Return the exact sum, in `unit` or the largest unit of its parts as far as it has few digits there."""
    base = sum((time.base for time in times), Decimal())
    units = sorted({time.unit for time in times}, key=lambda one: one.size)
    for wanted in (*((unit,) if unit else ()), *reversed(units)):
        value = base / wanted.size
        if value == round(value, _FRACTION_DIGITS):
            return Quantity(_plain(value), wanted)
    return Quantity(_plain(base / units[0].size), units[0])


def _plain(value: Decimal) -> Decimal:
    """Return a number without trailing zeros and without an exponent."""
    return Decimal(f"{value.normalize():f}")


def _levels_table(pipeline: Pipeline, path: SpecPath, label: Inline | None) -> Table | None:
    """Return the levels from end to end, the sum of the budgets beside each latency."""
    has_sum = _sum_of(pipeline, "budget") is not None
    rows = tuple(row for name in _LEVELS if (row := _level_row(name, pipeline, path, has_sum=has_sum)))
    if not rows:
        return None
    columns = (
        Column(say("column.service_level"), 43.5),
        Column(say("column.how_measured"), 36.5 if has_sum else 66.5),
        *((Column(say("column.budgets"), 30, numeric=True),) if has_sum else ()),
        Column(say("column.mandatory"), 30, numeric=True),
        Column(say("column.preferred"), 30, numeric=True),
    )
    return Table("pipeline_levels", captioned("pipelines.levels", label), columns, (Group(rows),))


def _level_row(name: str, pipeline: Pipeline, path: SpecPath, *, has_sum: bool) -> Row | None:
    metric, _, percentile = name.partition("_p")
    level = getattr(pipeline.slo, name) if pipeline.slo else None
    must, prefer = asked_values(f"pipeline_{metric}", level, (*path, "slo", name))
    if level is None or (must is None and prefer is None):
        return None
    how = say(f"percentile.{percentile}") if percentile else say("level_measure.availability")
    unit = level.must.unit if level.must else level.prefer.value.unit
    budgets = _sum_of(pipeline, "budget", unit) if percentile else None
    beside = (body(budgets or say("slo.none")),) if has_sum else ()
    values = (body(value or say("slo.none")) for value in (must, prefer))
    return Row((body(say(f"pipelines.level.{metric}")), body(how), *beside, *values))
