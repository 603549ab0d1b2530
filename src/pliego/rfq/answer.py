"""How to answer and by when: steps, prices, timetable and what the request leaves open."""

from collections.abc import Iterator

from pliego.document.model import Block, Code, Email, Inline, Line, Listed, Section, SideRow, SideText
from pliego.requirements.model import Requirement
from pliego.rfq.phrases import amount, say, when
from pliego.rfq.procedure import procedure_rows
from pliego.rfq.timetable_chart import timetable_chart
from pliego.spec.applicability import strangers
from pliego.spec.models import Spec, Workload

_TOPICS = ("model", "rights", "precision", "context", "load", "slo", "index", "data", "checkpoints")
_TRAINING = ("fine-tuning", "pre-training")
_STEPS = ("questions_by", "answers_by", "quotes_by", "award_by", "service_start")


def answer_section(spec: Spec, requirements: tuple[Requirement, ...]) -> Section:
    """Return the section that a provider reads first."""
    rows = list(_steps(spec, requirements))
    if timetable := _timetable(spec):
        rows.append(timetable)
    rows += procedure_rows(spec.rfq)
    if open_points := tuple(_unspecified(spec)):
        lead = say("unspecified.lead", topics=Listed(open_points, "semicolon" if len(spec.workloads) > 1 else "comma"))
        rows.append(SideRow(say("unspecified.label"), (Line(lead),)))
    return Section("answer", say("answer.title"), _blocks(spec, rows), note=say("answer.note"), same_page=True)


def _blocks(spec: Spec, rows: list[SideRow]) -> tuple[Block, ...]:
    """Return the steps, and the timetable as a line where there are enough dates for one."""
    steps = SideText(tuple(rows))
    chart = timetable_chart(spec)
    return (steps, chart) if chart else (steps,)


def _steps(spec: Spec, requirements: tuple[Requirement, ...]) -> Iterator[SideRow]:
    steps: list[tuple[Inline, Inline]] = []
    if requirements:
        steps += [
            (say("answer.codes.label"), say("answer.codes")),
            (say("answer.evidence.label"), say("answer.evidence")),
            (say("answer.equivalent.label"), say("answer.equivalent")),
        ]
    if any(requirement.pilot_case for requirement in requirements):
        steps.append((say("answer.pilot.label"), say("answer.pilot")))
    steps.append((say("answer.prices.label"), say("answer.prices")))
    steps.append((say("answer.send.label"), _send(spec)))
    for number, (label, text) in enumerate(steps, start=1):
        yield SideRow(label, (Line(text),), number=number)


def _send(spec: Spec) -> Inline:
    buyer, timetable = spec.rfq.buyer, spec.rfq.timetable
    contact = buyer.contact if buyer else None
    parts: list[Inline] = [say("send.reference", reference=Code(spec.rfq.id))]
    if contact:
        address = Email(contact.email, ("rfq", "buyer", "contact", "email"))
        parts.append(say("send.address", email=address))
    has_deadline = timetable is not None and timetable.quotes_by is not None
    if has_deadline:
        parts.append(say("send.deadline"))
    if timetable and timetable.quotes_valid_for:
        key = "send.valid" if has_deadline else "send.valid.open"
        parts.append(say(key, duration=amount(timetable.quotes_valid_for)))
    parts.append(say("send.unpaid"))
    return Listed(tuple(parts), "sentence")


def _timetable(spec: Spec) -> SideRow | None:
    timetable = spec.rfq.timetable
    moments = [(name, getattr(timetable, name)) for name in _STEPS] if timetable else []
    lines = tuple(
        Line(say("timetable.line", step=say(f"timetable.{name}"), date=when(moment, weekday=True)))
        for name, moment in moments
        if moment is not None
    )
    return SideRow(say("timetable.caption"), lines) if lines else None


def _unspecified(spec: Spec) -> Iterator[Inline]:
    """Yield what the request leaves open: a default is never a requirement, so the provider states what it offers."""
    for topic in _TOPICS:
        names = [name for name, one in spec.workloads.items() if getattr(one, topic) is None and _is_asked(topic, one)]
        if names and len(spec.workloads) == 1:
            yield say(f"unspecified.{topic}")
        elif names:
            whose = Listed(tuple(Code(name) for name in names), "and")
            yield say("unspecified.of", topic=say(f"unspecified.{topic}"), workload=whose)
    for topic in ("operation", "data_residency", "backup"):
        if getattr(spec, topic) is None:
            yield say(f"unspecified.{topic}")
    timetable = spec.rfq.timetable
    if timetable is None or timetable.quotes_by is None:
        yield say("unspecified.quotes_by")
    if timetable is None or timetable.service_start is None:
        yield say("unspecified.service_start")
    if spec.rfq.contract is None or spec.rfq.contract.term is None:
        yield say("unspecified.term")


def _is_asked(topic: str, workload: Workload) -> bool:
    """Say whether a topic belongs to a kind of work, so that leaving it out leaves something open.

    Classic machine learning starts from a method, not from a model; a training has no load of its own.
    """
    kind, mode = workload.task.kind, workload.task.mode
    if (topic,) in {*strangers(kind=kind), *strangers(mode=mode)}:
        return False
    return {
        "model": kind != "classic-ml",
        "rights": kind != "classic-ml",
        "load": mode not in (*_TRAINING, "training"),
        "data": mode == "training",
        "checkpoints": mode in _TRAINING,
    }.get(topic, True)
