"""Where the facts of the document come from, each with the day on which it was read."""

from collections.abc import Iterator
from datetime import date

from pliego.catalog.facts import RegionSet
from pliego.document.model import Inline, Line, LineStyle, Named, Section, SideRow, SideText, UserText, When
from pliego.resolve.model import Resolved
from pliego.rfq.calculation import source_rows
from pliego.rfq.phrases import say
from pliego.sizing.terms import Sizing


def sources_section(sizing: Sizing, resolved: Resolved) -> Section | None:
    """Return the annex: sources of the calculation by their numbers, licences, sets of countries."""
    rows = (*source_rows(sizing), *_licences(resolved), *_sets(resolved))
    if not rows:
        return None
    return Section(
        "sources",
        say("sources.title"),
        (SideText(rows),),
        lead=say("sources.lead"),
        note=say("sources.note"),
        annex=True,
        same_page=True,
    )


def _licences(resolved: Resolved) -> Iterator[SideRow]:
    licences = {one.id: one for workload in resolved.workloads for one in workload.model.licences}
    for licence in licences.values():
        name = UserText(licence.name, language="en")
        lines = [Line(_dated(name, licence.as_of))]
        lines += [Line(UserText(source, language="en"), LineStyle.QUIET) for source in licence.sources]
        yield SideRow(say("representation.licence"), tuple(lines))


def _sets(resolved: Resolved) -> Iterator[SideRow]:
    sets = {place.code: place for place in resolved.regions.values() if isinstance(place, RegionSet)}
    for place in sets.values():
        lines = (
            Line(_dated(Named(place.names), place.as_of)),
            Line(UserText(place.source, language="en"), LineStyle.QUIET),
        )
        yield SideRow(say("sources.set"), lines)


def _dated(source: Inline, as_of: str) -> Inline:
    return say("source.dated", source=source, date=When(date.fromisoformat(as_of)))
