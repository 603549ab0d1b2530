"""What is said of numbers that the schema refuses: of their range, of shares, of marks that group thousands."""

import math
import re
from decimal import Decimal
from typing import Final

from pliego.findings import Finding, SpecPath
from pliego.grouped_numbers import readings
from pliego.spec.schema_walk import Schema
from pliego.spec.source import Data

_LONGEST_SHARE: Final = 60
_MOST_DIGITS: Final = 16
_BOUNDS: Final = {
    "minimum": "at least",
    "exclusiveMinimum": "more than",
    "maximum": "at most",
    "exclusiveMaximum": "less than",
}


def ambiguous_number(path: SpecPath, value: Data, schema: Schema) -> Finding | None:
    """Tell of a number, as text, whose mark may be a decimal point or group thousands; None of any other value."""
    kind = schema.get("type")
    if not isinstance(value, str) or kind not in ("integer", "number"):
        return None
    text = value.strip()
    either = readings(text)
    if either is None or int(either.thousands) > schema.get("maximum", math.inf):
        return None
    hint = f"write {either.decimal} or {either.thousands}, whichever is meant"
    if kind == "integer" and "." in either.decimal:
        hint = f"a whole number is wanted: write {either.thousands} if that is meant"
    return Finding("P340", path, {"text": text, **either._asdict()}, hint)


def share_hint(text: str, schema: Schema) -> str | None:
    """Return the number for a share in percent, where the schema wants one between 0 and 1."""
    percent = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?)[ \u00a0\u202f]*%", text.strip()[:_LONGEST_SHARE])
    return f"write {Decimal(percent[1]) / 100}" if percent and schema.get("maximum") == 1 else None


def bounds(schema: Schema) -> str:
    """Say which numbers the schema allows: 'at least 1 and at most 1000'."""
    return " and ".join(f"{words} {number(schema[name])}" for name, words in _BOUNDS.items() if name in schema)


def number(value: float) -> str:
    """Write a number as people do: a whole one with its digits alone, unless it has very many."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**_MOST_DIGITS:
        return str(int(value))
    return str(value)
