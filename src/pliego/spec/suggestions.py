"""What was probably meant: near keys, near values, dates in other spellings. Needed for faults only."""

import re
from collections.abc import Sequence
from datetime import date
from difflib import get_close_matches

from pliego.spec.moments import MOMENT_PATTERN


def closest(text: str, allowed: Sequence[str]) -> str | None:
    """Return the allowed word that `text` most likely means, or None."""
    plain = {_plain(word): word for word in allowed}
    near = get_close_matches(_plain(text[:80]), list(plain), n=1, cutoff=0.6)
    return plain[near[0]] if near else None


def _plain(text: str) -> str:
    return re.sub(r"[-_ ]", "", text.lower())


def date_fault(text: str, *, with_time: bool) -> tuple[str, str, str]:
    """Return code, reason and hint for a text that should be a date (or a time, if `with_time`)."""
    example = "2027-01-11" + (" or '2027-01-11 14:00 +01:00'" if with_time else "")
    iso = re.match(r"(\d{4})-(\d{2})-(\d{2})", text)
    if iso and with_time and re.fullmatch(r"[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?", text[10:]):
        return "P301", "", f"write '{text[:16]} +01:00' with your own offset"
    if iso and (len(text) == 10 or re.fullmatch(MOMENT_PATTERN, text)):
        return (
            "P206",
            _no_such_day(int(iso[1]), int(iso[2]), int(iso[3])),
            f"write a day that exists, such as {example}",
        )
    if iso and not with_time:
        return "P206", "a day alone is wanted here", f"write {text[:10]}"
    other = re.fullmatch(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4})", text.strip())
    if other:
        return "P206", "the year comes first", _year_first(other)
    loose = re.fullmatch(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})", text.strip())
    if loose:
        return (
            "P206",
            "month and day have two digits",
            f"write {loose[1]}-{int(loose[2]):02}-{int(loose[3]):02}",
        )
    return "P206", "the form is year, month, day with hyphens", f"write {example}"


def _year_first(found: re.Match[str]) -> str:
    day, month, year = int(found[1]), int(found[2]), found[3]
    if day > 12 or found[0][len(found[1])] == ".":
        return f"write {year}-{month:02}-{day:02}"
    return f"write {year}-{month:02}-{day:02} or {year}-{day:02}-{month:02}, whichever is meant"


def _no_such_day(year: int, month: int, day: int) -> str:
    if not 1 <= month <= 12:
        return f"there is no month {month:02}"
    try:
        date(year, month, day)
    except ValueError:
        return f"month {month:02} of {year:04} has no day {day:02}"
    return "there is no such time"
