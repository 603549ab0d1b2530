import pytest

from pliego.resources import template_file
from pliego.spec.reading import read_source
from pliego.spec.source import Data
from pliego.workflow.starting import LANGUAGES, schema_bytes


def data_of(name: str) -> Data:
    source, findings = read_source(name, template_file(f"spec/{name}").read_bytes())
    assert not findings
    return source.data


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_two_formats_say_the_same(language: str) -> None:
    assert data_of(f"{language}.yaml") == data_of(f"{language}.toml")


def test_the_language_of_the_document_is_the_one_chosen() -> None:
    for language in LANGUAGES:
        data = data_of(f"{language}.yaml")
        assert isinstance(data, dict)
        assert isinstance(data["rfq"], dict)
        assert data["rfq"]["language"] == language


def test_the_schema_is_the_shipped_one() -> None:
    assert b"urn:pliego:spec:v1" in schema_bytes("spec")
