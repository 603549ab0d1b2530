"""The request of a composition, and short ways to look into it."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document
from pliego.rfq.request import build_request
from pliego.workflow.composition import Composition


@pytest.fixture(scope="session")
def request_of() -> Callable[..., Document]:
    """Return a function from a composition, and a language, to its request."""

    def build(composition: Composition, language: str = "en") -> Document:
        return build_request(
            composition.spec,
            composition.resolved,
            composition.sizing,
            composition.requirements,
            composition.regions,
            language,
        )

    return build
