"""Write templates/fonts/coverage.json: the characters that the bundled text faces have.

Run it after changing a font file: python tools/font_coverage.py
"""

import json
from pathlib import Path

from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parents[1] / "templates" / "fonts"
EMOJI = {0x2615}
"""Characters of the faces that text layout nonetheless takes from an emoji font of the machine."""
TEXT_FACES = ("SourceSans3_400Regular.ttf", "SourceSans3_600SemiBold.ttf")


def ranges(points: set[int]) -> list[list[int]]:
    """Return sorted [first, last] ranges of code points."""
    found: list[list[int]] = []
    for point in sorted(points):
        if found and point == found[-1][1] + 1:
            found[-1][1] = point
        else:
            found.append([point, point])
    return found


def coverage() -> str:
    """Return the file's text: every face falls back on Source Sans 3, so its two weights decide."""
    faces = [set(TTFont(FONTS / face, lazy=True).getBestCmap()) for face in TEXT_FACES]
    return (
        json.dumps({"faces": TEXT_FACES, "text": ranges(set.intersection(*faces) - EMOJI)}, separators=(",", ":"))
        + "\n"
    )


if __name__ == "__main__":
    (FONTS / "coverage.json").write_text(coverage(), encoding="utf-8")
