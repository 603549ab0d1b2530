"""HTML to PDF through WeasyPrint, with the bundled fonts only and no way to any other file or host."""

import gc
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from pliego.render.library_search import by_file_name
from pliego.resources import template_file

with by_file_name():
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

FONT_SCHEME: Final = "pliego-font:"
PDF_OPTIONS: Final[Mapping[str, Any]] = {"pdf_variant": "pdf/ua-1"}
FONTS: Final = (
    ("Source Sans 3", 400, "normal", "SourceSans3_400Regular.ttf"),
    ("Source Sans 3", 600, "normal", "SourceSans3_600SemiBold.ttf"),
    ("Source Serif 4", 300, "normal", "SourceSerif4_300Light.ttf"),
    ("Source Serif 4", 400, "normal", "SourceSerif4_400Regular.ttf"),
    ("Source Serif 4", 400, "italic", "SourceSerif4_400Regular_Italic.ttf"),
    ("Source Code Pro", 500, "normal", "SourceCodePro_500Medium.ttf"),
)


class PdfError(RuntimeError):
    """The PDF could not be made as it must be: something was to be loaded, or the renderer complained."""


class BundledFonts(URLFetcher):  # type: ignore[misc]
    """Answers for the bundled fonts and refuses every other address."""

    def __init__(self) -> None:
        super().__init__(allowed_protocols=())

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:  # noqa: ARG002 (WeasyPrint's signature)
        """Return a bundled font.

        Raises:
            FatalURLFetchingError: for any other address, whatever asks for it.

        """
        name = url.removeprefix(FONT_SCHEME)
        if url.startswith(FONT_SCHEME) and name in {file for *_, file in FONTS}:
            return URLFetcherResponse(url, _font(name), {"Content-Type": "font/ttf"})
        raise FatalURLFetchingError(f"refused to load {url[:200]!r}")


@cache
def _font(name: str) -> bytes:
    return Path(template_file(f"fonts/{name}")).read_bytes()


def font_faces() -> str:
    """Return the @font-face rules of the bundled fonts."""
    return "\n".join(
        f"@font-face {{ font-family: '{family}'; font-weight: {weight}; font-style: {style}; "
        f"src: url({FONT_SCHEME}{file}) }}"
        for family, weight, style, file in FONTS
    )


class _Complaints(logging.Handler):
    """Keeps what the renderer logs."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.messages.append(record.getMessage())


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep the collector of reference cycles off while pages are laid out.

    A layout makes some hundred thousand objects and next to no garbage; looking through them again and again costs
    a fifth of the time. A document is the last thing that a process makes, so that what is left over does not stay.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@contextmanager
def _no_complaints() -> Iterator[None]:
    """Turn whatever the renderer logs into an error: it never fails by itself."""
    logger = logging.getLogger("weasyprint")
    handler = _Complaints()
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate
    if handler.messages:
        raise PdfError("; ".join(handler.messages[:3]))


@contextmanager
def _font_configuration() -> Iterator[FontConfiguration]:
    """Give a font configuration and remove its folder of font files at once.

    WeasyPrint removes the folder in the finalizer alone. Cycles keep that from running before the process ends,
    and it may not run then; it can be called twice.
    """
    fonts = FontConfiguration()
    try:
        yield fonts
    finally:
        fonts.__del__()


def write_pdf(html: str) -> bytes:
    """Return the PDF of an HTML document.

    Raises:
        PdfError: the document asked for something to be loaded, or the renderer complained.

    """
    fetcher = BundledFonts()
    target = BytesIO()
    try:
        with _no_complaints(), _no_collection(), _font_configuration() as fonts:
            faces = CSS(string=font_faces(), url_fetcher=fetcher, font_config=fonts)
            page = HTML(string=html, base_url=FONT_SCHEME, url_fetcher=fetcher)
            page.write_pdf(target, stylesheets=[faces], font_config=fonts, **PDF_OPTIONS)
    except FatalURLFetchingError as error:
        raise PdfError(str(error)) from error
    return target.getvalue()
