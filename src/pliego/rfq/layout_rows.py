"""Side-headed rows of the annex: the engine that is reckoned with, and what would make a layout fit."""

from collections.abc import Iterator

from pliego.document.model import Code, Inline, Line, Listed, SideRow, UserText
from pliego.rfq.phrases import gib, number, say
from pliego.sizing.terms import Remedy, WorkloadSizing


def engine_rows(workload: WorkloadSizing) -> Iterator[SideRow]:
    """Yield the engine releases that the overheads are those of."""
    if not workload.engines:
        return
    names = Listed(tuple(releases(one.name, one.first, one.before) for one in workload.engines))
    key = "engine.release" if len(workload.engines) == 1 else "engine.open"
    lines = [Line(say(key, releases=names))]
    lines += [Line(say("engine.few", n=number(one.measured))) for one in workload.engines if one.few]
    yield SideRow(say("engine.label"), tuple(lines))


def releases(name: str, first: str, before: str | None) -> Inline:
    """Return engine releases in words: from one on, or up to another."""
    named = {"name": plain(name), "first": plain(first)}
    return say("engine.later", **named) if before is None else say("engine.span", **named, before=plain(before))


def plain(text: str) -> Inline:
    """Return a name or version that is the same in every language."""
    return UserText(text, language="en")


def remedy_rows(remedies: tuple[Remedy, ...]) -> Iterator[SideRow]:
    """Yield one row with a line for each change after which the layout would hold, largest effect first."""
    if remedies:
        yield SideRow(say("remedy.label"), tuple(Line(_remedy(one)) for one in remedies))


def _remedy(remedy: Remedy) -> Inline:
    change = say(f"remedy.{remedy.change}", before=_shown(remedy.before), after=_shown(remedy.after))
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
