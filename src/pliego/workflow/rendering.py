"""`pliego render`: a spec to the files of a request for quotation, all of them or none."""

from base64 import b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Final

from pliego.document.model import Document, Logo, UserText
from pliego.findings import Finding, Severity
from pliego.render.characters import check_characters
from pliego.render.html import embed_fonts, write_html
from pliego.render.json_files import RFQ_FORMAT, write_json
from pliego.render.localised import Plain, localise, printable, user_texts
from pliego.render.markdown import write_markdown
from pliego.render.translation import LANGUAGES
from pliego.rfq.request import build_request
from pliego.workflow.composition import Composition, compose
from pliego.workflow.doctor import missing_libraries
from pliego.workflow.reading import SpecName, SpecReading, read_spec
from pliego.workflow.writing import check_files, write_files

__all__ = ["FORMATS", "LANGUAGES", "PROFILES", "Rendering", "render"]

FORMATS: Final = ("md", "html", "pdf", "json")
PROFILES: Final = ("full", "short")
STEM: Final = "rfq"

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Rendering:
    """What a rendering found and wrote; no file is written where a finding stops the work."""

    reading: SpecReading
    files: tuple[Path, ...] = ()


def render(
    name: SpecName,
    folder: Path,
    formats: tuple[str, ...],
    language: str | None,
    progress: Progress,
    *,
    profile: str | None = None,
    strict: bool = False,
) -> Rendering:
    """Render a spec (`name`: a path, or `-`) into `folder` as `rfq.<format>`.

    Every file is made before the first is written, and all are on the disk before the first replaces its
    predecessor. `language` and `profile` go before those of the spec. With `strict` a warning stops the work as an
    error does. Where a file cannot be written, or would
    take the place of one that it is made from, those of an earlier run stay as they are.
    """
    reading = read_spec(name)
    if not reading.sound:
        return Rendering(reading)
    spec = reading.spec()
    if profile is not None:
        spec = spec.model_copy(update={"rfq": spec.rfq.model_copy(update={"profile": profile})})
    composition = compose(spec, reading.base)
    reading = replace(reading, findings=(*reading.findings, *composition.findings))
    if not reading.sound:
        return Rendering(reading)
    document = _document(composition, language)
    outputs = [folder / f"{STEM}.{kind}" for kind in formats]
    lost = check_files(outputs, reading.files)
    reading = replace(reading, findings=(*reading.findings, *_check_formats(document, formats), *lost))
    stopping = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    if any(finding.severity in stopping for finding in reading.findings):
        return Rendering(reading)
    made = dict(zip(outputs, _make(composition, document, formats, progress), strict=True))
    unwritten = write_files(made, reading.files)
    reading = replace(reading, findings=(*reading.findings, *unwritten))
    return Rendering(reading, () if unwritten else tuple(made))


def _document(composition: Composition, language: str | None) -> Document:
    return build_request(
        composition.spec,
        composition.resolved,
        composition.sizing,
        composition.requirements,
        composition.regions,
        language or composition.spec.rfq.language,
        _logo(composition),
    )


def _logo(composition: Composition) -> Logo | None:
    picture, look, buyer = composition.logo, composition.spec.look, composition.spec.rfq.buyer
    if picture is None or look is None:
        return None
    text = look.logo_text or (buyer.name if buyer else "")
    content = b64encode(picture.content).decode()
    return Logo(picture.media, content, picture.aspect, UserText(text, ("look", "logo_text")))


def _check_formats(document: Document, formats: tuple[str, ...]) -> Iterator[Finding]:
    if "pdf" not in formats:
        return
    yield from missing_libraries()
    yield from check_characters(user_texts(document))


def _make(
    composition: Composition, document: Document, formats: tuple[str, ...], progress: Progress
) -> Iterator[bytes]:
    """Yield the contents of the files, each told of before it is begun."""
    shared = _Shared(document)
    for kind in formats:
        progress(f"{STEM}.{kind}")
        yield _content(kind, composition, shared)


class _Shared:
    """What several formats are made of: the localised document, and its HTML."""

    def __init__(self, document: Document) -> None:
        self.document = document

    @cached_property
    def localised(self) -> Plain:
        return localise(self.document)

    @cached_property
    def html(self) -> str:
        return write_html(self.localised)


def _content(kind: str, composition: Composition, shared: _Shared) -> bytes:
    if kind == "html":
        return embed_fonts(shared.html).encode()
    if kind == "md":
        return write_markdown(shared.localised).encode()
    if kind == "json":
        return write_json(RFQ_FORMAT, requirements=composition.requirements, document=shared.document).encode()
    from pliego.render.pdf import write_pdf  # noqa: PLC0415 (the renderer takes long to import)

    shown = printable(shared.localised)
    logo = shown["cover"]["logo"]
    return write_pdf(shared.html if shown == shared.localised else write_html(shown), logo["address"] if logo else "")
