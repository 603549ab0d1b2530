"""HTML to PDF through WeasyPrint, with the bundled fonts only and no way to any other file or host."""

import gc
import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from typing import Any, Final

from pliego.render.bundled_fonts import FONT_SCHEME, BundledFonts, bundled_fonts, font_faces
from pliego.render.library_search import by_file_name

with by_file_name():
    from weasyprint import CSS, HTML
    from weasyprint.urls import FatalURLFetchingError

PDF_OPTIONS: Final[Mapping[str, Any]] = {"pdf_variant": "pdf/ua-1"}


class PdfError(RuntimeError):
    """The PDF could not be made as it must be: something was to be loaded, or the renderer complained."""


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


def write_pdf(html: str, picture: str = "") -> bytes:
    """Return the PDF of an HTML document; `picture` is the address of the one image it may hold, a logo.

    Raises:
        PdfError: the document asked for something to be loaded, or the renderer complained.

    """
    fetcher = BundledFonts(picture)
    target = BytesIO()
    try:
        with _no_complaints(), _no_collection():
            fonts = bundled_fonts()
            faces = CSS(string=font_faces(), url_fetcher=fetcher, font_config=fonts)
            page = HTML(string=html, base_url=FONT_SCHEME, url_fetcher=fetcher)
            page.write_pdf(target, stylesheets=[faces], font_config=fonts, **PDF_OPTIONS)
    except FatalURLFetchingError as error:
        raise PdfError(str(error)) from error
    return target.getvalue()
