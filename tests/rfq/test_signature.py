"""The buyer's own look and words in the document."""

from collections.abc import Callable

from pliego.document.model import Document
from pliego.render.html import write_html
from pliego.render.localised import localise
from pliego.render.markdown import write_markdown
from pliego.workflow.composition import Composition

Example = Callable[[str], Composition]
RequestOf = Callable[..., Document]


def test_the_accent_stands_wherever_that_of_the_house_would(example: Example, request_of: RequestOf) -> None:
    own = write_html(localise(request_of(example("house-style"))))
    assert "#7a1f2b" in own
    assert "#0b4a5e" not in own
    assert "#0b4a5e" in write_html(localise(request_of(example("assistant"))))


def test_levels_terms_and_signatures_are_those_of_the_buyer(example: Example, request_of: RequestOf) -> None:
    text = write_markdown(localise(request_of(example("house-style"))))
    assert "■ A-Kriterium" in text
    assert "| B-Kriterium |" in text
    assert "Hausnetz" in text
    assert "KEIN-WEITERVERKAUF" in text
    sections = [section.name for section in request_of(example("house-style")).sections]
    assert "signature" in sections
