"""Unquoted scalars by the core schema of YAML 1.2, with the house's narrower idea of a number."""

import math
import re
from typing import Final

FORBIDDEN: Final = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""A character that no YAML holds as it is; TOML refuses most of them too."""

_WORDS: Final[dict[str, bool | None]] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INTEGER: Final = re.compile(r"[-+]?(?:0|[1-9][0-9]*)")
_BASED: Final = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT: Final = re.compile(r"[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_MOST_DIGITS: Final = 300
_LONGEST_SLIP: Final = 1000


def plain_scalar(text: str) -> str | int | float | bool | None:
    """Return the value of an unquoted scalar: null, true, false, a number or the text itself.

    What YAML 1.2 reads as a number but nobody means as one stays text: leading zeros (`010`), NaN and
    infinity, and numbers too large for a computer's arithmetic. So do `NO`, `on`, `22:30`, `1_000` and dates.
    """
    if text in _WORDS:
        return _WORDS[text]
    if len(text) > _MOST_DIGITS or text[0] not in "+-.0123456789":
        return text
    if _INTEGER.fullmatch(text) or _BASED.fullmatch(text):
        return int(text, 0)
    number = float(text) if _FLOAT.fullmatch(text) else math.inf
    return number if math.isfinite(number) else text


def number_hint(text: str) -> str | None:
    """Return what to write instead of a text that was meant as a number, or None if it was not."""
    if len(text) > _LONGEST_SLIP:
        return None
    stripped = text.strip().lower()
    value = plain_scalar(stripped)
    if isinstance(value, int | float) and not isinstance(value, bool):
        return f"write it without quotes: {stripped}"
    for pattern, hint in _MEANT_AS_NUMBERS:
        found = re.fullmatch(pattern, stripped)
        if found:
            return hint.format(stripped, found=found, digits=re.sub(r"[^0-9+-]", "", stripped))
    return None


_MEANT_AS_NUMBERS: Final = (
    (r"[-+]?[0-9]{1,3}([_' \u00a0\u202f][0-9]{3})+", "write the digits without grouping marks: {digits}"),
    (r"[-+]?[0-9]+(_[0-9]+)+", "write the digits without underscores: {digits}"),
    (r"([-+]?)0+([0-9]+)", "a number has no leading zero: write {found[1]}{found[2]}"),
    (r"([-+]?[0-9]+),([0-9]+)", "use a decimal point: {found[1]}.{found[2]}"),
    (r"[-+]?\.?(inf|nan)", "write a finite number"),
    (r"[-+]?[0-9.]+(e[-+]?[0-9]+)?", "write a number that a computer can hold"),
    (r"([0-9]+(?:\.[0-9]+)?) ?k", "write the number out: {found[1]}e3"),
    (r"([0-9]+(?:\.[0-9]+)?) ?m", "write the number out: {found[1]}e6"),
    (r"([0-9]+(?:\.[0-9]+)?) ?b", "write the number out: {found[1]}e9"),
)
"""Patterns of texts that people mean as numbers, and what to write instead."""
