"""TOML 1.0 to the same data as YAML with the same content."""

import math
import re
import tomllib
from datetime import date, time
from typing import Final

from pliego.findings import LONGEST_PART, Finding, Place, SpecPath
from pliego.spec.scalars import FORBIDDEN
from pliego.spec.source import Data, Source
from pliego.spec.toml_places import TomlPlaces
from pliego.spec.yaml_reading import DEEPEST, MOST_VALUES, too_many

_LONG_KEY: Final = re.compile(r"(?<![A-Za-z0-9_-])(?:[A-Za-z0-9_-]++[ \t]*+\.[ \t]*+){64}")
_LONG_NUMBER: Final = re.compile(r"(?<![0-9_])[0-9_]{4300}")

_CONTROL: Final = 'remove it; in double quotes it can be written as an escape, as in "\\u000b"'
_HINTS: Final[tuple[tuple[str, str], ...]] = (
    ("Invalid value", "put text in quotes; a number has a point and no leading zero"),
    ("Invalid date", "no such day or time exists; write one that does, as in 2027-01-11"),
    ("Expected '='", 'write key = "value"'),
    (
        "Invalid statement",
        'write key = "value"; a key is made of letters, digits, - and _, or stands in quotes',
    ),
    ("Expected newline or end of document", "put the whole value in quotes, or begin a new line"),
    ("Unclosed array", "close it with ]"),
    ("Unclosed inline table", "close it with } on the same line"),
    ("Unterminated string", "close the quote"),
    ("Expected ", "close what is open"),
    ("Illegal character", "put a text of several lines between three quotes"),
    ("Unescaped", "write \\\\ for a backslash, or use single quotes"),
    ("Invalid initial character", 'put the key in quotes, as in "key one" = 1'),
)


def read_toml(name: str, text: str) -> tuple[Source, tuple[Finding, ...]]:
    """Return the source and the faults of its form; its data are None where the text is no TOML."""
    unread = Source(name, text)
    crowd = _crowd(unread)
    if crowd is not None:
        return unread, (crowd,)
    tables = _tables(unread)
    if isinstance(tables, Finding):
        return unread, (tables,)
    places = TomlPlaces(text)
    deepest = max(places.offsets, key=len)
    if len(deepest) > DEEPEST:
        return unread, (_too_deep(unread.place_at(places.offsets[deepest].value)),)
    data = _plain(tables, (), places)
    return Source(name, text, data, places.offsets, places.written), ()


def _crowd(source: Source) -> Finding | None:
    """Tell of more values than are allowed, before tomllib makes them; each value follows one of these signs."""
    if sum(map(source.text.count, ",=[")) <= MOST_VALUES:
        return None
    places = TomlPlaces(source.text, most=MOST_VALUES)
    return too_many(Place(1, 1), len(places.offsets)) if len(places.offsets) > MOST_VALUES else None


def _tables(source: Source) -> dict[str, object] | Finding:
    long_key = _LONG_KEY.search(source.text)
    if long_key:
        return _too_deep(source.place_at(long_key.start()))
    if _LONG_NUMBER.search(source.text) and _has_long_number(source):
        return _long_number(source)
    try:
        tables = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as fault:
        return _explained(fault, source)
    except ValueError:
        return _long_number(source)
    except RecursionError:
        return _too_deep(None)
    return tables or Finding("P104", hint="`pliego new` writes a spec to start from")


def _has_long_number(source: Source) -> bool:
    """Say whether so many digits are a value, not a part of a text: tomllib needs 200 times their memory."""
    return any(_LONG_NUMBER.match(value) for value in TomlPlaces(source.text).written.values())


def _plain(value: object, path: SpecPath, places: TomlPlaces) -> Data:
    """Return JSON data: days and times as written, NaN and infinity as text, keys with x- dropped."""
    if isinstance(value, dict):
        return {key: _plain(part, (*path, key), places) for key, part in value.items() if not key.startswith("x-")}
    if isinstance(value, list):
        return [_plain(part, (*path, number), places) for number, part in enumerate(value)]
    if isinstance(value, date | time):  # a datetime is a date
        return places.written.get(path, value.isoformat())
    if isinstance(value, float) and not math.isfinite(value):
        return places.written.get(path, str(value))
    if isinstance(value, str | int | float):
        return value
    raise AssertionError(f"tomllib gave a {type(value).__name__}")


def _explained(fault: tomllib.TOMLDecodeError, source: Source) -> Finding:
    message = str(fault)
    where = re.search(r"\(at line (\d+), column (\d+)\)$", message)
    place = Place(int(where[1]), int(where[2])) if where else source.place_at(len(source.text.rstrip()))
    reason = re.sub(r" \(at [^()]*\)$", "", message)
    offset = source.line_starts[place.line - 1] + place.column - 1
    if FORBIDDEN.fullmatch(source.text[offset : offset + 1]):
        return Finding("P105", facts={"character": f"U+{ord(source.text[offset]):04X}"}, hint=_CONTROL, place=place)
    if re.match(r"Cannot|Duplicate", reason):
        duplicate = TomlPlaces(source.text).duplicate
        if duplicate is not None:
            return _duplicate(*duplicate, source)
    if _is_at_a_date(source, place):
        reason = "Invalid date or datetime"
    hint = next((hint for words, hint in _HINTS if reason.startswith(words)), "compare the line with TOML 1.0")
    return Finding("P118", facts={"reason": reason[:1].lower() + reason[1:]}, hint=hint, place=place)


def _is_at_a_date(source: Source, place: Place) -> bool:
    """Say whether tomllib stopped within a date: it takes the year of 2026-13-45 for a number."""
    line = source.line(place.line)
    before, after = line[: place.column - 1], line[place.column - 1 :]
    return before[-1:].isdecimal() and re.match(r"-[0-9]{1,2}-", after) is not None


def _duplicate(path: SpecPath, first: int, second: int, source: Source) -> Finding:
    place = source.place_at(second)
    lines = {"first": str(source.place_at(first).line), "second": str(place.line)}
    facts = {"key": str(path[-1])[:LONGEST_PART], **lines}
    return Finding("P109", path, facts, "remove one of the two", at_key=True, place=place)


def _long_number(source: Source) -> Finding:
    found = _LONG_NUMBER.search(source.text)
    place = source.place_at(found.start()) if found else None
    reason = "the number is too large for a computer, or no such day or time exists"
    return Finding("P118", facts={"reason": reason}, hint="write a smaller number, or quote the text", place=place)


def _too_deep(place: Place | None) -> Finding:
    return Finding("P115", facts={"limit": str(DEEPEST)}, place=place)
