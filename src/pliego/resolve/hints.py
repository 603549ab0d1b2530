"""What was probably meant."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

_PARTS: Final = re.compile(r"[a-z]+|\d+(?:\.\d+)*")


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Return a hint with the closest known names, whatever their case; None where none is close."""
    by_lower = {one.lower(): one for one in known}
    close = get_close_matches(name.lower(), by_lower, n=3, cutoff=0.6)
    parts = [one for one in by_lower if len(name) >= 3 and name.lower() in one][:3]
    found = list(dict.fromkeys([*close, *parts]))[:3]
    return f"did you mean {' or '.join(by_lower[one] for one in found)}?" if found else None


def same_but_for_typing(name: str, known: Iterable[str]) -> tuple[str, ...]:
    """Return the known names that `name` may be a slip of.

    A number in the id of a model is its size or version, and a word is a kind of model: one with another number, or
    without a word like it, is another model.
    """
    wanted = frozenset(_PARTS.findall(name.lower()))
    return tuple(one for one in known if _is_slip(wanted, frozenset(_PARTS.findall(one.lower()))))


def _is_slip(wanted: frozenset[str], parts: frozenset[str]) -> bool:
    return all(part[0].isalpha() and get_close_matches(part, parts, n=1) for part in wanted - parts)
