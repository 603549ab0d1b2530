"""Short ways to write the inline content that many sections share."""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from math import floor, log10
from typing import Final

from pliego.document.model import Amount, Cell, Figure, Inline, Line, Listed, Message, Named, When
from pliego.spec.moments import Moment
from pliego.units import GB, GIB, Quantity

SHORT_SETS = ("EEA", "EU")


def say(key: str, /, **params: Inline) -> Message:
    """Return a message with its parameters by name."""
    return Message(key, params)


def body(content: Inline) -> Cell:
    """Return a cell of one ordinary line."""
    return (Line(content),)


def number(value: float, digits: int = 0, unit: str = "") -> Figure:
    """Return a computed number."""
    return Figure(value, unit, digits)


def counted(value: int, noun: str) -> Message:
    """Return a number with its noun in the right plural form, such as `80 sequences`."""
    return Message(noun, {"n": Figure(value)}, value)


def amount(quantity: Quantity) -> Amount:
    """Return a quantity with its digits as written."""
    return Amount(quantity)


def gib(value: float, digits: int | None = None) -> Figure:
    """Return bytes as GiB with three significant digits, or the digits given."""
    return Figure(value / GIB, "GiB", _digits(value / GIB) if digits is None else digits)


def gb(value: float, digits: int | None = None) -> Figure:
    """Return bytes as GB (10^9 bytes) with three significant digits, or the digits given."""
    return Figure(value / GB, "GB", _digits(value / GB) if digits is None else digits)


def _digits(value: float) -> int:
    """Return the digits after the point that leave about three significant ones."""
    return 0 if abs(value) >= 1000 else 1 if abs(value) >= 20 else 2 if abs(value) >= 0.1 else small_digits(value)


def small_digits(value: float) -> int:
    """Return the digits after the point that leave two significant ones of a figure below 0.1; 2 of nothing."""
    return min(12, 1 - floor(log10(abs(value)))) if value else 2


def when(moment: Moment, *, weekday: bool = False, short: bool = False) -> When:
    """Return a date or time of the timetable."""
    return When(moment.day, moment.instant, weekday, short)


def places(codes: Iterable[str], names: Mapping[str, Mapping[str, str]]) -> Listed:
    """Return a list of countries and sets by name; well-known sets by their abbreviation."""
    return Listed(tuple(_place(code, names) for code in codes))


def _place(code: str, names: Mapping[str, Mapping[str, str]]) -> Inline:
    if code in SHORT_SETS:
        return say(f"set.{code}")
    return Named(names[code])


def plain_number(value: Decimal | float) -> Figure:
    """Return a number with the digits after the point that it has."""
    exponent = Decimal(str(value)).normalize().as_tuple().exponent
    return Figure(float(value), "", max(0, -exponent) if isinstance(exponent, int) else 0)


def memory_class(text: str) -> Figure:
    """Return a memory class as sold, such as `80 GB`, as a figure."""
    size, _, unit = text.partition(" ")
    return Figure(float(size), unit, 0 if float(size).is_integer() else 1)


_IN_WORK: Final = {
    **dict.fromkeys(("speech-to-text", "text-to-speech"), "streams"),
    **dict.fromkeys(("embedding", "reranking", "image-generation", "vector-search", "classic-ml"), "requests"),
}


def in_work(kind: str) -> str:
    """Return what a kind of work has in hand at the same moment: `sequences`, `streams` or `requests`."""
    return _IN_WORK.get(kind, "sequences")


def captioned(key: str, label: Inline | None) -> Message:
    """Return a caption, with the name of its workload where there are several."""
    return say(key) if label is None else say(f"{key}.of", workload=label)
