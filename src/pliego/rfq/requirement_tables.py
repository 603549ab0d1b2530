"""The sections with mandatory and with preferred requirements, and the response matrix."""

from collections.abc import Callable, Iterator
from decimal import Decimal
from itertools import groupby

from pliego.document.model import (
    Cell,
    Code,
    Column,
    Group,
    Inline,
    Line,
    LineStyle,
    Mark,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
    UserText,
)
from pliego.requirements.model import Area, LevelName, PilotCaseKind, Requirement, Verification
from pliego.rfq.phrases import body, counted, plain_number, say
from pliego.rfq.points_chart import points_chart
from pliego.rfq.requirement_map import requirement_map
from pliego.rfq.sentences import requirement_name, what_is_required
from pliego.rfq.thresholds import Names, plain_value, threshold_cell
from pliego.spec.sections.look import Labels

RowMaker = Callable[[Requirement], Row]

_MARKS = {LevelName.MANDATORY: Mark.MANDATORY, LevelName.PREFERRED: Mark.PREFERRED}


def mandatory_section(
    requirements: tuple[Requirement, ...], names: Names, labels: Labels | None = None
) -> Section | None:
    """Return the section of mandatory requirements, or None where there are none."""
    chosen = _of_level(requirements, LevelName.MANDATORY)
    if not chosen:
        return None
    columns = (
        Column(say("column.requirement"), 43.5),
        Column(say("column.what"), 48),
        Column(say("column.threshold"), 27.5),
        Column(say("column.evidence"), 28),
        Column(say("column.verified"), 23),
    )
    table = Table(
        "mandatory",
        counted(len(chosen), "mandatory.caption"),
        columns,
        _by_area(chosen, lambda requirement: _mandatory_row(requirement, names)),
        key=_key(LevelName.MANDATORY, labels),
    )
    return Section(
        "mandatory",
        say("mandatory.title"),
        (chart, table) if (chart := requirement_map(requirements)) else (table,),
        lead=say("mandatory.lead"),
        note=counted(len(chosen), "mandatory.note"),
    )


def _mandatory_row(requirement: Requirement, names: Names) -> Row:
    return Row(
        (
            header_cell(requirement),
            body(what_is_required(requirement)),
            threshold_cell(requirement, names),
            body(say(f"evidence.{requirement.evidence}")),
            _verified_cell(requirement),
        ),
        mark=Mark.MANDATORY,
        anchor=requirement.id,
    )


def header_cell(requirement: Requirement) -> Cell:
    """Return the row header: id over name."""
    return Line(Code(requirement.id), LineStyle.ID), Line(requirement_name(requirement), LineStyle.NAME)


def _verified_cell(requirement: Requirement) -> Cell:
    if requirement.verification is Verification.PILOT and isinstance(requirement.pilot_case, PilotCaseKind):
        return Line(say("verified.pilot")), Line(say(f"pilot_case.{requirement.pilot_case}"), LineStyle.QUIET)
    return body(say(f"verified.{requirement.verification}"))


def preferred_section(
    requirements: tuple[Requirement, ...], names: Names, labels: Labels | None = None
) -> Section | None:
    """Return the section of preferred requirements, or None where there are none."""
    chosen = _of_level(requirements, LevelName.PREFERRED)
    if not chosen:
        return None
    columns = (
        Column(say("column.requirement"), 43.5),
        Column(say("column.what_preferred"), 40),
        Column(say("column.no_points"), 19),
        Column(say("column.all_points"), 26),
        Column(say("column.weight"), 19, numeric=True),
        Column(say("column.verified"), 22.5),
    )
    total = sum((Decimal(str(one.scoring.weight)) for one in chosen if one.scoring), Decimal())
    mandatory = {requirement.path: requirement for requirement in _of_level(requirements, LevelName.MANDATORY)}
    rows = tuple(_preferred_row(requirement, mandatory.get(requirement.path), names) for requirement in chosen)
    table = Table(
        "preferred",
        counted(len(chosen), "preferred.caption"),
        columns,
        (Group(rows), Group((_sum_row(total),))),
        key=_key(LevelName.PREFERRED, labels),
    )
    return Section(
        "preferred",
        say("preferred.title"),
        (table, _points_rule(chosen, total), *((chart,) if (chart := points_chart(chosen)) else ())),
        lead=say("preferred.lead"),
        note=counted(len(chosen), "preferred.note"),
        same_page=True,
    )


def _preferred_row(requirement: Requirement, mandatory: Requirement | None, names: Names) -> Row:
    scoring = requirement.scoring
    all_points = (
        *threshold_cell(requirement, names),
        Line(say("scoring.linear" if is_linear(requirement) else "scoring.all"), LineStyle.QUIET),
    )
    return Row(
        (
            header_cell(requirement),
            body(what_is_preferred(requirement, mandatory)),
            body(points_start(requirement, mandatory, names)),
            all_points,
            (Line(plain_number(scoring.weight if scoring else 1), LineStyle.THRESHOLD),),
            _verified_cell(requirement),
        ),
        mark=Mark.PREFERRED,
        anchor=requirement.id,
    )


def points_start(requirement: Requirement, mandatory: Requirement | None, names: Names) -> Inline:
    """Return the value where points begin; a clause that stands among the mandatory ones is not repeated."""
    start = requirement.scoring.start if requirement.scoring else None
    if start is None or (requirement.kind == "clause" and mandatory is not None):
        return say("scoring.no_start")
    return plain_value(requirement, start, names)


def what_is_preferred(requirement: Requirement, mandatory: Requirement | None) -> Inline:
    """Return the sentence; one that a mandatory requirement has in full is named, not repeated."""
    if mandatory is None or requirement.kind == "clause":
        return what_is_required(requirement)
    return say("preferred.as", id=Code(mandatory.id))


def is_linear(requirement: Requirement) -> bool:
    """Say whether points grow with the value offered; else they are given for all of it or not at all."""
    start = requirement.scoring.start if requirement.scoring else None
    return start is not None and not isinstance(requirement.threshold.value, str | tuple | bool)


def _sum_row(total: Decimal) -> Row:
    weight = (Line(plain_number(total), LineStyle.THRESHOLD),)
    return Row((body(say("preferred.sum")), (), (), (), weight, ()), total=True)


def _points_rule(chosen: tuple[Requirement, ...], total: Decimal) -> SideText:
    rows = [
        SideRow(
            say("preferred.rule.label"),
            (Line(say("preferred.rule", total=plain_number(total))),),
        )
    ]
    ways = {is_linear(requirement) for requirement in chosen}
    if False in ways:
        rows.append(SideRow(say("preferred.all.label"), (Line(say("preferred.all")),)))
    if True in ways:
        rows.append(SideRow(say("preferred.linear.label"), (Line(say("preferred.linear")),)))
    return SideText(tuple(rows))


def response_section(
    requirements: tuple[Requirement, ...], names: Names, labels: Labels | None = None
) -> Section | None:
    """Return the response matrix: one row for each requirement with fields to fill in."""
    if not requirements:
        return None
    columns = (
        Column(say("column.requirement"), 58),
        Column(say("column.level"), 20),
        Column(say("column.threshold"), 33),
        Column(say("column.answer"), 41),
        Column(say("column.value_offered"), 34),
        Column(say("column.evidence_place"), 35),
        Column(say("column.comment"), 36),
    )
    table = Table(
        "response",
        say("response.caption"),
        columns,
        _by_area(requirements, lambda requirement: _response_row(requirement, names, labels)),
        key=say("response.key"),
    )
    return Section(
        "response",
        say("response.title"),
        (table,),
        note=counted(len(requirements), "response.note"),
        annex=True,
        wide=True,
    )


def _response_row(requirement: Requirement, names: Names, labels: Labels | None) -> Row:
    field = (Line(say("response.field"), LineStyle.FIELD),)
    cells = (
        header_cell(requirement),
        body(level_name(requirement.level, labels)),
        threshold_cell(requirement, names),
        (Line(say("response.codes"), LineStyle.CODES),),
        field,
        field,
        field,
    )
    return Row(cells, mark=_MARKS[requirement.level])


def level_name(level: LevelName, labels: Labels | None) -> Inline:
    """Return what a level is called: as the buyer's house calls it, or as the language does."""
    own = getattr(labels, level) if labels else None
    return UserText(own, ("look", "labels", str(level))) if own else say(f"level.{level}")


def _key(level: LevelName, labels: Labels | None) -> Inline:
    """Return what the mark of a level stands for."""
    own = getattr(labels, level) if labels else None
    if not own:
        return say(f"{level}.key")
    return say(f"{level}.key.label", label=UserText(own, ("look", "labels", str(level))))


def _of_level(requirements: tuple[Requirement, ...], level: LevelName) -> tuple[Requirement, ...]:
    return tuple(requirement for requirement in requirements if requirement.level is level)


def _by_area(requirements: tuple[Requirement, ...], row: RowMaker) -> tuple[Group, ...]:
    return tuple(
        Group(tuple(row(requirement) for requirement in members), title=say(f"area.{area}"))
        for area, members in _areas(requirements)
    )


def _areas(requirements: tuple[Requirement, ...]) -> Iterator[tuple[Area, tuple[Requirement, ...]]]:
    for area, members in groupby(requirements, key=lambda requirement: requirement.area):
        yield area, tuple(members)
