"""The cover: what is asked for, until when, by whom, and the four figures that a reader wants first."""

from collections.abc import Iterator

from pliego.document.model import (
    Code,
    Cover,
    Email,
    Glance,
    Inline,
    Line,
    LineStyle,
    Listed,
    Logo,
    Message,
    Named,
    SideRow,
    UserText,
)
from pliego.requirements.model import LevelName, Requirement
from pliego.rfq.phrases import amount, counted, gb, gib, in_work, number, say, when
from pliego.rfq.thresholds import Names
from pliego.sizing.terms import Sizing, WorkloadSizing
from pliego.spec.models import Spec
from pliego.units import Quantity

GLANCE_FIGURES = 4
_SERVICE_LEVELS = ("ttft", "tpot", "e2e")


def build_cover(
    spec: Spec, sizing: Sizing, requirements: tuple[Requirement, ...], names: Names, logo: Logo | None = None
) -> Cover:
    """Return the cover of the request."""
    return Cover(
        subtitle=_subtitle(spec),
        rows=tuple(_short_rows(spec) if spec.rfq.profile == "short" else _rows(spec, names)),
        glance=tuple(_glance(sizing, requirements))[:GLANCE_FIGURES],
        counts=_counts(requirements),
        logo=logo,
    )


def _subtitle(spec: Spec) -> Inline:
    if spec.rfq.summary:
        return UserText(spec.rfq.summary, ("rfq", "summary"))
    if len(spec.workloads) > 1:
        return counted(len(spec.workloads), "cover.subtitle.several")
    name, workload = next(iter(spec.workloads.items()))
    peak = workload.load.concurrency.peak if workload.load and workload.load.concurrency else None
    model = workload.model.id if workload.model else None
    work = say(f"work.{workload.task.kind}.{workload.task.mode}")
    if model is None:
        return say("cover.subtitle.plain", work=work)
    short = (model.rpartition("/")[2] or model).replace("-", " ")
    text = UserText(short, ("workloads", name, "model", "id"))
    if peak and (workload.task.kind, workload.task.mode) == ("text-generation", "online"):
        return say("cover.subtitle.full", model=text, n=counted(peak, "count.flight"))
    return say("cover.subtitle.model", work=work, model=text)


def _rows(spec: Spec, names: Names) -> Iterator[SideRow]:
    rfq = spec.rfq
    if timetable := rfq.timetable:
        if timetable.quotes_by:
            due = Line(when(timetable.quotes_by, weekday=True), LineStyle.THRESHOLD)
            yield SideRow(say("timetable.quotes_by"), (due,))
        if timetable.questions_by:
            yield SideRow(say("timetable.questions_by"), (Line(when(timetable.questions_by, weekday=True)),))
        if timetable.service_start:
            yield SideRow(say("timetable.service_start"), (Line(when(timetable.service_start, weekday=True)),))
    if buyer := rfq.buyer:
        lines = [Line(UserText(buyer.name, ("rfq", "buyer", "name")))]
        if buyer.address:
            lines.append(Line(UserText(buyer.address, ("rfq", "buyer", "address")), LineStyle.QUIET))
        if buyer.country is not None and buyer.country in names:
            lines.append(Line(Named(names[buyer.country]), LineStyle.QUIET))
        yield SideRow(say("cover.buyer"), tuple(lines))
        if contact := buyer.contact:
            path = ("rfq", "buyer", "contact")
            person = say(
                "cover.contact.line",
                name=UserText(contact.name, (*path, "name")),
                email=Email(contact.email, (*path, "email")),
            )
            phone = [Line(UserText(contact.phone, (*path, "phone")))] if contact.phone else []
            only = Line(say("cover.contact.only"), LineStyle.QUIET)
            yield SideRow(say("cover.contact"), (Line(person), *phone, only))


def _short_rows(spec: Spec) -> Iterator[SideRow]:
    """Yield what fits the head of a page: the dates, and buyer and contact in one row."""
    timetable, buyer = spec.rfq.timetable, spec.rfq.buyer
    if timetable and timetable.quotes_by:
        due = Line(when(timetable.quotes_by, weekday=True), LineStyle.THRESHOLD)
        yield SideRow(say("timetable.quotes_by"), (due,))
    if timetable and timetable.questions_by:
        yield SideRow(say("timetable.questions_by"), (Line(when(timetable.questions_by, weekday=True)),))
    if timetable and timetable.service_start:
        yield SideRow(say("timetable.service_start"), (Line(when(timetable.service_start, weekday=True)),))
    if buyer is None:
        return
    parts: list[Inline] = [UserText(buyer.name, ("rfq", "buyer", "name"))]
    if buyer.address:
        parts.append(UserText(buyer.address, ("rfq", "buyer", "address")))
    if contact := buyer.contact:
        path = ("rfq", "buyer", "contact")
        parts.append(UserText(contact.name, (*path, "name")))
        parts.append(Email(contact.email, (*path, "email")))
    yield SideRow(say("short.buyer"), (Line(Listed(tuple(parts))),))


def _glance(sizing: Sizing, requirements: tuple[Requirement, ...]) -> Iterator[Glance]:
    """Yield load, first service level, memory and availability, as far as they are known."""
    largest = max(sizing.workloads, key=_planned)
    own = [one for one in requirements if one.workload in (largest.workload, None)]
    mandatory = [requirement for requirement in own if requirement.level is LevelName.MANDATORY]
    figures = [*_load_figure(largest.workload, requirements), *_quantity_figures(mandatory, _SERVICE_LEVELS)]
    if plan := largest.term("plan"):
        figures.append(Glance(gib(plan.value), say("glance.memory", gb=gb(plan.value))))
    figures += _quantity_figures(mandatory, ("availability",))
    if len(sizing.workloads) == 1:
        yield from figures
        return
    for one in figures:
        yield Glance(one.figure, say("glance.of", what=one.caption, workload=Code(largest.workload)))


def _planned(workload: WorkloadSizing) -> float:
    """Return the bytes to plan with: the figures at a glance are those of the workload that needs most."""
    plan = workload.term("plan")
    return plan.value if plan else 0.0


def _load_figure(workload: str, requirements: tuple[Requirement, ...]) -> Iterator[Glance]:
    kinds = {requirement.kind: requirement for requirement in requirements if requirement.workload == workload}
    if sequences := kinds.get("capacity_sequences"):
        longest = kinds.get("capacity_context")
        held = in_work(str(sequences.facts.get("task", "")))
        caption = say(f"glance.{held}")
        if longest is not None and held == "sequences":
            caption = say("glance.sequences.long", n=_count(longest))
        yield Glance(_count(sequences), caption)


def _count(requirement: Requirement) -> Inline:
    value = requirement.threshold.value
    return number(value if isinstance(value, int) else 0)


def _quantity_figures(requirements: list[Requirement], kinds: tuple[str, ...]) -> Iterator[Glance]:
    """Yield the first mandatory requirement of these kinds."""
    for requirement in requirements:
        value = requirement.threshold.value
        if requirement.kind in kinds and isinstance(value, Quantity):
            comparator = "threshold.at_least" if requirement.kind == "availability" else "threshold.at_most"
            percentile = requirement.facts.get("percentile")
            caption = say(f"glance.{requirement.kind}" + (f".p{percentile}" if percentile else ""))
            yield Glance(say(comparator, value=amount(value)), caption)
            return


def _counts(requirements: tuple[Requirement, ...]) -> Message:
    mandatory = sum(requirement.level is LevelName.MANDATORY for requirement in requirements)
    preferred = len(requirements) - mandatory
    if not requirements:
        return say("cover.counts.none")
    if not preferred:
        return counted(mandatory, "cover.counts.mandatory")
    if not mandatory:
        return counted(preferred, "cover.counts.preferred")
    first, second = counted(mandatory, "cover.counts.mandatory"), counted(preferred, "cover.counts.preferred")
    return say("cover.counts.both", mandatory=first, preferred=second)
