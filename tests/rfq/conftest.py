"""The request of a composition, and short ways to look into it."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pliego.document.model import Document, Line, Section, SideText, Table
from pliego.render.translation import Translator
from pliego.rfq.request import build_request
from pliego.workflow.composition import Composition

HEAD = """\
schema: pliego/v1
rfq: {id: R-1, title: A title, version: "1", language: en, issued: 2026-12-01RFQ}
workloads:
  work:
"""


@pytest.fixture(scope="session")
def request_of() -> Callable[..., Document]:
    """Return a function from a composition to its request, in the language of the spec if in no other."""

    def build(composition: Composition, language: str | None = None) -> Document:
        return build_request(
            composition.spec,
            composition.resolved,
            composition.sizing,
            composition.requirements,
            composition.regions,
            language or composition.spec.rfq.language,
        )

    return build


@pytest.fixture(scope="session")
def work(
    composed: Callable[[Path], Composition],
    request_of: Callable[..., Document],
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[..., Document]:
    """Return a function from a workload `work`, other parts of a spec and of its `rfq`, as YAML, to its request."""
    folder = tmp_path_factory.mktemp("work")

    @cache
    def of_parts(workload: str, rest: str = "", rfq: str = "", language: str = "en") -> Document:
        lines = "".join(f"    {line}\n" for line in workload.splitlines())
        file = folder / f"spec-{len(list(folder.iterdir()))}.yaml"
        file.write_text(HEAD.replace("RFQ}", f", {rfq}}}" if rfq else "}") + lines + rest, encoding="utf-8")
        return request_of(composed(file), language)

    return of_parts


def _clean(text: str) -> str:
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def _section(document: Document, name: str) -> Section | None:
    return next((section for section in document.sections if section.name == name), None)


@pytest.fixture(scope="session")
def rows_of() -> Callable[..., list[list[str]]]:
    """Return a function from a request and the name of a table to the texts of its cells, from a column on."""

    def texts(document: Document, name: str, start: int = 0) -> list[list[str]]:
        text = Translator(document.language).text
        return [
            [_clean(" / ".join(text(line.content) for line in cell)) for cell in row.cells[start:]]
            for section in document.sections
            for block in section.blocks
            if isinstance(block, Table) and block.name == name
            for group in block.groups
            for row in group.rows
        ]

    return texts


@pytest.fixture(scope="session")
def side_of() -> Callable[..., dict[str, list[str]]]:
    """Return a function from a request and the name of a section to its side-headed lines by label."""

    def texts(document: Document, name: str) -> dict[str, list[str]]:
        text = Translator(document.language).text

        def line_text(line: Line) -> str:
            return _clean(text(line.content))

        section = _section(document, name)
        return {
            text(row.label): [line_text(line) for line in row.lines]
            for block in (section.blocks if section else ())
            if isinstance(block, SideText)
            for row in block.rows
        }

    return texts
