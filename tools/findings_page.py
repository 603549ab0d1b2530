"""Write docs/findings.md, the list of finding codes, from the codes themselves."""

from pathlib import Path
from typing import Final

from pliego.finding_codes import CODES

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "findings.md"

_AREAS: Final = {
    "P1": "Reading and writing files",
    "P2": "The form of the spec",
    "P3": "Rules on the data",
    "P4": "Facts, sizing and layout",
    "P5": "Requirements and documents",
}

_HEAD: Final = """\
# Findings

Every fault that pliego tells of has a code. A code keeps its meaning for ever; one that is no longer used is not
given to anything else. An error stops the work and leads to exit code 1, a warning does so with `--strict`, a notice
only informs. Words in braces stand for what was found.

This page is generated from `src/pliego/finding_codes/` by `make generated`.
"""


def page() -> str:
    """Return the page: a section for each hundred codes, a paragraph for each code."""
    parts = [_HEAD]
    for area, title in _AREAS.items():
        codes = [code for code in sorted(CODES) if code.startswith(area)]
        if codes:
            parts.append(f"## {area}xx {title}\n")
        for code in codes:
            entry = CODES[code]
            parts.append(f"### {code} ({entry.severity})\n\n{_escaped(entry.message)}\n\n{_escaped(entry.advice)}\n")
    return "\n".join(parts)


def _escaped(text: str) -> str:
    """Keep signs of Markdown literal outside of code."""
    pieces = text.split("`")
    for number in range(0, len(pieces), 2):
        for sign in "\\<*_[]":
            pieces[number] = pieces[number].replace(sign, f"\\{sign}")
    return "`".join(pieces)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
