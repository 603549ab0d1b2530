"""Parts of the contract: lots, options that are priced apart, and extensions."""

from collections.abc import Iterator

from pliego.document.model import (
    Block,
    Code,
    Column,
    Group,
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
from pliego.rfq.phrases import amount, body, counted, say
from pliego.spec.models import Spec
from pliego.spec.sections.procedure import Lot, Option, Renewals


def scope_section(spec: Spec) -> Section | None:
    """Return lots, options and extensions, None where none is stated."""
    rfq = spec.rfq
    blocks: list[Block] = []
    if rfq.lots:
        blocks.append(_lots_table(rfq.lots))
    if rfq.options:
        blocks.append(_options_table(rfq.options))
    if rows := tuple(_notes(spec)):
        blocks.append(SideText(rows))
    if not blocks:
        return None
    return Section("scope", say("scope.title"), tuple(blocks), note=say("scope.note"), same_page=True)


def _lots_table(lots: dict[str, Lot]) -> Table:
    columns = (Column(say("column.lot"), 43.5), Column(say("column.workloads"), 126.5))
    rows = []
    for name, lot in lots.items():
        title = Line(UserText(lot.title, ("rfq", "lots", name, "title")), LineStyle.NAME)
        workloads = Listed(tuple(Code(workload) for workload in lot.workloads))
        rows.append(Row(((Line(Code(name), LineStyle.ID), title), body(workloads))))
    return Table("lots", say("scope.lots"), columns, (Group(tuple(rows)),))


def _options_table(options: dict[str, Option]) -> Table:
    columns = (
        Column(say("column.option"), 43.5),
        Column(say("column.option_what"), 86.5),
        Column(say("column.option_price"), 40),
    )
    rows = tuple(
        Row(
            (
                body(Code(name)),
                body(UserText(option.description, ("rfq", "options", name, "description"))),
                body(say("scope.option.evaluated" if option.evaluated else "scope.option.apart")),
            )
        )
        for name, option in options.items()
    )
    return Table("options", say("scope.options"), columns, (Group(rows),))


def _notes(spec: Spec) -> Iterator[SideRow]:
    rfq = spec.rfq
    if rfq.lots:
        yield SideRow(say("scope.lots.label"), (Line(say("scope.lots.rule")),))
    if rfq.options:
        yield SideRow(say("scope.options.label"), (Line(say("scope.options.rule")),))
    if rfq.renewals:
        yield SideRow(say("scope.renewals"), tuple(_renewals(rfq.renewals)))


def _renewals(renewals: Renewals) -> Iterator[Line]:
    times = counted(renewals.count, "count.times")
    yield Line(say("scope.renewals.count", times=times, term=amount(renewals.term)))
    if renewals.notice:
        yield Line(say("scope.renewals.notice", notice=amount(renewals.notice)))
