"""Write templates/fonts/web/: the Latin letters of the bundled faces, compressed for the browsers that read the HTML.

Run it after changing a font file: python tools/web_fonts.py (WeasyPrint brings what it needs). The bytes also depend on
the version of the compressor brotli, so that no check compares them; a test compares what the files hold.
The licence of the faces reserves the name of the unchanged ones: these carry another, and the licence as it is.
"""

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parents[1] / "templates" / "fonts"
BLOCKS = ((0x20, 0x24F), (0x370, 0x3FF), (0x2000, 0x22FF), (0x2500, 0x26FF))
"""Latin with its extensions A and B; Greek, for formulas; punctuation, currencies, mathematics; boxes and signs."""
FEATURES = ("kern", "mark", "mkmk", "ccmp", "locl")
COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT, LICENCE, LICENCE_ADDRESS = 0, 1, 2, 3, 4, 6, 13, 14


def points() -> Iterator[int]:
    """Yield the code points of `BLOCKS` that coverage.json lists."""
    for first, last in json.loads((FONTS / "coverage.json").read_text(encoding="utf-8"))["text"]:
        yield from (point for point in range(first, last + 1) if any(low <= point <= high for low, high in BLOCKS))


def web_font(file: Path) -> bytes:
    """Return the WOFF2 file of a face."""
    options = subset.Options()
    options.flavor = "woff2"
    options.hinting = False
    options.layout_features = list(FEATURES)
    options.name_IDs = [COPYRIGHT, FAMILY, STYLE, UNIQUE, FULL, POSTSCRIPT, LICENCE, LICENCE_ADDRESS]
    font = TTFont(file, lazy=True, recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(points()))
    subsetter.subset(font)
    for record in font["name"].names:
        if record.nameID in (FAMILY, UNIQUE, FULL, POSTSCRIPT):
            record.string = f"Pliego-{file.stem.removeprefix('Source')}"
    font.flavor = "woff2"
    target = BytesIO()
    font.save(target)
    return target.getvalue()


if __name__ == "__main__":
    (FONTS / "web").mkdir(exist_ok=True)
    for face in sorted(FONTS.glob("*.ttf")):
        (FONTS / "web" / f"{face.stem}.woff2").write_bytes(web_font(face))
