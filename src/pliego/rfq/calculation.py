"""The calculation annex: every figure with formula, inputs, range and source; layouts that hold by memory."""

import re
from collections.abc import Iterator
from datetime import date

from pliego.document.model import (
    Block,
    Code,
    Inline,
    Line,
    LineStyle,
    Listed,
    Section,
    SideRow,
    SideText,
    UserText,
    When,
)
from pliego.findings import SpecPath, dotted
from pliego.rfq.accelerator_tables import (
    alternatives_table,
    classes_table,
    names_table,
    never_rows,
    splits_table,
)
from pliego.rfq.layout_rows import engine_rows, plain, remedy_rows, without_rule_lines
from pliego.rfq.phrases import counted, gib, number, plain_number, say
from pliego.rfq.term_tables import machine_table, memory_table, quantities_table
from pliego.sizing.terms import LayoutCheck, Missing, Sizing, Source, WorkloadSizing
from pliego.units import GIB


def calculation_section(sizing: Sizing, *, by_name: bool = False) -> Section:
    """Return the annex: by memory class without its sources, or `by_name` with them, as the buyer reads it."""
    sources = _source_numbers(sizing)
    blocks: list[Block] = []
    for workload in sizing.workloads:
        label = Code(workload.workload) if len(sizing.workloads) > 1 else None
        blocks += _workload_blocks(workload, label, sources, by_name=by_name)
    if sources:
        units = SideRow(say("calculation.units"), (Line(say("calculation.units.text")),))
        blocks.append(SideText((units, *(_notes(sources) if by_name else ()))))
    return Section(
        "calculation",
        say("calculation.title"),
        tuple(blocks),
        lead=say("calculation.lead" if sources else "calculation.lead.missing"),
        note=say("calculation.note"),
        annex=True,
    )


def source_rows(sizing: Sizing) -> tuple[SideRow, ...]:
    """Return the sources of the terms under the numbers by which the annex refers to them."""
    return tuple(_notes(_source_numbers(sizing)))


def _workload_blocks(
    workload: WorkloadSizing, label: Inline | None, sources: dict[Source, str], *, by_name: bool
) -> Iterator[Block]:
    memory = [term for term in workload.terms if term.unit == "B"]
    others = [term for term in workload.terms if term.unit != "B"]
    if others:
        yield quantities_table(others, label, sources)
    if memory:
        yield memory_table(memory, others, label, sources)
    if workload.alternatives:
        yield alternatives_table(workload.alternatives, label)
    elif any(split.terms for split in workload.splits):
        yield splits_table(workload.splits, label)
    if workload.machine:
        yield machine_table(workload.machine, label, sources)
    if workload.fits:
        yield names_table(workload.fits, label) if by_name else classes_table(workload.fits, label)
    rows = list(never_rows(workload.fits)) if by_name else []
    rows += [*engine_rows(workload), *_layout_rows(workload.layout)]
    rows += [*(remedy_rows(workload.remedies) if by_name else ()), *_missing_rows(workload.missing, by_path=by_name)]
    if rows:
        yield SideText(tuple(rows))


def _source_numbers(sizing: Sizing) -> dict[Source, str]:
    """Return the sources with their numbers, in the order of first use."""
    numbers: dict[Source, str] = {}
    for workload in sizing.workloads:
        for term in (*workload.terms, *workload.machine):
            for source in term.sources:
                numbers.setdefault(source, f"S{len(numbers) + 1}")
    return numbers


def _layout_rows(layout: LayoutCheck | None) -> Iterator[SideRow]:
    if layout is None:
        return
    lines = [Line(_split_of(layout))]
    low, high = layout.visible_low / GIB, layout.visible_high / GIB
    span = say("range.span", low=number(low, 1), high=number(high, 1, "GiB"))
    shown = number(low, 1, "GiB") if round(low, 1) == round(high, 1) else span
    verdict = say("verdict." + layout.verdict.value.replace(" ", "_"))
    lines.append(Line(say("layout.memory", needed=gib(layout.needed.value, 1), visible=shown, verdict=verdict)))
    if layout.offloaded is not None:
        fits = layout.offloaded
        parts = {"fitting": number(fits.fitting), "layers": number(fits.layers), "host": gib(fits.host_bytes, 1)}
        lines.append(Line(say("layout.offloaded", **parts)))
    if layout.taken is not None:
        taken = gib(layout.taken.value, 1)
        lines.append(
            Line(
                say(
                    "layout.taken",
                    taken=taken,
                    share=plain_number(layout.taken.share),
                    needed=gib(layout.taken.needed, 1),
                )
            )
        )
    if layout.room_tokens is not None:
        lines.append(Line(say("layout.room", tokens=number(layout.room_tokens)), LineStyle.QUIET))
    yield SideRow(say("layout.label"), tuple(lines))


def _split_of(layout: LayoutCheck) -> Inline:
    accelerators = counted(layout.accelerators, "count.accelerators")
    copies = counted(layout.copies, "count.model_copies")
    tensor = number(layout.tensor_parallel)
    if layout.pipeline_parallel == 1:
        return say("layout.split", n=accelerators, copies=copies, tensor=tensor)
    stages = number(layout.pipeline_parallel)
    return say("layout.split.stages", n=accelerators, copies=copies, tensor=tensor, stages=stages)


def _missing_rows(missing: tuple[Missing, ...], *, by_path: bool) -> Iterator[SideRow]:
    """Yield a row for each figure that cannot be computed: in words for a reader, by spec path for its writer."""
    figures: dict[str, list[Inline]] = {}
    for item in missing:
        if item.reason == "no_method":
            yield SideRow(say(f"term.{item.figure}"), tuple(_without_method(item, by_path=by_path)))
            continue
        if item.reason:
            yield SideRow(say(f"term.{item.figure}"), tuple(without_rule_lines(item)))
            continue
        lacking: list[Inline] = [Code(dotted(path)) if by_path else say(_stated(path)) for path in item.needs]
        figures.setdefault(item.figure, []).append(Listed(tuple(lacking), "or"))
    for figure, lacking in figures.items():
        yield SideRow(say(f"term.{figure}"), (Line(say("missing.needs", what=Listed(tuple(lacking), "and"))),))


def _without_method(item: Missing, *, by_path: bool) -> Iterator[Line]:
    """Yield that no method computes a figure, and what has to be stated before anybody can say whether it fits."""
    yield Line(say("missing.no_method"))
    if item.needs:
        lacking = tuple(Code(dotted(path)) if by_path else say(_stated(path)) for path in item.needs)
        yield Line(say("missing.open", what=Listed(lacking, "and")))


def _stated(path: SpecPath) -> str:
    """Return the key of what a spec path states, such as `stated.model.id`."""
    return ".".join(["stated", *map(str, path[2:])])


def _worded(family: str, text: str) -> Inline:
    """Return words of ours that stand in English where they are used, by the key that is made of them."""
    return say(f"{family}." + "_".join(re.findall(r"[a-z0-9]+", text.lower())))


def _source_text(source: Source) -> Inline:
    """Return what names a source: words of ours in the document's language, a cited title as it is."""
    if source.message:
        named = {
            one.name: number(one.value) if isinstance(one.value, int) else plain(one.value) for one in source.facts
        }
        ours = source.message.startswith("release")
        title = {"title": _worded("logs", source.text) if ours else plain(source.text)} if source.text else {}
        return say(f"source.{source.message}", **named, **title)
    if not source.text:
        return say(f"source.{source.key}")
    if source.key in ("arithmetic", "assumption"):
        return _worded("method", source.text)
    return UserText(source.text, language="en")


def _notes(sources: dict[Source, str]) -> Iterator[SideRow]:
    for source, label in sources.items():
        text: Inline = _source_text(source)
        dated = say("source.dated", source=text, date=When(date.fromisoformat(source.as_of))) if source.as_of else text
        named = bool(source.text or source.message)
        kind = say("source.of_kind", kind=say(f"source.{source.key}"), text=dated) if named else dated
        yield SideRow(Code(label), (Line(kind),))
