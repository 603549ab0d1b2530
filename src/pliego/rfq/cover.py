"""The cover: what is asked for, until when, by whom, and the four figures that a reader wants first."""

from collections.abc import Iterator

from pliego.document.model import Cover, Email, Glance, Inline, Line, LineStyle, Message, SideRow, UserText
from pliego.requirements.model import Direction, LevelName, Requirement
from pliego.rfq.demand import RUN_AMOUNTS, in_work
from pliego.rfq.phrases import amount, counted, gb, gib, number, plain_number, say, when
from pliego.sizing.terms import Sizing
from pliego.spec.models import Spec
from pliego.units import Quantity

GLANCE_FIGURES = 4
_LATENCIES = ("ttft", "first_audio", "tpot", "e2e")
_RATES = ("real_time_factor", "document_rate", "image_rate", "row_rate", "deadline", "throughput", "recall")
_COMPARATORS = {Direction.AT_MOST: "threshold.at_most", Direction.AT_LEAST: "threshold.at_least"}
_SERVICE_LEVELS = (*_LATENCIES, *_RATES)


def build_cover(spec: Spec, sizing: Sizing, requirements: tuple[Requirement, ...]) -> Cover:
    """Return the cover of the request."""
    return Cover(
        subtitle=_subtitle(spec),
        rows=tuple(_rows(spec)),
        glance=tuple(_glance(spec, sizing, requirements))[:GLANCE_FIGURES],
        counts=_counts(requirements),
    )


def _subtitle(spec: Spec) -> Inline:
    if spec.rfq.summary:
        return UserText(spec.rfq.summary, ("rfq", "summary"))
    if len(spec.workloads) > 1:
        return counted(len(spec.workloads), "cover.subtitle.several")
    name, workload = next(iter(spec.workloads.items()))
    task = say(f"task_name.{workload.task.kind}.{workload.task.mode}")
    peak = workload.load.concurrency.peak if workload.load and workload.load.concurrency else None
    model = workload.model.id if workload.model else None
    if model is None:
        return say("cover.subtitle.plain", task=task)
    short = (model.rpartition("/")[2] or model).replace("-", " ")
    text = UserText(short, ("workloads", name, "model", "id"))
    return (
        say(
            "cover.subtitle.full", task=task, model=text, n=counted(peak, f"count.flight.{in_work(workload.task.kind)}")
        )
        if peak
        else say("cover.subtitle.model", task=task, model=text)
    )


def _rows(spec: Spec) -> Iterator[SideRow]:
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


def _glance(spec: Spec, sizing: Sizing, requirements: tuple[Requirement, ...]) -> Iterator[Glance]:
    """Yield load, first service level, memory and availability, as far as they are known."""
    mandatory = [requirement for requirement in requirements if requirement.level is LevelName.MANDATORY]
    yield from _load_figure(spec, requirements)
    yield from _quantity_figures(mandatory, _SERVICE_LEVELS)
    for workload in sizing.workloads[:1]:
        if plan := workload.term("plan"):
            yield Glance(gib(plan.value), say("glance.memory", gb=gb(plan.value)))
    yield from _quantity_figures(mandatory, ("availability",))


def _load_figure(spec: Spec, requirements: tuple[Requirement, ...]) -> Iterator[Glance]:
    """Yield what is in work at the peak, or else the size of the work of the first workload."""
    first, workload = next(iter(spec.workloads.items()))
    kinds = {requirement.kind: requirement for requirement in requirements if requirement.workload == first}
    if in_flight := kinds.get("capacity_sequences"):
        longest = kinds.get("capacity_context")
        key = f"glance.{in_work(workload.task.kind)}"
        yield Glance(_count(in_flight), say(key) if longest is None else say(f"{key}.long", n=_count(longest)))
        return
    for name in RUN_AMOUNTS:
        if workload.load and (volume := getattr(workload.load, name)):
            yield Glance(amount(volume) if isinstance(volume, Quantity) else number(volume), say(f"glance.run.{name}"))
            return
    if workload.task.tokens:
        yield Glance(number(workload.task.tokens), say("glance.tokens"))
    if workload.index:
        yield Glance(number(workload.index.vectors), say("glance.vectors"))


def _count(requirement: Requirement) -> Inline:
    value = requirement.threshold.value
    return number(value if isinstance(value, int) else 0)


def _quantity_figures(requirements: list[Requirement], kinds: tuple[str, ...]) -> Iterator[Glance]:
    """Yield the first mandatory requirement of these kinds."""
    for requirement in requirements:
        value = requirement.threshold.value
        if requirement.kind in kinds and isinstance(value, Quantity | float):
            written = amount(value) if isinstance(value, Quantity) else plain_number(value)
            comparator = _COMPARATORS[requirement.threshold.direction]
            percentile = requirement.facts.get("percentile")
            caption = say(f"glance.{requirement.kind}" + (f".p{percentile}" if percentile else ""))
            yield Glance(say(comparator, value=written), caption)
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
