"""Side-headed rows of the annex: the engine that is reckoned with, and what would make a layout fit."""

from collections.abc import Iterator

from pliego.document.model import Code, Inline, Line, Listed, SideRow, UserText
from pliego.rfq.phrases import gib, number, say
from pliego.sizing.terms import Remedy, WorkloadSizing


def engine_rows(workload: WorkloadSizing) -> Iterator[SideRow]:
    """Yield the engine releases that the overheads are those of."""
    if not workload.engines:
        return
    names = Listed(tuple(UserText(label, language="en") for label in workload.engines))
    key = "engine.release" if len(workload.engines) == 1 else "engine.open"
    yield SideRow(say("engine.label"), (Line(say(key, releases=names)),))


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
