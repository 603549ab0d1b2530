"""The short profile: two pages, at most 15 requirements, nothing that only an annex explains."""

from collections.abc import Callable
from io import BytesIO

import pytest
from pypdf import PdfReader

from pliego.document.model import Document
from pliego.render.html import write_html
from pliego.render.localised import localise, printable
from pliego.render.markdown import write_markdown
from pliego.render.pdf import write_pdf
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
RequestOf = Callable[..., Document]


@pytest.mark.parametrize("language", ["en", "es", "de"])
def test_the_example_takes_two_pages(
    example: Callable[[str], Composition], request_of: RequestOf, language: str
) -> None:
    document = request_of(example("small-purchase"), language)
    pdf = write_pdf(write_html(printable(localise(document))))
    assert len(PdfReader(BytesIO(pdf)).pages) == 2


def test_it_holds_requirements_prices_and_how_to_answer(
    example: Callable[[str], Composition], request_of: RequestOf
) -> None:
    composition = example("small-purchase")
    document = request_of(composition)
    assert document.short
    assert [section.name for section in document.sections] == ["mandatory", "preferred", "prices", "answer"]
    text = write_markdown(localise(document))
    assert "## Contents" not in text
    assert all(f"`{requirement.id}`" in text for requirement in composition.requirements)


def test_a_request_without_requirements_has_prices_and_an_answer(chat: Chat, request_of: RequestOf) -> None:
    composition = chat()
    rfq = composition.spec.rfq.model_copy(update={"profile": "short"})
    short = type(composition)(
        composition.spec.model_copy(update={"rfq": rfq}),
        composition.regions,
        composition.resolved,
        composition.sizing,
        (),
        (),
    )
    assert [section.name for section in request_of(short).sections] == ["prices", "answer"]
