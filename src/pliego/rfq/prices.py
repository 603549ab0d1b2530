"""The price schedule: one row for each item with fields for unit price and total, and how to fill it in."""

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
    LineStyle,
    Listed,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
    UserText,
)
from pliego.findings import SpecPath
from pliego.requirements.price_items import PriceGroup, PriceItem, PriceSchedule, price_schedules
from pliego.rfq.phrases import amount, body, counted, plain_number, say
from pliego.spec.models import Spec

_FIELD: Final[Cell] = (Line(say("response.field"), LineStyle.FIELD),)
_CURRENCY: Final[SpecPath] = ("rfq", "contract", "currency")
_WIDTHS: Final = (43.5, 40.5, 21.0, 21.0, 22.0, 22.0)
_NARROW: Final = (43.5, 56.5, 17.0, 17.0, 18.0, 18.0)
"""Widths of the columns in millimetres; in the short profile what an item covers stands in fewer lines."""
_TEXTS: Final = 3
"""Columns with words; the others hold numbers."""
_NAMED: Final = ("storage", "option")
"""Items whose name the buyer gave; of others it is that of a workload."""


def price_section(spec: Spec) -> Section:
    """Return the section with one schedule for each lot."""
    schedules = price_schedules(spec)
    blocks: list[Block] = [price_table(spec, schedule) for schedule in schedules]
    blocks.append(SideText(tuple(_instructions(spec, schedules))))
    items = sum(len(schedule.items) for schedule in schedules)
    return Section(
        "prices",
        say("prices.title"),
        tuple(blocks),
        lead=Listed(tuple(_lead(spec)), "sentence"),
        note=counted(items, "prices.items"),
        same_page=True,
    )


def _lead(spec: Spec) -> Iterator[Inline]:
    contract = spec.rfq.contract
    if contract and contract.currency:
        yield say("prices.currency", currency=UserText(contract.currency, _CURRENCY))
    else:
        yield say("prices.without_tax")
    if contract and contract.term:
        yield say("prices.quantities", term=amount(contract.term))
    else:
        yield say("prices.quantities.open")


def price_table(spec: Spec, schedule: PriceSchedule, *, grouped: bool = True) -> Table:
    """Return the schedule as a table, `grouped` by when a price is due."""
    currency = spec.rfq.contract.currency if spec.rfq.contract else None
    heads = (
        say("column.item"),
        say("column.covers"),
        say("column.unit"),
        say("column.quantity_asked"),
        _money("column.unit_price", currency),
        _money("column.total", currency),
    )
    columns = tuple(
        Column(head, width, numeric=number > _TEXTS)
        for number, (head, width) in enumerate(zip(heads, _WIDTHS if grouped else _NARROW, strict=True), start=1)
    )
    groups = [
        Group(tuple(_row(spec, item) for item in items), title=say(f"price_group.{group}"))
        for group in PriceGroup
        if (items := schedule.of_group(group))
    ]
    if not grouped:
        groups = [Group(tuple(_row(spec, item) for item in schedule.items))]
    total = Row((body(_total_label(spec, schedule)), (), (), (), (), _FIELD), total=True)
    caption: Inline = (
        say("prices.caption") if schedule.lot is None else say("prices.caption.lot", lot=Code(schedule.lot))
    )
    if not grouped:
        caption = Listed((caption, _money("short.prices.caption", currency)))
    return Table("prices", caption, columns, (*groups, Group((total,))))


def _money(key: str, currency: str | None) -> Inline:
    return say(f"{key}.in", currency=UserText(currency, _CURRENCY)) if currency else say(key)


def _total_label(spec: Spec, schedule: PriceSchedule) -> Inline:
    term = spec.rfq.contract.term if spec.rfq.contract else None
    optional = any(item.in_total for item in schedule.of_group(PriceGroup.OPTIONAL))
    ending = ".options" if optional else ""
    return say(f"prices.total{ending}", term=amount(term)) if term else say(f"prices.total.open{ending}")


def _row(spec: Spec, item: PriceItem) -> Row:
    header = Line(Code(item.id), LineStyle.ID), Line(_name(spec, item), LineStyle.NAME)
    total = _FIELD if item.in_total else body(say("demand.none"))
    cells = (header, _covers(spec, item), body(say(f"price_unit.{item.unit}")), _quantity(item), _FIELD, total)
    return Row(cells, anchor=item.id)


def _quantity(item: PriceItem) -> Cell:
    """Return how many units are asked for, and whether they stay out of the total."""
    if item.quantity is None:
        return body(say("prices.unit_price_only"))
    number = Line(plain_number(item.quantity))
    return (number,) if item.in_total else (number, Line(say("prices.apart"), LineStyle.QUIET))


def _name(spec: Spec, item: PriceItem) -> Inline:
    """Return the name of an item; that of its workload stands in it only where there are several."""
    if not item.names or (item.kind not in _NAMED and len(spec.workloads) == 1):
        return say(f"price.{item.kind}.name")
    return say(f"price.{item.kind}.name.of", name=Listed(tuple(Code(name) for name in item.names), "and"))


def _covers(spec: Spec, item: PriceItem) -> Cell:
    if item.kind == "option":
        option = (spec.rfq.options or {})[item.names[0]]
        return body(UserText(option.description, (*item.path, "description")))
    if item.kind == "storage" and item.names:
        tier = ((spec.operation.storage if spec.operation else None) or {})[item.names[0]]
        purpose = UserText(tier.purpose, (*item.path, "purpose")) if tier.purpose else None
        kind = say(f"storage_kind.{tier.kind}")
        return (Line(kind), Line(purpose)) if purpose else (Line(kind),)
    if item.kind == "backup" and spec.backup and spec.backup.retention and spec.backup.retention.must:
        return body(say("price.backup.covers.kept", time=amount(spec.backup.retention.must)))
    return body(say(f"price.{item.kind}.covers"))


def _instructions(spec: Spec, schedules: tuple[PriceSchedule, ...]) -> Iterator[SideRow]:
    lines: list[Inline] = [say("prices.fill.words"), say("prices.fill.decimals")]
    if spec.rfq.contract and spec.rfq.contract.hours_per_month:
        lines.append(say("prices.hours", hours=plain_number(spec.rfq.contract.hours_per_month)))
    yield SideRow(say("prices.fill"), tuple(Line(line) for line in lines))
    items = [item for schedule in schedules for item in schedule.items]
    if any(item.quantity is None for item in items):
        yield SideRow(say("prices.open_quantity"), (Line(say("prices.open_quantity.text")),))
    runs = [item for item in items if item.kind == "run" and item.quantity not in (None, Decimal(1))]
    if runs:
        yield SideRow(say("prices.runs"), (Line(say("prices.runs.text")),))
    if spec.rfq.options or spec.rfq.renewals:
        yield SideRow(say("prices.optional"), (Line(say("prices.optional.text")),))
    yield SideRow(say("prices.adjustment"), (Line(say("prices.adjustment.text")),))
