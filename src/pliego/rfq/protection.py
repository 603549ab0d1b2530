"""Residency and protection of data, and backup and restore: what is asked for, side by side."""

from datetime import date
from typing import TYPE_CHECKING

from pliego.catalog.facts import RegionSet
from pliego.document.model import (
    Block,
    Column,
    Group,
    Inline,
    Line,
    Listed,
    Row,
    Section,
    SideRow,
    SideText,
    Table,
    UserText,
    When,
)
from pliego.rfq.levels import asked_values
from pliego.rfq.phrases import amount, body, number, places, say
from pliego.rfq.thresholds import Names
from pliego.spec.models import Spec
from pliego.spec.sections.protection import Backup, DataResidency, Processing
from pliego.spec.values import Level, RegionsLevel
from pliego.units import Quantity

if TYPE_CHECKING:
    from pliego.findings import SpecPath

_QUESTIONS = ("storage", "processing", "backups", "logs", "support_access")
"""Questions that every request answers or leaves open in so many words."""
_MORE_QUESTIONS = ("keys", "jurisdiction")
"""Questions that are printed where they are asked."""
_PROCESSING_ROWS = (
    "role",
    "contract",
    "sub_processors_listed",
    "sub_processor_notice",
    "prompt_retention",
    "log_retention",
    "no_training",
    "breach_notice",
)
_BACKUP_ROWS = (
    "scope",
    "interval",
    "rpo",
    "rto",
    "copies",
    "sites",
    "encrypted",
    "retention",
    "restore_test",
)


def residency_section(spec: Spec, names: Names, sets: tuple[RegionSet, ...]) -> Section | None:
    """Return where data may be; storage, processing, backups, logs and support are separate questions."""
    residency = spec.data_residency
    if residency is None:
        return None
    asked = [*_QUESTIONS, *(question for question in _MORE_QUESTIONS if getattr(residency, question) is not None)]
    rows = [_residency_row(question, getattr(residency, question), names) for question in asked]
    holder = asked_values("residency_key_holder", residency.key_holder, ("data_residency", "key_holder"))
    if any(holder):
        rows.append(Row((body(say("residency.key_holder")), *(body(value or say("slo.none")) for value in holder))))
    columns = (
        Column(say("column.question"), 43.5),
        Column(say("column.mandatory"), 66.5),
        Column(say("column.preferred"), 60),
    )
    blocks: list[Block] = [Table("residency", say("residency.caption"), columns, (Group(tuple(rows)),))]
    if side := tuple(_residency_notes(residency, names, sets)):
        blocks.append(SideText(side))
    if processing := _processing_table(residency.processing_contract):
        blocks.append(processing)
    return Section(
        "residency",
        say("residency.title"),
        tuple(blocks),
        lead=say("residency.lead"),
        note=say("residency.note"),
        same_page=True,
    )


def _residency_row(question: str, level: RegionsLevel | None, names: Names) -> Row:
    must = level.must if level else None
    prefer = level.prefer.value if level and level.prefer else None
    open_point = say("residency.open")
    return Row(
        (
            body(say(f"residency.{question}")),
            body(places(must, names) if must else open_point),
            body(places(prefer, names) if prefer else say("slo.none")),
        )
    )


def _residency_notes(residency: DataResidency, names: Names, sets: tuple[RegionSet, ...]) -> list[SideRow]:
    rows = []
    if residency.personal_data is not None:
        key = "residency.personal.yes" if residency.personal_data else "residency.personal.no"
        lines = [Line(say(key))]
        if residency.personal_data and residency.processing_contract is None:
            lines.append(Line(say("residency.personal.open")))
        rows.append(SideRow(say("residency.personal"), tuple(lines)))
    for region_set in sets:
        label = say(f"set.{region_set.code}") if region_set.code in ("EEA", "EU") else UserText(region_set.code)
        members = Listed(places(region_set.members, names).items, alphabetical=True)
        rows.append(
            SideRow(
                label,
                (
                    Line(
                        say(
                            "residency.members",
                            members=members,
                            date=When(date.fromisoformat(region_set.as_of)),
                        )
                    ),
                ),
            )
        )
    return rows


def _processing_table(processing: Processing | None) -> Table | None:
    """Return the terms on which personal data are processed, None where none is asked for."""
    rows = []
    for name in _PROCESSING_ROWS if processing else ():
        kind = f"processing_{name}"
        path: SpecPath = ("data_residency", "processing_contract", name)
        values = asked_values(kind, getattr(processing, name), path)
        if any(values):
            cells = (body(value or say("slo.none")) for value in values)
            rows.append(Row((body(say(f"requirement.{kind}.name")), body(say(f"processing.{name}")), *cells)))
    if not rows:
        return None
    columns = (
        Column(say("column.subject"), 43.5),
        Column(say("column.meaning"), 61.5),
        Column(say("column.mandatory"), 35),
        Column(say("column.preferred"), 30),
    )
    return Table("processing", say("processing.caption"), columns, (Group(tuple(rows)),))


def backup_section(spec: Spec, names: Names) -> Section | None:
    """Return what is backed up, how often, and how fast it is back."""
    backup = spec.backup
    if backup is None:
        return None
    rows = tuple(row for name in _BACKUP_ROWS if (row := _backup_row(name, backup, names)))
    columns = (
        Column(say("column.subject"), 43.5),
        Column(say("column.meaning"), 61.5),
        Column(say("column.mandatory"), 35),
        Column(say("column.preferred"), 30),
    )
    table = Table("backup", say("backup.caption"), columns, (Group(rows),))
    blocks = (table,) if rows else (SideText((SideRow(say("backup.title"), (Line(say("backup.open")),)),)),)
    return Section(
        "backup",
        say("backup.title"),
        blocks,
        lead=say("backup.lead"),
        note=say("backup.note"),
        same_page=True,
    )


def _backup_row(name: str, backup: Backup, names: Names) -> Row | None:
    holder = backup.copies if name in ("sites", "encrypted") else backup
    level: Level[Quantity] | None = getattr(holder, name) if holder else None
    must = _asked_for(name, level.must, names) if level else None
    prefer = _asked_for(name, level.prefer.value, names) if level and level.prefer else None
    if must is None and prefer is None:
        return None
    kind = f"backup_copies_{name}" if holder is backup.copies else f"backup_{name}"
    cells = (body(value or say("slo.none")) for value in (must, prefer))
    return Row((body(say(f"requirement.{kind}.name")), body(say(f"backup.{name}")), *cells))


def _asked_for(name: str, value: object, names: Names) -> Inline | None:
    """Return a value in words, None where nothing is asked for: no value, or a `false`."""
    return None if value is None or value is False else _level_value(name, value, names)


def _level_value(name: str, value: object, names: Names) -> Inline:
    sign = "threshold.at_least" if name in ("copies", "retention") else "threshold.at_most"
    if isinstance(value, Quantity):
        return say(sign, value=amount(value))
    if isinstance(value, bool):
        return say("threshold.yes")
    if isinstance(value, int):
        return say(sign, value=number(value))
    if isinstance(value, list) and name == "sites":
        return places(value, names)
    if isinstance(value, list):
        return Listed(tuple(UserText(str(item), ("backup", name)) for item in value))
    return say(f"word.{value}")
