"""Numbers, units and dates as each language writes them, by the house rules for typography."""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Final

from babel.dates import format_date

NARROW: Final = "\u202f"


@dataclass(frozen=True, slots=True)
class Conventions:
    """How one language writes numbers and dates.

    `group_from` is the number of digits from which thousands are grouped; `percent_gap` stands before the sign.
    """

    locale: str
    decimal: str
    group: str
    group_from: int
    percent_gap: str
    long_date: str
    weekday_date: str
    short_date: str


CONVENTIONS: Final[dict[str, Conventions]] = {
    "en": Conventions("en_GB", ".", ",", 4, "", "d MMMM y", "EEEE d MMMM y", "d MMM y"),
    "es": Conventions("es_ES", ",", NARROW, 5, NARROW, "d 'de' MMMM 'de' y", "EEEE, d 'de' MMMM 'de' y", "dd/MM/y"),
    "de": Conventions("de_DE", ",", NARROW, 5, NARROW, "d. MMMM y", "EEEE, d. MMMM y", "dd.MM.y"),
}


def format_number(value: float | Decimal, digits: int | None, language: str, group_from: int | None = None) -> str:
    """Write a number with `digits` after the point, or as many as a Decimal carries where `digits` is None."""
    conventions = CONVENTIONS[language]
    plain = f"{value:f}" if digits is None else f"{value:.{digits}f}"
    sign, plain = ("−", plain[1:]) if plain.startswith("-") else ("", plain)
    whole, _, fraction = plain.partition(".")
    if len(whole) >= (group_from or conventions.group_from):
        whole = f"{int(whole):,}".replace(",", conventions.group)
    return sign + whole + (conventions.decimal + fraction if fraction else "")


def with_unit(number: str, unit: str, language: str) -> str:
    """Join a number and a unit symbol with the gap of the language."""
    if not unit:
        return number
    gap = CONVENTIONS[language].percent_gap if unit == "%" else NARROW
    return f"{number}{gap}{unit}"


def format_day(day: date, language: str, *, weekday: bool = False, short: bool = False) -> str:
    """Write a date in words, with its weekday, or in the short form of tables."""
    conventions = CONVENTIONS[language]
    pattern = conventions.short_date if short else conventions.weekday_date if weekday else conventions.long_date
    return format_date(day, pattern, locale=conventions.locale)


def format_offset(instant: datetime) -> str:
    """Write the offset from UTC, as in UTC+01:00."""
    offset = instant.utcoffset()
    minutes = 0 if offset is None else int(offset.total_seconds() // 60)
    sign = "−" if minutes < 0 else "+"
    return f"UTC{sign}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}" if minutes else "UTC"
