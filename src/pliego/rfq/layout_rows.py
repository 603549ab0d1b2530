"""Side-headed rows of the annex: the engine that is reckoned with, and what would make a layout fit."""

from collections.abc import Iterator
from datetime import date

from pliego.document.model import Code, Inline, Line, LineStyle, Listed, SideRow, UserText, When
from pliego.rfq.phrases import gib, number, say
from pliego.sizing.terms import Missing, Remedy, WorkloadSizing


def engine_rows(workload: WorkloadSizing) -> Iterator[SideRow]:
    """Yield the engine releases that the overheads are those of."""
    if not workload.engines:
        return
    names = Listed(tuple(releases(one.name, one.first, one.before) for one in workload.engines))
    key = "engine.release" if len(workload.engines) == 1 else "engine.open"
    lines = [Line(say(key, releases=names))]
    lines += [Line(_stands_for(one.name, one.stands_for)) for one in workload.engines if one.stands_for]
    lines += [Line(say("engine.few", n=number(one.measured))) for one in workload.engines if one.few]
    activation = workload.term("activation_peak")
    if activation is not None and activation.range_key == "few" and not any(one.few for one in workload.engines):
        lines.append(Line(say("engine.encoder")))
    yield SideRow(say("engine.label"), tuple(lines))


def _stands_for(name: str, asked: str) -> Inline:
    """Return why these releases are reckoned with although others, or none, are stated."""
    return say("engine.newest") if asked == name else say("engine.nearest", asked=plain(asked))


def releases(name: str, first: str, before: str | None) -> Inline:
    """Return engine releases in words: from one on, or up to another."""
    named = {"name": plain(name), "first": plain(first)}
    return say("engine.later", **named) if before is None else say("engine.span", **named, before=plain(before))


def plain(text: str) -> Inline:
    """Return a name or version that is the same in every language."""
    return UserText(text, language="en")


def without_rule_lines(missing: Missing) -> Iterator[Line]:
    """Yield why a figure is not computed, and what was measured of it, each machine on a line."""
    yield Line(say(f"missing.{missing.reason}"))
    if missing.needs:
        yield Line(say(f"missing.{missing.reason}.open"))
    for one in missing.footprints:
        engine = plain(f"{one.engine} {one.release}".strip())
        where = {"accelerator": plain(one.accelerator)} if one.accelerator else {}
        key = "missing.footprint" if where else "missing.footprint.anywhere"
        shown = say(key, model=Code(one.model), engine=engine, total=gib(one.total_bytes, 1), **where)
        yield Line(say("source.dated", source=shown, date=When(date.fromisoformat(one.as_of))), LineStyle.QUIET)


def remedy_rows(remedies: tuple[Remedy, ...]) -> Iterator[SideRow]:
    """Yield one row with a line for each change after which the layout would hold, largest effect first."""
    if remedies:
        yield SideRow(say("remedy.label"), tuple(Line(_remedy(one)) for one in remedies))


def _remedy(remedy: Remedy) -> Inline:
    change: Inline = say(f"remedy.{remedy.change}", before=_shown(remedy.before), after=_shown(remedy.after))
    for one in remedy.also:
        first = say(f"remedy.{one.change}", before=_shown(one.before), after=_shown(one.after))
        change = say("remedy.pair", first=first, second=change)
    return say(
        "remedy.effect",
        change=change,
        needed=gib(remedy.needed, 1),
        visible=gib(remedy.visible, 1),
        tensor=number(remedy.tensor_parallel),
        pipeline=number(remedy.pipeline_parallel),
    )


def _shown(value: int | str) -> Inline:
    return number(value) if isinstance(value, int) else Code(value)
