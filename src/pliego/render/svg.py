"""The few SVG elements that charts are made of: lines, boxes, dots, text in the bundled fonts. Lengths are in mm."""

from html import escape
from typing import Final

from pliego.colours import DEFAULT_ACCENT, tint

INK: Final = "#14181d"
QUIET: Final = "#4a5259"
HAIR: Final = "#c3c9ce"
TEXT: Final = 2.82
"""Size of labels, 8 pt."""

_POINT: Final = 25.4 / 72
_WIDE: Final = frozenset("mwMW%@—")
_NARROW: Final = frozenset("ijlftrI.,:;'|()  \u202f")


class Canvas:
    """Collects elements in the order in which they are drawn, in ink, quiet and three tones of an accent."""

    def __init__(self, width: float, accent: str = DEFAULT_ACCENT) -> None:
        self.width = width
        self.accent, self.middle, self.band = accent, tint(accent, 0.45), tint(accent, 0.16)
        self.height = 0.0
        self._parts: list[str] = []

    def line(self, start: tuple[float, float], end: tuple[float, float], points: float = 0.75, ink: str = INK) -> None:
        """Draw a straight stroke, its weight in points."""
        (x1, y1), (x2, y2) = start, end
        self._reach(max(y1, y2))
        self._parts.append(
            f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
            f' stroke="{ink}" stroke-width="{_n(points * _POINT)}"/>'
        )

    def path(
        self, points: list[tuple[float, float]], weight: float, dash: str = "", fill: str = "none", ink: str = INK
    ) -> None:
        """Draw points joined by lines; `fill` closes the shape."""
        self._reach(max(y for _, y in points))
        steps = " ".join(f"{'L' if number else 'M'}{_n(x)} {_n(y)}" for number, (x, y) in enumerate(points))
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        stroke = f'stroke="{ink}" stroke-width="{_n(weight * _POINT)}"' if weight else 'stroke="none"'
        self._parts.append(f'<path d="{steps}" fill="{fill}" {stroke} stroke-linejoin="round"{dashed}/>')

    def box(self, corner: tuple[float, float], size: tuple[float, float], fill: str, points: float = 0.6) -> None:
        """Draw a box with an outline in ink; no outline where `points` is 0."""
        (x, y), (width, height) = corner, size
        self._reach(y + height)
        stroke = f' stroke="{INK}" stroke-width="{_n(points * _POINT)}"' if points else ""
        self._parts.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{fill}"{stroke}/>'
        )

    def hatch(self, corner: tuple[float, float], size: tuple[float, float], step: float = 1.1) -> None:
        """Draw a white box with slanted lines."""
        (x, y), (width, height) = corner, size
        self.box(corner, size, "#ffffff")
        offset = step
        while offset < width + height:
            start = (x + min(offset, width), y + max(0.0, offset - width))
            end = (x + max(0.0, offset - height), y + min(offset, height))
            self.line(start, end, 0.4)
            offset += step

    def dot(self, centre: tuple[float, float], radius: float, fill: str) -> None:
        """Draw a dot with an outline in ink."""
        x, y = centre
        self._reach(y + radius)
        self._parts.append(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(radius)}" fill="{fill}"'
            f' stroke="{INK}" stroke-width="{_n(0.9 * _POINT)}"/>'
        )

    def text(
        self, place: tuple[float, float], words: str, *, bold: bool = False, ink: str = INK, anchor: str = "start"
    ) -> None:
        """Write words on a base line; `anchor` is `start`, `middle` or `end`."""
        x, y = place
        self._reach(y + 1)
        weight = 600 if bold else 400
        self._parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-family="Source Sans 3" font-size="{TEXT}" font-weight="{weight}"'
            f' fill="{ink}" text-anchor="{anchor}">{escape(words)}</text>'
        )

    def written(self, name: str, sentence: str) -> str:
        """Return the drawing as one SVG element with its text alternative."""
        size = (
            f'width="{_n(self.width)}mm" height="{_n(self.height)}mm" viewBox="0 0 {_n(self.width)} {_n(self.height)}"'
        )
        title = f'<title id="{escape(name)}-title">{escape(sentence)}</title>'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="{escape(name)}-title">'
        return head + title + "".join(self._parts) + "</svg>"

    def _reach(self, y: float) -> None:
        self.height = max(self.height, y + 0.4)


def width_of(words: str, *, bold: bool = False) -> float:
    """Return about how wide words are at the size of labels; rather too much than too little."""
    share = sum(0.82 if sign in _WIDE else 0.27 if sign in _NARROW else 0.51 for sign in words)
    return share * TEXT * (1.05 if bold else 1.0)


def _n(value: float) -> str:
    """Return a length with at most two digits after the point."""
    return f"{value:.2f}".rstrip("0").rstrip(".")
