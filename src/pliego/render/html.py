"""The self-contained HTML of a document: one template, styles and fonts in it, no script, nothing to load."""

import re
from functools import cache
from typing import Final
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from pliego.colours import DEFAULT_ACCENT
from pliego.render.faces import embedded_faces
from pliego.render.localised import Plain
from pliego.resources import template_file

LONGEST_PIECE: Final = 200
"""Signs without a space that stay in one inline box: a renderer needs time in the square of their number to break."""
_BETWEEN_PIECES: Final = Markup("<wbr>")
"""A renderer breaks inside a box that is too wide, but between two boxes only where it is told that it may."""

_LONG_WORD: Final = re.compile(rf"[^ \t\n]{{{LONGEST_PIECE + 1},}}")

_WIDE: Final = 1.7
"""The width of a capital, of m and w, or of a sign that is no letter, against that of a mean small letter."""


def breakable(text: str) -> Markup:
    """Return text as HTML, words of more than `LONGEST_PIECE` signs in pieces that a renderer can break fast."""
    if len(text) <= LONGEST_PIECE:
        return escape(text)
    parts, position = [], 0
    for word in _LONG_WORD.finditer(text):
        parts.append(escape(text[position : word.start()]))
        parts.append(_BETWEEN_PIECES.join(_piece(piece) for piece in _pieces(word[0])))
        position = word.end()
    return Markup("").join([*parts, escape(text[position:])])


def _pieces(word: str) -> list[str]:
    return [word[start : start + LONGEST_PIECE] for start in range(0, len(word), LONGEST_PIECE)]


def _piece(text: str) -> Markup:
    return Markup("<span>{}</span>").format(text)


def running(text: str, width: int) -> str:
    """Return text for the head or foot of every page: what is wider than `width` small letters ends in `…`."""
    taken = 0.0
    for position, sign in enumerate(text):
        taken += 1 if sign == " " or (sign.islower() and sign not in "mw") else _WIDE
        if taken > width:
            return text[:position].rstrip() + "…"
    return text


def mailto(address: str) -> str:
    """Return the address of a mailto link: signs with a meaning there are encoded, the last @ stays."""
    name, _, host = address.rpartition("@")
    return f"mailto:{quote(name, safe='')}@{quote(host, safe='')}"


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(template_file("html")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters |= {"breakable": breakable, "mailto": mailto, "running": running}
    return environment


def _stylesheet(name: str) -> str:
    return template_file(f"html/{name}.css").read_text(encoding="utf-8")


def write_html(document: Plain) -> str:
    """Return the document as one HTML page, without the fonts."""
    template = _environment().get_template("document.html.j2")
    sheets = {
        name: _stylesheet(sheet).replace(DEFAULT_ACCENT, document["accent"])
        for name, sheet in (("stylesheet", "document"), ("screen_stylesheet", "screen"))
    }
    return template.render(document=document, **sheets)


def embed_fonts(page: str) -> str:
    """Return a page that looks the same on every machine: with the Latin letters of the bundled fonts in it.

    A letter that they lack is the browser's choice. The PDF is made of the page without, and of the complete fonts.
    """
    head, end, rest = page.partition("</head>")
    return f"{head}<style>\n{embedded_faces()}\n</style>\n{end}{rest}"
