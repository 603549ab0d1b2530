"""The demand of a workload: how long requests are, how many come, how much a run holds."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pliego.document.model import Cell, Column, Group, Inline, Line, Row, Table
from pliego.rfq.phrases import amount, body, captioned, counted, in_work, number, say
from pliego.spec.models import Workload

if TYPE_CHECKING:
    from pliego.spec.sections.load import Length

ITEMS: Final = ("requests", "documents", "images", "rows", "characters")
"""What the runs of a batch are counted in."""


def plain_load(workload: Workload) -> tuple[Line, ...]:
    """Return the load in plain words: arrivals, what is in work at once, what a request or a run looks like."""
    load, context = workload.load, workload.context
    lines: list[Line] = []
    if load and load.peak:
        lines.append(Line(say(f"plain.rate.{load.arrival or 'any'}", rate=amount(load.peak))))
    if load and load.concurrency and load.concurrency.peak:
        lines.append(Line(counted(load.concurrency.peak, f"plain.{in_work(workload.task.kind)}")))
    for item in ITEMS if load else ():
        count = getattr(load, item)
        if count is not None:
            lines.append(Line(counted(count, f"plain.run.{item}")))
    if load and load.audio:
        lines.append(Line(say("plain.run.audio", length=amount(load.audio))))
    if load and load.every:
        lines.append(Line(say("plain.every", time=amount(load.every))))
    typical = context.input.typical if context and context.input else None
    answer = context.output.typical if context and context.output else None
    if typical and answer:
        tokens = {"input": counted(typical, "count.tokens"), "output": counted(answer, "count.tokens")}
        lines.append(Line(say("plain.typical", **tokens)))
    elif typical:
        lines.append(Line(say("plain.typical.input", input=counted(typical, "count.tokens"))))
    return tuple(lines)


def demand_table(workload: Workload, label: Inline | None) -> Table | None:
    """Return the table of lengths and loads, or None where nothing is stated."""
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
    load = workload.load
    if load is None:
        return
    if load.concurrency:
        flight = load.concurrency
        cells = tuple(_number_cell(value) for value in (flight.typical, None, flight.peak))
        yield Row((body(say(f"demand.{in_work(workload.task.kind)}")), body(say("demand.at_once")), *cells))
    if load.peak:
        yield _single("demand.rate", say(f"demand.arrival.{load.arrival or 'any'}"), amount(load.peak))
    for item in ITEMS:
        count = getattr(load, item)
        if count is not None:
            yield _single(f"demand.{item}", say("demand.each_run"), number(count))
    if load.audio:
        yield _single("demand.audio", say("demand.each_run"), amount(load.audio))
    if load.every:
        yield _single("demand.every", say("demand.between_starts"), amount(load.every))
    if load.egress_per_month:
        yield _single("demand.egress", say("demand.each_month"), amount(load.egress_per_month))


def _single(name: str, unit: Inline, value: Inline) -> Row:
    """Return the row of a quantity that has one value."""
    return Row((body(say(name)), body(unit), *_dashes(2), body(value)))


def _number_cell(value: int | None) -> Cell:
    return body(say("demand.not_stated")) if value is None else body(number(value))


def _dashes(count: int) -> tuple[Cell, ...]:
    return (body(say("demand.none")),) * count
