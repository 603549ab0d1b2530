"""What was probably meant: near keys, near values, dates in other spellings. Needed for faults only."""

import re
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches
from typing import Final

from pliego.spec.ids import without_accents


def closest(text: str, allowed: Sequence[str]) -> str | None:
    """Return the allowed word that `text` most likely means, or None."""
    plain = {_plain(word): word for word in allowed}
    near = get_close_matches(_plain(text[:80]), list(plain), n=1, cutoff=0.6)
    return plain[near[0]] if near else None


def _plain(text: str) -> str:
    return re.sub(r"[-_ ]", "", without_accents(text.lower()))


def date_fault(text: str, *, with_time: bool) -> tuple[str, str, str]:
    """Return code, reason and hint for a text that should be a date (or a time, if `with_time`)."""
    example = "2027-01-11" + (" or '2027-01-11 14:00 +01:00'" if with_time else "")
    text = text.strip()
    iso = re.match(r"(\d{4})-(\d{2})-(\d{2})(?!\d)", text)
    if iso:
        missing = _no_such_day(int(iso[1]), int(iso[2]), int(iso[3]))
        if missing:
            return "P206", missing, f"write a day that exists, such as {example}"
        if not with_time:
            return "P206", "a day without a time is wanted here", f"write {iso[0]}"
        return _time_fault(iso[0], text[len(iso[0]) :])
    other = re.fullmatch(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})", text)
    if other:
        return "P206", "the year comes first", _year_first(other, example)
    loose = re.fullmatch(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})", text)
    if loose and not _no_such_day(int(loose[1]), int(loose[2]), int(loose[3])):
        hint = f"write {loose[1]}-{int(loose[2]):02}-{int(loose[3]):02}"
        return "P206", "month and day have two digits, with hyphens between", hint
    return "P206", "the form is year, month, day with hyphens", f"write {example}"


_TIME: Final = re.compile(r"(?P<join>[Tt]|\s+)(?P<clock>\d{1,2}:\d{2}(?::\d{2})?)(?P<part>[.,]\d+)?(?P<rest>.*)")
_OFFSET: Final = re.compile(r"(?P<sign>[+-])(?P<hours>\d{1,2}):?(?P<minutes>\d{2})?")


def _time_fault(day: str, tail: str) -> tuple[str, str, str]:
    """Say what is wrong behind a day that exists: the clock, fractions of a second, the offset."""
    whole = _TIME.fullmatch(tail)
    if whole is None:
        return "P206", "a day, or a day with a time and its offset is wanted", f"write {day} or '{day} 14:00 +01:00'"
    clock, rest = whole["clock"].zfill(len(whole["clock"]) + (whole["clock"][1] == ":")), whole["rest"].strip()
    if not _is_on_the_clock(clock):
        return "P206", "there is no such time", "hours go from 00 to 23, minutes and seconds from 00 to 59"
    offset = _OFFSET.fullmatch(rest)
    utc = rest.upper() in ("Z", "UTC", "GMT")
    if not rest:
        return "P301", "", f"write '{day}{whole['join'][0].upper()}{clock} +01:00' with your own offset"
    if offset is None and not utc:
        reason = "names of time zones are not read, since some mean several"
        return "P206", reason, f"write the offset from UTC, as in '{day} {clock} +01:00'"
    shown = "Z" if offset is None else f"{offset['sign']}{offset['hours']:0>2}:{offset['minutes'] or '00'}"
    if offset is not None and not _is_offset(offset):
        return "P206", f"there is no offset {rest}", f"write the offset from UTC, as in '{day} {clock} +01:00'"
    reason = "an offset from UTC is written as +01:00, or Z for none"
    if whole["part"]:
        reason = "seconds are whole"
    elif whole["join"] == "t" or rest == "z":
        reason = "T and Z are capital letters"
    elif len(clock) != len(whole["clock"]):
        reason = "hours have two digits"
    elif re.search(r"\s\s", tail):
        reason = "single spaces stand between its parts"
    return "P206", reason, f"write '{day} {clock}{'' if shown == 'Z' else ' '}{shown}'"


def _is_on_the_clock(clock: str) -> bool:
    hours, *others = map(int, clock.split(":"))
    return hours < 24 and all(other < 60 for other in others)


def _is_offset(offset: re.Match[str]) -> bool:
    return int(offset["hours"]) < 24 and int(offset["minutes"] or 0) < 60


def _year_first(found: re.Match[str], example: str) -> str:
    """Offer the readings that exist: day first, and unless points stand between, month first."""
    first, second, year = int(found[1]), int(found[2]), int(found[3])
    orders = [(second, first)] if found[0][len(found[1])] == "." else [(second, first), (first, second)]
    days = [f"{year}-{month:02}-{day:02}" for month, day in orders if not _no_such_day(year, month, day)]
    if len(set(days)) == 2:
        return f"write {days[0]} or {days[1]}, whichever is meant"
    return f"write {days[0]}" if days else f"write a day that exists, such as {example}"


def _no_such_day(year: int, month: int, day: int) -> str | None:
    """Say why a day does not exist, or None where it does."""
    if year == 0:
        return "there is no year 0000"
    if not 1 <= month <= 12:
        return f"there is no month {month:02}"
    try:
        date(year, month, day)
    except ValueError:
        return f"month {month:02} of {year:04} has no day {day:02}"
    return None
