"""What was probably meant."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Return a hint with the closest known names, whatever their case; None where none is close."""
    by_lower = {one.lower(): one for one in known}
    close = get_close_matches(name.lower(), by_lower, n=3, cutoff=0.6)
    parts = [one for one in by_lower if len(name) >= 3 and name.lower() in one][:3]
    found = list(dict.fromkeys([*close, *parts]))[:3]
    return f"did you mean {' or '.join(by_lower[one] for one in found)}?" if found else None
