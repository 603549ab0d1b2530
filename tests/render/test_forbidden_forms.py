"""No rendered example holds a form that an officer of its language would not write."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pliego.document.model import Document
from pliego.render.localised import localise

FORMS: dict[str, dict[str, list[str]]] = json.loads(
    Path(__file__).with_name("forbidden_forms.json").read_text(encoding="utf-8")
)
EXAMPLES = [
    "assistant", "service-70b", "minimal", "rag-200", "nightly-batch", "qlora-adaptation", "hybrid", "image-service",
    "speech-service", "gradient-boosting", "small-purchase", "house-style",
]  # fmt: skip


def house_text(value: Any) -> Iterator[str]:
    """Yield the words of the house: no run of the buyer's, of another language, of a formula or of code."""
    if isinstance(value, list):
        for part in value:
            yield from house_text(part)
    elif isinstance(value, dict):
        if "kind" in value and "text" in value and "lang" in value:
            if value["kind"] in ("text", "em") and not value["lang"]:
                yield value["text"]
        else:
            for key, part in value.items():
                if key not in ("svg", "sentence", "title", "reference", "author"):
                    yield from house_text(part)


@pytest.mark.parametrize("language", ["en", "es", "de"])
@pytest.mark.parametrize("name", EXAMPLES)
def test_no_form_stands_that_the_language_does_not_know(
    document: Callable[..., Document], name: str, language: str
) -> None:
    text = "\n".join(house_text(localise(document(name, language))))
    words = [word for word in FORMS["words"][language] if re.search(rf"(?<!\w)(?:{word})(?!\w)", text)]
    assert words == []
    found = [re.search(figure, text) for figure in FORMS["figures"][language]]
    assert [one[0] for one in found if one] == []
