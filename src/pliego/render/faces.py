"""The bundled typefaces: which file is which face, and the smaller files that an HTML file carries in itself."""

from base64 import b64encode
from functools import cache
from pathlib import PurePath
from typing import Final, NamedTuple

from pliego.resources import template_file


class Face(NamedTuple):
    """A face as CSS names it, and its file in templates/fonts."""

    family: str
    weight: int
    style: str
    file: str


FONTS: Final = (
    Face("Source Sans 3", 400, "normal", "SourceSans3_400Regular.ttf"),
    Face("Source Sans 3", 600, "normal", "SourceSans3_600SemiBold.ttf"),
    Face("Source Serif 4", 300, "normal", "SourceSerif4_300Light.ttf"),
    Face("Source Serif 4", 400, "normal", "SourceSerif4_400Regular.ttf"),
    Face("Source Serif 4", 400, "italic", "SourceSerif4_400Regular_Italic.ttf"),
    Face("Source Code Pro", 500, "normal", "SourceCodePro_500Medium.ttf"),
)


def font_face(face: Face, source: str) -> str:
    """Return the @font-face rule of a face; `source` is a CSS source, such as `url(…)`."""
    family, weight, style, _file = face
    return f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-style: {style}; src: {source} }}"


def web_font(file: str) -> str:
    """Return the name of the file with the Latin letters of a bundled face, compressed for browsers."""
    return f"web/{PurePath(file).stem}.woff2"


@cache
def embedded_faces() -> str:
    """Return the @font-face rules of the bundled faces with the fonts in them: nothing is left to load."""
    return "\n".join(font_face(face, f"url({_data(face.file)}) format('woff2')") for face in FONTS)


def _data(file: str) -> str:
    content = template_file(f"fonts/{web_font(file)}").read_bytes()
    return f"data:font/woff2;base64,{b64encode(content).decode()}"
