"""Quantities as people write them: a decimal number, a space, a unit.

A quantity keeps its digits as written, so that a document repeats what the buyer typed, and knows its
value in the base unit of its dimension, so that two quantities can be compared. GB (10^9 bytes) is not
GiB (2^30 bytes), and a calendar month is not 30 days.
"""

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from pliego.grouped_numbers import Readings, is_padded, readings

MIB: Final = 2**20
GIB: Final = 2**30
GB: Final = 10**9


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit of measure: its symbol, its dimension and its size in the dimension's base unit."""

    symbol: str
    dimension: str
    size: Decimal


def _units(dimension: str, sizes: dict[str, str]) -> dict[str, Unit]:
    return {symbol: Unit(symbol, dimension, Decimal(size)) for symbol, size in sizes.items()}


_A_MINUTE: Final = "0.0166666666666666666667"
_AN_HOUR: Final = "0.000277777777777777777778"

UNITS: Final[dict[str, Unit]] = {
    **_units("duration", {"ms": "0.001", "s": "1", "min": "60", "h": "3600", "d": "86400", "weeks": "604800"}),
    **_units("term", {"month": "1", "months": "1", "year": "12", "years": "12"}),
    **_units("data", {"B": "1", "kB": "1e3", "MB": "1e6", "GB": "1e9", "TB": "1e12", "PB": "1e15"}),
    **_units("data", {"KiB": str(2**10), "MiB": str(2**20), "GiB": str(2**30), "TiB": str(2**40)}),
    **_units("share", {"%": "0.01"}),
    **_units("token_rate", {"tok/s": "1"}),
    **_units(
        "request_rate",
        {"req/s": "1", "req/min": _A_MINUTE, "req/h": _AN_HOUR},
    ),
    **_units("document_rate", {"documents/s": "1", "documents/min": _A_MINUTE, "documents/h": _AN_HOUR}),
    **_units("image_rate", {"images/s": "1", "images/min": _A_MINUTE, "images/h": _AN_HOUR}),
    **_units("row_rate", {"rows/s": "1", "rows/min": _A_MINUTE, "rows/h": _AN_HOUR}),
    **_units("data_rate", {"MB/s": "1e6", "GB/s": "1e9", "TB/s": "1e12", "MiB/s": str(2**20), "GiB/s": str(2**30)}),
    **_units("bandwidth", {"Mbit/s": "1e6", "Gbit/s": "1e9", "Tbit/s": "1e12"}),
    **_units("money", dict.fromkeys(("EUR", "USD", "GBP", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK"), "1")),
}

_SYNONYMS: Final[dict[str, str]] = {
    "sec": "s", "secs": "s", "second": "s", "seconds": "s", "msec": "ms", "millisecond": "ms",
    "milliseconds": "ms", "minute": "min", "minutes": "min", "mins": "min", "hour": "h", "hours": "h",
    "hr": "h", "hrs": "h", "day": "d", "days": "d", "week": "weeks", "percent": "%", "pct": "%",
    "tokens/s": "tok/s", "token/s": "tok/s", "tps": "tok/s", "t/s": "tok/s", "rps": "req/s", "qps": "req/s",
    "requests/s": "req/s", "request/s": "req/s", "requests/min": "req/min", "requests/h": "req/h",
    "docs/s": "documents/s", "docs/min": "documents/min", "docs/h": "documents/h", "doc/s": "documents/s",
    "doc/h": "documents/h", "document/s": "documents/s", "document/h": "documents/h", "image/s": "images/s",
    "image/min": "images/min", "img/s": "images/s", "img/min": "images/min", "row/s": "rows/s",
    "Gbps": "Gbit/s", "Mbps": "Mbit/s", "Gb/s": "Gbit/s", "Mb/s": "Mbit/s", "gbps": "Gbit/s",
    "€": "EUR", "euro": "EUR", "euros": "EUR", "$": "USD", "£": "GBP", "dollars": "USD", "gigabytes": "GB",
    "G": "GB", "GIB": "GiB", "gib": "GiB", "gb": "GB", "KB": "kB", "kb": "kB", "mb": "MB",
    "tb": "TB", "mib": "MiB", "tib": "TiB", "kib": "KiB", "mo": "months", "y": "years", "yr": "years",
}  # fmt: skip

_QUANTITY: Final = re.compile(
    r"(?P<number>[+-]?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,2})?)"
    r"[ \t\u00a0\u202f]*(?P<unit>[^\s0-9.,_'+-].*)?"
)
_MAX_LENGTH: Final = 60

BOUNDS: Final[dict[str, tuple[str, str]]] = {
    "duration": ("0.001 ms", "40000 d"),
    "term": ("0.1 months", "1200 months"),
    "data": ("1 B", "1000000 PB"),
    "share": ("0.0001 %", "100 %"),
    "token_rate": ("0.001 tok/s", "1000000000 tok/s"),
    "request_rate": ("0.000001 req/s", "1000000 req/s"),
    "document_rate": ("0.000001 documents/s", "100000000 documents/s"),
    "image_rate": ("0.000001 images/s", "1000000 images/s"),
    "row_rate": ("0.000001 rows/s", "1000000000000 rows/s"),
    "data_rate": ("0.001 MB/s", "1000000 TB/s"),
    "bandwidth": ("0.001 Mbit/s", "1000000 Tbit/s"),
    "money": ("0.01 EUR", "1000000000000 EUR"),
}
"""The least and the most of each dimension that can be meant: wide, so that only slips lie outside."""


class QuantityError(ValueError):
    """A text that is not a quantity of the wanted dimension.

    `reason` says what is wrong with the text as found, `hint` what to type instead.
    """

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(f"{reason}; {hint}")
        self.reason = reason
        self.hint = hint


class AmbiguousNumberError(QuantityError):
    """A quantity whose mark may be a decimal point or group thousands: `1.500 ms`; `readings` are both, with unit."""

    def __init__(self, either: Readings, unit: str) -> None:
        self.readings = Readings(f"{either.decimal} {unit}", f"{either.thousands} {unit}")
        super().__init__(
            "its mark may be a decimal point or group thousands",
            f"write {self.readings.decimal} or {self.readings.thousands}, whichever is meant",
        )


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number with a unit, as written: `Quantity(Decimal("1.50"), UNITS["s"])` prints `1.50 s`."""

    value: Decimal
    unit: Unit

    @property
    def base(self) -> Decimal:
        """The value in the base unit of the dimension: seconds, bytes, 1 (of a share), months."""
        return self.value * self.unit.size

    def __str__(self) -> str:
        return f"{self.value:f} {self.unit.symbol}"


def symbols(dimension: str) -> tuple[str, ...]:
    """Return the unit symbols of a dimension, smallest unit first."""
    return tuple(unit.symbol for unit in UNITS.values() if unit.dimension == dimension)


def parse_quantity(text: str, dimension: str) -> Quantity:
    """Read `text` as a quantity of `dimension`, strictly.

    Raises:
        AmbiguousNumberError: the number has one mark, which may group thousands.
        QuantityError: no number, a decimal comma, no unit, an unknown unit or one of another dimension.

    """
    allowed = ", ".join(symbols(dimension))
    example = _EXAMPLES[dimension]
    if len(text) > _MAX_LENGTH:
        raise QuantityError("the text is too long for a number with a unit", f"write it as in {example!r}")
    found = _QUANTITY.fullmatch(text.strip())
    if found is None:
        raise _ambiguous_comma(text.strip(), dimension) or _not_a_number(text.strip(), example)
    symbol = found["unit"]
    if symbol is None:
        raise QuantityError("the unit is missing", f"add one of {allowed}, as in {example!r}")
    unit = UNITS.get(symbol)
    if unit is None:
        raise QuantityError(f"{symbol!r} is not a unit known here", _unit_hint(found["number"], symbol, dimension))
    if unit.dimension != dimension:
        raise QuantityError(
            f"{symbol!r} is a unit of {_DIMENSIONS[unit.dimension]}, not of {_DIMENSIONS[dimension]}",
            f"use one of {allowed}, as in {example!r}",
        )
    if unit.symbol in _IN_THOUSANDS or is_padded(found["number"]):
        ambiguous = _ambiguous(found["number"], unit)
        if ambiguous is not None:
            raise ambiguous
    return Quantity(Decimal(found["number"]), unit)


_IN_THOUSANDS: Final = frozenset(
    {"ms", "B", "kB", "MB", "KiB", "MiB", "MB/s", "MiB/s", "Mbit/s"}
    | {unit.symbol for unit in UNITS.values() if unit.dimension == "money" or "_rate" in unit.dimension}
) - {"GB/s", "TB/s", "GiB/s"}
"""Units of which thousands are common and thousandths are not; of others a zero at the end makes a number doubtful."""


def _ambiguous(number: str, unit: Unit) -> AmbiguousNumberError | None:
    """Return the error for a number with two readings, if both are amounts that can be meant of the unit."""
    either = readings(number)
    if either is None or not is_plausible(Quantity(Decimal(either.thousands), unit)):
        return None
    return AmbiguousNumberError(either, unit.symbol)


def _ambiguous_comma(text: str, dimension: str) -> AmbiguousNumberError | None:
    found = re.fullmatch(r"([+-]?[0-9]+,[0-9]+)\s*(\S+)", text)
    unit = UNITS.get(found[2]) if found else None
    return _ambiguous(found[1], unit) if found and unit and unit.dimension == dimension else None


def is_plausible(quantity: Quantity) -> bool:
    """Say whether a quantity lies within the bounds of its dimension, both included."""
    least, most = (parse_quantity(bound, quantity.unit.dimension) for bound in BOUNDS[quantity.unit.dimension])
    return least.base <= quantity.base <= most.base


_EXAMPLES: Final[dict[str, str]] = {
    "duration": "1.5 s",
    "term": "12 months",
    "data": "24 GiB",
    "share": "99.5 %",
    "token_rate": "20 tok/s",
    "request_rate": "4 req/s",
    "document_rate": "120000 documents/h",
    "image_rate": "30 images/min",
    "row_rate": "50000 rows/s",
    "data_rate": "5 GB/s",
    "bandwidth": "100 Gbit/s",
    "money": "60000 EUR",
}

_DIMENSIONS: Final[dict[str, str]] = {
    "duration": "time",
    "term": "calendar months",
    "data": "data size",
    "share": "share",
    "token_rate": "token rate",
    "request_rate": "request rate",
    "document_rate": "documents in a time",
    "image_rate": "images in a time",
    "row_rate": "rows in a time",
    "data_rate": "data rate",
    "bandwidth": "bandwidth",
    "money": "money",
}


def _not_a_number(text: str, example: str) -> QuantityError:
    comma = re.fullmatch(r"([+-]?\d+),(\d+)(\s*\S*)", text)
    if comma:
        return QuantityError("a comma stands in the number", f"use a point: {comma[1]}.{comma[2]}{comma[3]}")
    mixed = re.fullmatch(r"(\d{1,3}(?:(?P<mark>[.,'])\d{3})(?:(?P=mark)\d{3})*)(?!(?P=mark))[.,](\d+)(\s*\S*)", text)
    if mixed:
        digits = re.sub(r"\D", "", mixed[1])
        reason = "the number has grouping marks"
        return QuantityError(reason, f"write it without them, with a point: {digits}.{mixed[3]}{mixed[4]}")
    underscored = re.fullmatch(r"(\d+(?:[_',.\u202f\u00a0 ]\d{3})+)(\s*\S*)", text)
    if underscored:
        digits = re.sub(r"\D", "", underscored[1])
        return QuantityError(
            "the number has grouping marks", f"write the digits without them: {digits}{underscored[2]}"
        )
    if re.match(r"[+-]?0\d", text):
        return QuantityError("the number has a leading zero", f"write it as in {example!r}")
    return QuantityError("this is not a number with a unit", f"write a number, a space and a unit, as in {example!r}")


def _unit_hint(number: str, symbol: str, dimension: str) -> str:
    """Offer another spelling of the same unit, never a unit of another size: a near spelling is no evidence."""
    known = symbols(dimension)
    example = _EXAMPLES[dimension]
    is_of_bits = re.fullmatch(r"[A-Z]i?b", symbol) is not None  # Gb is a gigabit, but gb is written for GB
    meant = None if is_of_bits else _SYNONYMS.get(symbol) or _SYNONYMS.get(symbol.lower())
    if meant not in known:
        same = [unit for unit in known if unit.lower() == symbol.lower() and not is_of_bits]
        meant = same[0] if len(same) == 1 else None
    if meant is not None:
        return f"did you mean '{number} {meant}'?"
    if re.search(r"\d", symbol):
        return f"write one number with one unit, as in {example!r}"
    return f"use one of {', '.join(known)}, as in {example!r}"
