"""The short profile: two pages with identity, requirements, prices and how to answer; annexes on demand."""

from collections.abc import Iterator
from decimal import Decimal

from pliego.document.model import (
    Code,
    Column,
    Email,
    Group,
    Inline,
    Line,
    LineStyle,
    Listed,
    Mark,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
)
from pliego.requirements.model import LevelName, PilotCaseKind, Requirement, Verification
from pliego.requirements.price_items import price_schedules
from pliego.rfq.phrases import amount, body, counted, plain_number, say, when
from pliego.rfq.prices import price_table
from pliego.rfq.requirement_tables import (
    header_cell,
    is_linear,
    points_start,
    what_is_preferred,
)
from pliego.rfq.sentences import what_is_required
from pliego.rfq.thresholds import Names, threshold_cell
from pliego.spec.models import Spec


def short_sections(spec: Spec, requirements: tuple[Requirement, ...], names: Names) -> tuple[Section, ...]:
    """Return the sections of the two pages; those without content are left out."""
    mandatory = tuple(one for one in requirements if one.level is LevelName.MANDATORY)
    preferred = tuple(one for one in requirements if one.level is LevelName.PREFERRED)
    sections = (
        _mandatory(mandatory, names) if mandatory else None,
        _preferred(preferred, mandatory, names) if preferred else None,
        _prices(spec),
        _answer(spec, requirements),
    )
    return tuple(section for section in sections if section is not None)


def _mandatory(requirements: tuple[Requirement, ...], names: Names) -> Section:
    columns = (
        Column(say("column.requirement"), 43.5),
        Column(say("column.what"), 72.5),
        Column(say("column.threshold"), 30),
        Column(say("column.verified"), 24),
    )
    rows = tuple(
        Row(
            (
                header_cell(one),
                body(what_is_required(one)),
                threshold_cell(one, names),
                body(_verified(one)),
            ),
            mark=Mark.MANDATORY,
            anchor=one.id,
        )
        for one in requirements
    )
    caption = counted(len(requirements), "short.mandatory.caption")
    table = Table("mandatory", caption, columns, (Group(rows),), key=say("short.mandatory.key"))
    return Section("mandatory", say("mandatory.title"), (table,), same_page=True)


def _verified(requirement: Requirement) -> Inline:
    if requirement.verification is Verification.PILOT and isinstance(requirement.pilot_case, PilotCaseKind):
        return say(f"pilot_case.{requirement.pilot_case}.title")
    return say(f"verified.{requirement.verification}")


def _preferred(requirements: tuple[Requirement, ...], mandatory: tuple[Requirement, ...], names: Names) -> Section:
    columns = (
        Column(say("column.requirement"), 43.5),
        Column(say("column.what_preferred"), 57.5),
        Column(say("column.no_points"), 22),
        Column(say("column.all_points"), 30),
        Column(say("column.weight"), 17, numeric=True),
    )
    twins = {one.path: one for one in mandatory}
    rows = tuple(
        Row(
            (
                header_cell(one),
                body(what_is_preferred(one, twins.get(one.path))),
                body(points_start(one, twins.get(one.path), names)),
                (
                    *threshold_cell(one, names),
                    Line(say("scoring.linear" if is_linear(one) else "scoring.all"), LineStyle.QUIET),
                ),
                (Line(plain_number(one.scoring.weight if one.scoring else 1), LineStyle.THRESHOLD),),
            ),
            mark=Mark.PREFERRED,
            anchor=one.id,
        )
        for one in requirements
    )
    total = sum((Decimal(str(one.scoring.weight)) for one in requirements if one.scoring), Decimal())
    caption = say(
        "short.preferred.caption",
        requirements=counted(len(requirements), "count.requirements"),
        total=plain_number(total),
    )
    table = Table("preferred", caption, columns, (Group(rows),), key=say("short.preferred.key"))
    return Section("preferred", say("preferred.title"), (table,), same_page=True)


def _prices(spec: Spec) -> Section:
    tables = tuple(price_table(spec, schedule, grouped=False) for schedule in price_schedules(spec))
    return Section("prices", say("prices.title"), tables, same_page=True)


def _answer(spec: Spec, requirements: tuple[Requirement, ...]) -> Section:
    rows = [SideRow(say("short.answer"), tuple(_response(spec, requirements)))]
    if pilot := _pilot(spec, requirements):
        rows.append(SideRow(say("answer.pilot.label"), (Line(pilot),)))
    rows.append(SideRow(say("prices.fill"), (Line(say("short.prices.words")),)))
    rows.append(SideRow(say("short.validity"), (Line(Listed(tuple(_validity(spec)), "sentence")),)))
    signing = tuple(Line(say(f"short.sign.{part}"), LineStyle.SIGN) for part in ("name", "date"))
    rows.append(SideRow(say("short.sign"), signing))
    return Section("answer", say("answer.title"), (SideText(tuple(rows)),), same_page=True)


def _response(spec: Spec, requirements: tuple[Requirement, ...]) -> Iterator[Line]:
    if requirements:
        yield Line(say("short.codes"))
    contact = spec.rfq.buyer.contact if spec.rfq.buyer else None
    if contact:
        address = Email(contact.email, ("rfq", "buyer", "contact", "email"))
        yield Line(say("short.send", reference=Code(spec.rfq.id), email=address))


def _pilot(spec: Spec, requirements: tuple[Requirement, ...]) -> Inline | None:
    if not any(one.pilot_case for one in requirements):
        return None
    parts: list[Inline] = [say("short.pilot")]
    if spec.pilot and spec.pilot.period:
        period = spec.pilot.period
        parts.append(say("short.pilot.dates", start=when(period.start), end=when(period.end)))
    return Listed(tuple(parts), "sentence")


def _validity(spec: Spec) -> Iterator[Inline]:
    timetable = spec.rfq.timetable
    if timetable and timetable.quotes_valid_for:
        yield say(
            "send.valid" if timetable.quotes_by else "send.valid.open", duration=amount(timetable.quotes_valid_for)
        )
    yield say("send.unpaid")
    yield say("short.annexes")
