"""Inline content: message keys, the buyer's own text, identifiers, and values that languages write differently."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from types import MappingProxyType
from typing import TypeAlias

from pliego.findings import SpecPath
from pliego.units import Quantity


@dataclass(frozen=True, slots=True)
class Message:
    """House text: a key of the translation catalogs and its parameters. `count` selects the plural form."""

    key: str
    params: Mapping[str, "Inline"] = field(default_factory=lambda: MappingProxyType({}))
    count: int | None = None


@dataclass(frozen=True, slots=True)
class UserText:
    """The buyer's own words, never translated. `path` is where they stand in the spec; lines end with a newline."""

    text: str
    path: SpecPath = ()
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Code:
    """An identifier, file name or hash: set in the code face, never hyphenated."""

    text: str


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula in plain signs; single letters with optional subscript are variables."""

    text: str


@dataclass(frozen=True, slots=True)
class Amount:
    """A quantity with the digits that its writer chose."""

    quantity: Quantity


@dataclass(frozen=True, slots=True)
class Figure:
    """A computed number with the digits after the point that it deserves, and a unit symbol or none."""

    value: int | float
    unit: str = ""
    digits: int = 0


@dataclass(frozen=True, slots=True)
class When:
    """A day, or an instant with its offset from UTC. `weekday` asks for the day's name, `short` for the table form."""

    day: date
    instant: datetime | None = None
    weekday: bool = False
    short: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """A fact's name that its catalog carries in each language, such as a country."""

    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Listed:
    """Several things in one line; `joint` is `and`, `or`, `comma`, `semicolon` or `sentence`.

    `alphabetical` sorts them in the language of the document.
    """

    items: tuple["Inline", ...]
    joint: str = "comma"
    alphabetical: bool = False


@dataclass(frozen=True, slots=True)
class Email:
    """An e-mail address that a reader may follow."""

    address: str
    path: SpecPath = ()


Inline: TypeAlias = Email | Message | UserText | Code | Formula | Amount | Figure | When | Named | Listed
