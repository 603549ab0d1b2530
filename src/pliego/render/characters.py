"""Characters that a format cannot show: they print as U+XXXX, and a finding names their place.

Control characters except tab and newline are replaced in every format; characters that the bundled fonts lack are
replaced in the PDF only. `templates/fonts/coverage.json` lists what the fonts have.
"""

import json
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cache

from pliego.findings import Finding, SpecPath
from pliego.resources import template_file

_PLAIN_CONTROLS = "\t\n"
_MAX_NAMED = 8


@cache
def covered() -> frozenset[int]:
    """Return the code points that every bundled text face has."""
    ranges = json.loads(template_file("fonts/coverage.json").read_text(encoding="utf-8"))["text"]
    return frozenset(point for first, last in ranges for point in range(first, last + 1))


def is_control(sign: str) -> bool:
    """Say whether a character must not reach any output as it is."""
    return (unicodedata.category(sign) in ("Cc", "Cs", "Co") and sign not in _PLAIN_CONTROLS) or _reorders(sign)


def _reorders(sign: str) -> bool:
    """Say whether a character changes the direction of the text around it, so that it reads otherwise than it is."""
    return "\u202a" <= sign <= "\u202e" or "\u2066" <= sign <= "\u2069"


def spelled(sign: str) -> str:
    """Write a character as U+XXXX."""
    return f"U+{ord(sign):04X}"


def without_controls(text: str) -> str:
    """Replace control characters."""
    if text.isprintable():
        return text
    return "".join(spelled(sign) if is_control(sign) else sign for sign in text)


def without_uncovered(text: str) -> str:
    """Replace characters that the bundled fonts lack."""
    if text.isascii():
        return text
    known = covered()
    return "".join(sign if ord(sign) in known or sign in _PLAIN_CONTROLS else spelled(sign) for sign in text)


def check_characters(texts: Iterable[tuple[SpecPath, str]]) -> Iterator[Finding]:
    """Yield a warning for each text with characters that the PDF cannot show."""
    known = covered()
    for path, text in texts:
        lacking = [sign for sign in dict.fromkeys(text) if ord(sign) not in known and sign not in _PLAIN_CONTROLS]
        named = [spelled(sign) for sign in lacking if not is_control(sign)]
        if named:
            more = f" and {len(named) - _MAX_NAMED} more" if len(named) > _MAX_NAMED else ""
            yield Finding("P510", path, {"characters": ", ".join(named[:_MAX_NAMED]) + more})
