"""How much work comes: in plain words, and as tables of lengths and rates and of the volume of a run."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pliego.document.model import Cell, Column, Group, Inline, Line, Row, Table
from pliego.rfq.phrases import amount, body, captioned, counted, number, say
from pliego.spec.models import Workload
from pliego.units import Quantity

if TYPE_CHECKING:
    from pliego.spec.sections.load import Length

_NOUNS: Final = {"text-generation": "sequences", "speech-to-text": "calls", "text-to-speech": "calls"}
RUN_AMOUNTS: Final = ("requests", "documents", "images", "rows", "characters", "audio")
"""Amounts of work of one run, of which each kind of task has its own."""
_VOLUMES: Final = (*RUN_AMOUNTS, "every", "egress_per_month")


def in_work(kind: str) -> str:
    """Return what is in work at the same moment, in the words of a kind of task."""
    return _NOUNS.get(kind, "requests")


def plain_load(workload: Workload) -> tuple[Line, ...]:
    """Return the load in plain words: arrivals, what is in work at once, what a request looks like."""
    load, context = workload.load, workload.context
    lines: list[Line] = []
    if load and load.peak:
        lines.append(Line(say(f"plain.rate.{load.arrival or 'any'}", rate=amount(load.peak))))
    if load and load.concurrency and load.concurrency.peak:
        lines.append(Line(counted(load.concurrency.peak, f"plain.{in_work(workload.task.kind)}")))
    if context and context.input and context.input.typical:
        given = counted(context.input.typical, "count.tokens")
        if context.output and context.output.typical:
            lines.append(
                Line(say("plain.typical", input=given, output=counted(context.output.typical, "count.tokens")))
            )
        elif workload.task.kind != "text-generation":
            lines.append(Line(say("plain.typical.input", input=given)))
    return tuple(lines)


def demand_table(workload: Workload, label: Inline | None) -> Table | None:
    """Return lengths of requests, what is in work at once, and arrivals; None where none is stated."""
    rows = (*_length_rows(workload), *_load_rows(workload))
    if not rows:
        return None
    columns = (
        Column(say("column.quantity"), 43.5),
        Column(say("column.unit"), 49.5),
        Column(say("column.typical"), 22, numeric=True),
        Column(say("column.p95"), 28, numeric=True),
        Column(say("column.maximum"), 27, numeric=True),
    )
    return Table("demand", captioned("demand.caption", label), columns, (Group(rows),))


def _length_rows(workload: Workload) -> Iterator[Row]:
    context = workload.context
    for part in ("input", "output"):
        length: Length | None = getattr(context, part) if context else None
        if length and (length.typical or length.p95 or length.max):
            cells = tuple(_number_cell(value) for value in (length.typical, length.p95, length.max))
            yield Row((body(say(f"demand.{part}")), body(say("demand.tokens")), *cells))


def _load_rows(workload: Workload) -> Iterator[Row]:
    load, noun = workload.load, in_work(workload.task.kind)
    if load and load.concurrency and (load.concurrency.typical or load.concurrency.peak):
        flight = load.concurrency
        cells = tuple(_number_cell(value) for value in (flight.typical, None, flight.peak))
        yield Row((body(say(f"demand.{noun}")), body(say(f"demand.at_once.{noun}")), *cells))
    if load and load.peak:
        arrival = body(say(f"demand.arrival.{load.arrival or 'any'}"))
        yield Row((body(say("demand.rate")), arrival, *_dashes(2), body(amount(load.peak))))


def _number_cell(value: int | None) -> Cell:
    return body(say("demand.not_stated")) if value is None else body(number(value))


def _dashes(count: int) -> tuple[Cell, ...]:
    return (body(say("demand.none")),) * count


def volume_table(workload: Workload, label: Inline | None) -> Table | None:
    """Return the work of one run, the time between runs and the outgoing data; None where none is stated."""
    stated = [(name, getattr(workload.load, name)) for name in _VOLUMES] if workload.load else []
    rows = tuple(
        Row((body(say(f"volume.{name}")), body(say(f"volume.{name}.unit")), body(_volume(value))))
        for name, value in stated
        if value is not None
    )
    if not rows:
        return None
    columns = (
        Column(say("column.quantity"), 43.5),
        Column(say("column.meaning"), 86.5),
        Column(say("column.value"), 40, numeric=True),
    )
    return Table("volume", captioned("volume.caption", label), columns, (Group(rows),))


def _volume(value: Quantity | int) -> Inline:
    return amount(value) if isinstance(value, Quantity) else number(value)
