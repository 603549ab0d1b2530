"""The pilot as far as the request fixes it: days, length, repetitions, cost, data, quality, earlier results."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pliego.document.model import (
    Block,
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
from pliego.rfq.phrases import amount, body, counted, number, plain_number, say, when
from pliego.spec.models import Spec
from pliego.spec.sections.award import Pilot, PilotData, QualityTask

if TYPE_CHECKING:
    from pliego.findings import SpecPath


def pilot_section(spec: Spec) -> Section | None:
    """Return what holds for the pilot, None where nothing is stated."""
    pilot = spec.pilot
    if pilot is None:
        return None
    blocks: list[Block] = []
    if rows := tuple(_rows(pilot)):
        blocks.append(SideText(rows))
    if pilot.quality_tasks:
        blocks.append(_quality_table(pilot.quality_tasks))
    if not blocks:
        return None
    return Section(
        "pilot", say("pilot.title"), tuple(blocks), lead=say("pilot.lead"), note=say("pilot.note"), same_page=True
    )


def _rows(pilot: Pilot) -> Iterator[SideRow]:
    for name, lines in (
        ("time", tuple(_time(pilot))),
        ("measuring", tuple(_measuring(pilot))),
        ("repeating", tuple(_repeating(pilot))),
        ("cost", (Line(say(f"pilot.paid_by.{pilot.paid_by}")),) if pilot.paid_by else ()),
        ("data", tuple(_data(pilot.data)) if pilot.data else ()),
        ("earlier", (Line(_earlier(pilot.existing_result)),) if pilot.existing_result else ()),
    ):
        if lines:
            yield SideRow(say(f"pilot.{name}"), lines)


def _time(pilot: Pilot) -> Iterator[Line]:
    if pilot.period:
        days = {"start": when(pilot.period.start, weekday=True), "end": when(pilot.period.end, weekday=True)}
        yield Line(say("pilot.period", **days))
    if pilot.duration:
        yield Line(say("pilot.duration", duration=amount(pilot.duration)))


def _measuring(pilot: Pilot) -> Iterator[Line]:
    if pilot.windows:
        yield Line(counted(pilot.windows, "pilot.windows"))
    if pilot.confidence:
        yield Line(say("pilot.confidence", confidence=amount(pilot.confidence)))


def _repeating(pilot: Pilot) -> Iterator[Line]:
    if pilot.retries is not None:
        yield Line(counted(pilot.retries, "pilot.retries") if pilot.retries else say("pilot.no_retries"))
    if pilot.cure_time:
        yield Line(say("pilot.cure_time", time=amount(pilot.cure_time)))


def _data(data: PilotData) -> Iterator[Line]:
    if data.description:
        yield Line(UserText(data.description, ("pilot", "data", "description")))
    yield Line(say("pilot.data.authorised" if data.authorised else "pilot.data.unauthorised"))
    yield Line(say("pilot.data.anonymised" if data.anonymised else "pilot.data.personal"))


def _earlier(result: str) -> Inline:
    if result.casefold() == "none":
        return say("pilot.earlier.none")
    return say("pilot.earlier.result", result=UserText(result, ("pilot", "existing_result")))


def _quality_table(tasks: dict[str, QualityTask]) -> Table:
    """Return the measures of quality; a column stands only where a measure states something for it."""
    shown = [
        name
        for name in ("samples", "baseline", "margin")
        if any(getattr(one, name) is not None for one in tasks.values())
    ]
    columns = (
        Column(say("column.quality_task"), 43.5),
        Column(say("column.metric"), 126.5 - 28 * len(shown)),
        *(Column(say(f"column.{name}"), 28, numeric=True) for name in shown),
    )
    rows = []
    for name, task in tasks.items():
        path: SpecPath = ("pilot", "quality_tasks", name)
        cells = (body(_quality_figure(task, key)) for key in shown)
        rows.append(Row((body(UserText(name, path)), body(UserText(task.metric, (*path, "metric"))), *cells)))
    return Table("quality_tasks", say("pilot.quality"), columns, (Group(tuple(rows)),))


def _quality_figure(task: QualityTask, key: str) -> Inline:
    if key == "margin":
        return amount(task.margin) if task.margin else say("slo.none")
    if key == "samples":
        return number(task.samples) if task.samples else say("slo.none")
    return plain_number(task.baseline) if task.baseline is not None else say("slo.none")
