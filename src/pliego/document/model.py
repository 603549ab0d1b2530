"""A document as a value: message keys and quantities, to be turned into a language and a format by `render/`.

Inline content is a `Message` (a key of the translation catalogs with parameters), the buyer's own text, an
identifier, or a value that is written differently in each language.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
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


class LineStyle(StrEnum):
    """What a line in a cell or side-headed text is."""

    BODY = "body"
    NAME = "name"
    ID = "id"
    THRESHOLD = "threshold"
    WORD = "word"
    QUIET = "quiet"
    FORMULA = "formula"
    SYMBOL = "symbol"
    FIELD = "field"
    CODES = "codes"
    SIGN = "sign"


@dataclass(frozen=True, slots=True)
class Line:
    """One line or paragraph with its style."""

    content: Inline
    style: LineStyle = LineStyle.BODY


Cell: TypeAlias = tuple[Line, ...]


class Mark(StrEnum):
    """The level of a row, shown without colour."""

    MANDATORY = "mandatory"
    PREFERRED = "preferred"


@dataclass(frozen=True, slots=True)
class Row:
    """A row of cells. The first cell is the row's header. `anchor` is an id that links can name."""

    cells: tuple[Cell, ...]
    mark: Mark | None = None
    anchor: str | None = None
    total: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Rows under a common heading, or without one."""

    rows: tuple[Row, ...]
    title: Inline | None = None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its head, its width in millimetres and whether it holds numbers (set flush right)."""

    head: Inline
    width: float
    numeric: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table with a caption; tables are numbered through the document. `key` explains the marks used."""

    name: str
    caption: Inline
    columns: tuple[Column, ...]
    groups: tuple[Group, ...]
    key: Inline | None = None
    alphabetical: bool = False
    """Rows are sorted by their first cell in the language of the document."""


@dataclass(frozen=True, slots=True)
class SideRow:
    """Side-headed text: a label on the left, one or more lines on the axis."""

    label: Inline
    lines: tuple[Line, ...]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class SideText:
    """A run of side-headed rows."""

    rows: tuple[SideRow, ...]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of running text."""

    content: Inline


Block: TypeAlias = Table | SideText | Paragraph


@dataclass(frozen=True, slots=True)
class Section:
    """A numbered section, or an annex with a letter. `note` stands beside it in the contents."""

    name: str
    title: Message
    blocks: tuple[Block, ...]
    lead: Inline | None = None
    note: Inline | None = None
    annex: bool = False
    wide: bool = False
    same_page: bool = False


@dataclass(frozen=True, slots=True)
class Glance:
    """One of the figures at the foot of the cover."""

    figure: Inline
    caption: Inline


@dataclass(frozen=True, slots=True)
class Cover:
    """The first page. `rows` are label and lines, the deadline first."""

    subtitle: Inline
    rows: tuple[SideRow, ...]
    glance: tuple[Glance, ...]
    counts: Inline


@dataclass(frozen=True, slots=True)
class Document:
    """A whole document: what it is, who wrote it for whom, its cover and sections.

    `language` is that of the house text, `user_language` that of the buyer's own words.
    """

    kind: Message
    language: str
    user_language: str
    reference: UserText
    title: UserText
    version: UserText
    draft: bool
    issued: date
    author: UserText
    cover: Cover
    sections: tuple[Section, ...]
    short: bool = False
    """Two pages: the cover's content and the first section share a page, sections have no number, no contents."""
