"""The bundled fonts for WeasyPrint: used where they lie, and the only ones that it knows."""

import os
import warnings
from base64 import b64decode
from functools import cache
from pathlib import Path
from typing import Final

from pliego.render.faces import FONTS, font_face
from pliego.render.library_search import by_file_name
from pliego.resources import template_file

os.environ["FONTCONFIG_FILE"] = str(template_file("fonts/no-system-fonts.conf"))
os.environ.pop("FONTCONFIG_SYSROOT", None)

with by_file_name(), warnings.catch_warnings():
    warnings.filterwarnings("ignore", message="No fonts configured in FontConfig")  # as it is meant to be
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

FONT_SCHEME: Final = "pliego-font:"


_PICTURE: Final = "data:image/png;base64,"


class BundledFonts(URLFetcher):  # type: ignore[misc]
    """Answers for the bundled fonts and for one `picture`, a PNG in its own address; refuses every other address."""

    def __init__(self, picture: str = "") -> None:
        super().__init__(allowed_protocols=())
        self._picture = picture

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:  # noqa: ARG002 (WeasyPrint's signature)
        """Return a bundled font, or a PNG that stands in the address.

        Raises:
            FatalURLFetchingError: for any other address, whatever asks for it.

        """
        name = url.removeprefix(FONT_SCHEME)
        if url.startswith(FONT_SCHEME) and name in {file for *_, file in FONTS}:
            return URLFetcherResponse(url, _font(name), {"Content-Type": "font/ttf"})
        if url == self._picture and url.startswith(_PICTURE):
            return URLFetcherResponse(url, b64decode(url.removeprefix(_PICTURE)), {"Content-Type": "image/png"})
        raise FatalURLFetchingError(f"refused to load {url[:200]!r}")


@cache
def _font(name: str) -> bytes:
    return Path(template_file(f"fonts/{name}")).read_bytes()


def font_faces() -> str:
    """Return the @font-face rules of the bundled fonts."""
    return "\n".join(font_face(face, f"url({FONT_SCHEME}{face.file})") for face in FONTS)


class _FontInPlace:
    """What WeasyPrint takes for the copy of a font that it makes: the bundled file with the same content."""

    _path: Path

    def exists(self) -> bool:
        return False

    def write_bytes(self, content: bytes) -> None:
        self._path = next(template_file(f"fonts/{file}") for *_, file in FONTS if _font(file) == content)

    def as_posix(self) -> str:
        return self._path.as_posix()


class _NoFolder:
    """What WeasyPrint takes for its folder of fonts: nothing lies in it, and there is none to remove."""

    def __truediv__(self, _name: str) -> _FontInPlace:
        return _FontInPlace()

    def __bool__(self) -> bool:
        return False


def bundled_fonts() -> FontConfiguration:
    """Return a font configuration that reads the bundled fonts where they lie.

    WeasyPrint would copy each into a folder for temporary files, which can be missing, full or read-only, and which
    stays where the process is killed.
    """
    fonts = FontConfiguration()
    fonts._folder = _NoFolder()  # noqa: SLF001 (held by the version of WeasyPrint that is asked for, and by a test)
    return fonts
