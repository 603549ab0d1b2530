"""Certificates that buyers ask for, dated rules of European law, and adequacy of countries for transfers of data."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate, report or scheme. `never_mandatory`: nobody can hold it yet, so nobody may be asked for it."""

    id: str
    name: str
    aliases: tuple[str, ...]
    status: str
    never_mandatory: bool
    ask: tuple[str, ...]
    grade: str
    as_of: str


@dataclass(frozen=True, slots=True)
class DatedRule:
    """A rule with the days from and to which it holds. A `status` of `proposal` is no law and never a duty."""

    id: str
    status: str
    values: Mapping[str, Any]
    start: date | None
    end: date | None
    grade: str
    as_of: str

    def holds_on(self, day: date) -> bool:
        """Say whether it is law on a day."""
        begun = self.start is not None and self.start <= day
        return self.status == "in_force" and begun and (self.end is None or day <= self.end)


@dataclass(frozen=True, slots=True)
class Adequacy:
    """A decision that a country protects personal data adequately. `conditions` None: without any."""

    code: str
    conditions: str | None
    status: str
    expires: date | None
    as_of: str


def certificates(data: Mapping[str, Any]) -> tuple[Certificate, ...]:
    """Type `certificates.json`."""
    return tuple(
        Certificate(
            row["id"],
            row["name"],
            tuple(row["aliases"]),
            row["status"],
            row["never_mandatory"],
            tuple(row["ask"]),
            row["grade"],
            row["as_of"],
        )
        for row in data["certificates"]
    )


def dated_rules(data: Mapping[str, Any]) -> Mapping[str, DatedRule]:
    """Type `dated_rules.json`, by id."""
    return {
        row["id"]: DatedRule(
            row["id"],
            row["status"],
            row["values"],
            _day(row["in_force_from"]),
            _day(row["in_force_until"]),
            row["grade"],
            row["as_of"],
        )
        for row in data["rules"]
    }


def adequacy(data: Mapping[str, Any]) -> Mapping[str, Adequacy]:
    """Return the adequacy decisions of `regions.json`, by country."""
    return {
        row["code"]: Adequacy(row["code"], row["conditions"], row["status"], _day(row["expires"]), row["as_of"])
        for row in data["adequacy"]
    }


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
