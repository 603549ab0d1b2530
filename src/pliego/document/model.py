"""A document as a value: message keys and quantities, to be turned into a language and a format by `render/`.

Inline content is a `Message` (a key of the translation catalogs with parameters), the buyer's own text, an
identifier, or a value that is written differently in each language.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import TypeAlias

from pliego.document.charts import Drawing
from pliego.document.inline import (
    Amount,
    Code,
    Email,
    Figure,
    Formula,
    Inline,
    Listed,
    Message,
    Named,
    UserText,
    When,
)

__all__ = [
    "Amount", "Block", "Cell", "Chart", "Code", "Column", "Cover", "Document", "Email", "Figure", "Formula", "Glance",
    "Group", "Inline", "Line", "LineStyle", "Listed", "Logo", "Mark", "Message", "Named", "Paragraph", "Row", "Section",
    "SideRow", "SideText", "Table", "UserText", "When",
]  # fmt: skip


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


@dataclass(frozen=True, slots=True)
class Chart:
    """A drawing with the numbers behind it.

    Attributes:
        name: stable name, also the anchor.
        title: what is shown, in a few words.
        sentence: one sentence that says it with its numbers: the text alternative.
        note: how to read it, None where the labels say it.
        drawing: what is drawn.
        columns, rows: the numbers drawn, as a table.

    """

    name: str
    title: Inline
    sentence: Inline
    drawing: Drawing
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    note: Inline | None = None


Block: TypeAlias = Table | SideText | Paragraph | Chart


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
class Logo:
    """The buyer's logo: media type, content in base 64, width over height, and what it says."""

    media: str
    content: str
    aspect: float
    text: UserText


@dataclass(frozen=True, slots=True)
class Cover:
    """The first page. `rows` are label and lines, the deadline first."""

    subtitle: Inline
    rows: tuple[SideRow, ...]
    glance: tuple[Glance, ...]
    counts: Inline
    logo: Logo | None = None


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
    accent: str | None = None
    """Colour of bars, numbers and charts as `#rrggbb`; None: that of the house."""
    short: bool = False
    """Two pages: the cover's content and the first section share a page, sections have no number, no contents."""
