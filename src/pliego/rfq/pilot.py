"""The pilot before the award: its cases with what each proves and when it is passed, and the rules of conduct."""

from collections.abc import Iterator

from pliego.document.model import (
    Block,
    Cell,
    Code,
    Column,
    Group,
    Inline,
    Line,
    LineStyle,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
    UserText,
)
from pliego.pilot.cases import DEFAULT_CONFIDENCE, PilotCase, pilot_cases
from pliego.requirements.model import LevelName, PilotCaseKind, Requirement
from pliego.rfq.phrases import amount, body, counted, number, plain_number, say, when
from pliego.rfq.sentences import load_phrase, requirement_name
from pliego.rfq.thresholds import Names, threshold_cell
from pliego.spec.models import Spec
from pliego.spec.sections.award import Pilot, QualityTask

_FIELD: Cell = (Line(say("response.field"), LineStyle.FIELD),)


def pilot_section(spec: Spec, requirements: tuple[Requirement, ...], names: Names) -> Section | None:
    """Return the cases and the frame of the pilot, or None where nothing is shown in a pilot."""
    cases = pilot_cases(spec, requirements)
    blocks: list[Block] = [_table(spec, cases, names)] if cases else []
    if rows := (*_judgement(spec, cases), *(_pilot_rows(spec.pilot) if spec.pilot else ())):
        blocks.append(SideText(rows))
    if not blocks:
        return None
    return Section(
        "pilot",
        say("pilot.title"),
        tuple(blocks),
        lead=say("pilot.lead"),
        note=counted(len(cases), "pilot.cases.note") if cases else say("pilot.note"),
        same_page=True,
    )


def _table(spec: Spec, cases: tuple[PilotCase, ...], names: Names) -> Table:
    columns = (
        Column(say("column.case"), 43.5),
        Column(say("column.procedure"), 44.5),
        Column(say("column.sample"), 24),
        Column(say("column.accepted"), 40),
        Column(say("column.result"), 18),
    )
    rows = tuple(_case_row(spec, case, names) for case in cases)
    return Table("pilot", counted(len(cases), "pilot.cases.caption"), columns, (Group(rows),))


def _case_row(spec: Spec, case: PilotCase, names: Names) -> Row:
    several = len(spec.workloads) > 1 and case.subject is not None
    title = say(f"pilot_case.{case.kind}.title")
    if several and case.subject:
        title = say("pilot.case_of", case=title, subject=Code(case.subject))
    header = (
        Line(Code(case.id), LineStyle.ID),
        Line(title, LineStyle.NAME),
        *(Line(Code(one.id), LineStyle.ID) for one in case.named),
    )
    cells = (header, body(_procedure(case)), body(_sample(spec, case)), tuple(_accepted(case, names)), _FIELD)
    return Row(cells, anchor=case.id)


def _procedure(case: PilotCase) -> Inline:
    key = f"pilot_case.{case.kind}.procedure"
    if case.kind is not PilotCaseKind.ACCEPTANCE_LOAD:
        return say(key)
    return say(key, load=load_phrase(next((one for one in case.requirements if one.facts), case.requirements[0])))


def _sample(spec: Spec, case: PilotCase) -> Inline:
    if case.kind is PilotCaseKind.QUALITY:
        tasks = (spec.pilot.quality_tasks if spec.pilot else None) or {}
        items = sum(task.samples or 0 for task in tasks.values())
        return counted(items, "pilot.sample.items") if items else say("pilot.sample.agreed")
    if case.windows is None:
        return say(f"pilot_case.{case.kind}.sample")
    if case.requests is None:
        return counted(case.windows, "pilot.sample.windows")
    return say("pilot.sample.requests", windows=counted(case.windows, "count.windows"), n=number(case.requests))


def _accepted(case: PilotCase, names: Names) -> Iterator[Line]:
    """Yield what must hold, requirement by requirement; those that are only preferred are measured for their points."""
    for requirement in case.requirements:
        if requirement.level is LevelName.MANDATORY:
            yield Line(requirement_name(requirement), LineStyle.QUIET)
            yield from (line for line in threshold_cell(requirement, names) if line.style is not LineStyle.QUIET)
    preferred = sum(one.level is LevelName.PREFERRED for one in case.requirements)
    if preferred:
        yield Line(counted(preferred, "pilot.measured"), LineStyle.QUIET)


def _judgement(spec: Spec, cases: tuple[PilotCase, ...]) -> Iterator[SideRow]:
    """Yield how a percentile is judged, where one is, and what holds of every case."""
    if any(case.requests for case in cases):
        stated = spec.pilot.confidence if spec.pilot else None
        share = amount(stated) if stated else say("pilot.share", n=plain_number(DEFAULT_CONFIDENCE * 100))
        yield SideRow(say("pilot.judgement"), (Line(say("pilot.judgement.text", share=share)),))
    if cases:
        yield SideRow(say("pilot.records"), (Line(say("pilot.records.text")),))


def _pilot_rows(pilot: Pilot) -> Iterator[SideRow]:
    if pilot.period is not None:
        span = say("pilot.period.text", start=when(pilot.period.start), end=when(pilot.period.end))
        yield SideRow(say("pilot.period"), (Line(span),))
    if pilot.duration is not None:
        yield SideRow(say("pilot.duration"), (Line(say("pilot.duration.text", time=amount(pilot.duration))),))
    if pilot.retries is not None or pilot.cure_time is not None:
        yield SideRow(say("pilot.chances"), tuple(_chances(pilot)))
    if pilot.paid_by is not None:
        yield SideRow(say("pilot.cost"), (Line(say(f"pilot.paid_by.{pilot.paid_by}")),))
    if pilot.data is not None:
        yield SideRow(say("pilot.data"), tuple(_data(pilot)))
    for name, task in (pilot.quality_tasks or {}).items():
        label = UserText(name, ("pilot", "quality_tasks", name))
        yield SideRow(say("pilot.quality"), (Line(label, LineStyle.NAME), *_quality(name, task)))
    if pilot.existing_result is not None and pilot.existing_result != "none":
        result = UserText(pilot.existing_result, ("pilot", "existing_result"))
        yield SideRow(say("pilot.existing"), (Line(say("pilot.existing.text", result=result)),))


def _chances(pilot: Pilot) -> Iterator[Line]:
    if pilot.retries == 0:
        yield Line(say("pilot.retries.none"))
    elif pilot.retries is not None:
        yield Line(counted(pilot.retries, "pilot.retries"))
    if pilot.cure_time is not None:
        yield Line(say("pilot.cure_time", time=amount(pilot.cure_time)))


def _data(pilot: Pilot) -> Iterator[Line]:
    data = pilot.data
    if data is None:
        return
    if data.description:
        yield Line(UserText(data.description, ("pilot", "data", "description")))
    yield Line(say(f"pilot.data.authorised.{'yes' if data.authorised else 'no'}"))
    yield Line(say(f"pilot.data.anonymised.{'yes' if data.anonymised else 'no'}"))


def _quality(name: str, task: QualityTask) -> Iterator[Line]:
    yield Line(UserText(task.metric, ("pilot", "quality_tasks", name, "metric")))
    if task.samples is not None:
        yield Line(say("pilot.quality.samples", n=number(task.samples)))
    if task.baseline is not None:
        yield Line(say("pilot.quality.baseline", value=plain_number(task.baseline)))
    if task.margin is not None:
        yield Line(say("pilot.quality.margin", share=amount(task.margin)))
