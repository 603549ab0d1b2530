"""Thresholds of requirements as lines of a cell: comparator, number and unit first, conditions below."""

from collections.abc import Mapping
from datetime import date

from pliego.document.model import Cell, Code, Inline, Line, LineStyle, Listed, UserText, When
from pliego.requirements.model import (
    Direction,
    MemoryAlternative,
    Requirement,
    ThresholdValue,
)
from pliego.requirements.releases import read_release
from pliego.rfq.format_names import format_name
from pliego.rfq.phrases import amount, counted, gib, in_work, number, places, plain_number, say
from pliego.units import Quantity

Names = Mapping[str, Mapping[str, str]]

_COUNTED = {
    "capacity_context": "count.tokens",
    "backup_copies": "count.copies",
    "machine_cpu_cores_per_accelerator": "count.cores",
    "machine_cpu_cores": "count.cores",
    "operation_credits_termination_after": "count.months",
}
_OF_HOUSE_WORDS = ("storage_survives", "operation_monitoring_figures")
"""Lists whose entries are words of the format; all other lists are in the buyer's words."""
_RELEASES = ("operation_versions_driver", "operation_versions_framework", "operation_versions_runtime")
_COMPARATORS = {Direction.AT_MOST: "threshold.at_most", Direction.AT_LEAST: "threshold.at_least"}


def threshold_cell(requirement: Requirement, names: Names) -> Cell:
    """Return the threshold of a requirement, strongest line first."""
    value = requirement.threshold.value
    qualifiers = _qualifiers(requirement)
    if isinstance(value, Quantity):
        comparator = _COMPARATORS[requirement.threshold.direction]
        return Line(say(comparator, value=amount(value)), LineStyle.THRESHOLD), *qualifiers
    if isinstance(value, bool):
        return Line(say("threshold.yes"), LineStyle.WORD), *qualifiers
    if isinstance(value, int | float):
        comparator = _COMPARATORS[requirement.threshold.direction]
        unit = _unit_of(requirement)
        return (Line(say(comparator, value=plain_number(value)), LineStyle.THRESHOLD), *unit, *qualifiers)
    if isinstance(value, tuple) and value and isinstance(value[0], MemoryAlternative):
        return _alternatives(value)
    return _in_words(requirement, names, qualifiers)


def plain_value(requirement: Requirement, value: ThresholdValue, names: Names) -> Inline:
    """Return a value without comparator, as in the column where points begin."""
    if isinstance(value, Quantity):
        return amount(value)
    if isinstance(value, bool):
        return say("threshold.yes")
    if isinstance(value, int | float):
        noun = _noun(requirement) or "count.plain"
        return counted(value, noun) if isinstance(value, int) else plain_number(value)
    if isinstance(value, str):
        from_words = UserText(value, (*requirement.path, "prefer", "from"))
        return from_words if requirement.kind == "clause" else _word(requirement, value)
    covers = requirement.threshold.direction is Direction.COVERS
    return _listed(requirement, value) if covers else places((str(item) for item in value), names)


def _noun(requirement: Requirement) -> str | None:
    """Return the key of what a whole number counts."""
    if requirement.kind == "capacity_sequences":
        return f"count.{in_work(str(requirement.facts.get('task', '')))}"
    return _COUNTED.get(requirement.kind)


def _unit_of(requirement: Requirement) -> tuple[Line, ...]:
    """Return the noun of a number; a ratio has none."""
    value, noun = requirement.threshold.value, _noun(requirement)
    if not isinstance(value, int) or noun is None:
        return ()
    return (Line(counted(value, noun + ".noun"), LineStyle.QUIET),)


def _qualifiers(requirement: Requirement) -> tuple[Line, ...]:
    facts = requirement.facts
    lines: list[Inline] = []
    if isinstance(facts.get("percentile"), int):
        lines.append(say(f"percentile.{facts['percentile']}"))
    if requirement.kind == "availability":
        lines.append(say("threshold.per_month"))
    if requirement.kind in ("weights_format", "kv_cache_format"):
        lines.append(say("threshold.or_equivalent_quality"))
    if requirement.kind == "model":
        lines.append(Code(str(requirement.threshold.value)))
        if "revision" in facts:
            lines.append(say("threshold.revision", revision=Code(str(facts["revision"]))))
    if "licence" in facts:
        day = When(date.fromisoformat(str(facts["as_of"])))
        key = "threshold.licence" if facts["verified"] == "yes" else "threshold.licence.unverified"
        lines.append(say(key, licence=UserText(str(facts["licence"]), language="en"), date=day))
    if isinstance(facts.get("users"), int):
        lines.append(say("threshold.users", n=number(int(str(facts["users"])))))
    return tuple(Line(line, LineStyle.QUIET) for line in lines)


def _alternatives(value: tuple[MemoryAlternative, ...]) -> Cell:
    lines = []
    for position, alternative in enumerate(value):
        key = "threshold.alternative" if position == 0 else "threshold.or_alternative"
        message = say(key, n=number(alternative.accelerators), memory=gib(alternative.driver_total, 1))
        lines.append(Line(message, LineStyle.WORD))
    return (*lines, Line(say("threshold.alternative_note"), LineStyle.QUIET))


def _in_words(requirement: Requirement, names: Names, qualifiers: tuple[Line, ...]) -> Cell:
    value = requirement.threshold.value
    if requirement.threshold.direction is Direction.WITHIN:
        return Line(places((str(code) for code in value), names), LineStyle.WORD), *qualifiers  # type: ignore[union-attr]
    if requirement.threshold.direction is Direction.COVERS:
        return (Line(say("threshold.all_of"), LineStyle.WORD), Line(_listed(requirement, value), LineStyle.QUIET))  # type: ignore[arg-type]
    return Line(_word(requirement, str(value)), LineStyle.WORD), *qualifiers


def _listed(requirement: Requirement, value: tuple[object, ...]) -> Listed:
    """Return things that the buyer lists, in the buyer's words or in those of the format."""
    if requirement.kind in _OF_HOUSE_WORDS:
        return Listed(tuple(say(f"word.{item}") for item in value))
    return Listed(tuple(UserText(str(item), requirement.path) for item in value))


def _word(requirement: Requirement, value: str) -> Inline:
    if requirement.kind in ("weights_format", "kv_cache_format"):
        return format_name(value)
    if requirement.kind in _RELEASES:
        return _release(requirement, value)
    if requirement.kind in ("licence_attribution", "licence_derivative_name"):
        return say("threshold.quoted", text=UserText(value, language="en"))
    if requirement.kind == "operation_maintenance_window":
        return UserText(value, requirement.path)
    return say({"model": "threshold.exact", "clause": "threshold.as_worded"}.get(requirement.kind, f"word.{value}"))


def _release(requirement: Requirement, value: str) -> Inline:
    """Return a release with its sign before the version, and as written where it cannot be told apart."""
    release = read_release(value)
    if release is None:
        return UserText(value, requirement.path)
    version = say("threshold.at_least", value=UserText(release.version, requirement.path))
    if not release.name:
        return version
    return say("threshold.of_product", name=UserText(release.name, requirement.path), version=version)
