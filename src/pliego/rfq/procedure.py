"""Lots, options and renewals: what is awarded apart, priced apart, and may follow."""

from collections.abc import Iterator

from pliego.document.model import Code, Line, LineStyle, Listed, SideRow, UserText
from pliego.rfq.phrases import amount, counted, say
from pliego.spec.sections.procedure import Renewals, Rfq


def procedure_rows(rfq: Rfq) -> Iterator[SideRow]:
    """Yield a row each for lots, options and renewals that the spec states."""
    if rfq.lots:
        yield SideRow(say("lots.label"), (*_lots(rfq), Line(say("lots.rule"), LineStyle.QUIET)))
    if rfq.options:
        yield SideRow(say("options.label"), tuple(_options(rfq)))
    if rfq.renewals:
        yield SideRow(say("renewals.label"), tuple(_renewals(rfq.renewals)))


def _lots(rfq: Rfq) -> Iterator[Line]:
    for name, lot in (rfq.lots or {}).items():
        title = UserText(lot.title, ("rfq", "lots", name, "title"))
        workloads = Listed(tuple(Code(workload) for workload in lot.workloads))
        yield Line(say("lots.line", name=Code(name), title=title, workloads=workloads))


def _options(rfq: Rfq) -> Iterator[Line]:
    for name, option in (rfq.options or {}).items():
        text = UserText(option.description, ("rfq", "options", name, "description"))
        key = "options.line.evaluated" if option.evaluated else "options.line"
        yield Line(say(key, name=Code(name), text=text))


def _renewals(renewals: Renewals) -> Iterator[Line]:
    yield Line(say("renewals.text", times=counted(renewals.count, "count.times"), term=amount(renewals.term)))
    if renewals.notice is not None:
        yield Line(say("renewals.notice", time=amount(renewals.notice)))
