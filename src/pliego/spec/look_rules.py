"""Rules on the buyer's look: an accent that can be read on white paper."""

import re
from collections.abc import Iterator
from typing import Final

from pliego.colours import contrast_on_white, is_readable, lightness, nearest_readable
from pliego.findings import Finding
from pliego.spec.parsed import Whole

_COLOUR: Final = re.compile(r"#[0-9A-Fa-f]{6}")


def check_look(whole: Whole) -> Iterator[Finding]:
    """Find an accent that is too light for text, or for the darkest tone of a chart."""
    accent = whole.get(("look", "accent"))
    if isinstance(accent, str) and _COLOUR.fullmatch(accent) and not is_readable(accent):
        facts = {
            "colour": accent,
            "contrast": f"{contrast_on_white(accent):.1f}",
            "lightness": f"{lightness(accent):.0f}",
        }
        yield Finding(
            "P342", ("look", "accent"), facts, f"'{nearest_readable(accent)}' is the nearest that can be read"
        )
