from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from pliego.resources import schema_file
from pliego.spec.schema_generation import NAME, as_text, generate


def parts(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield every part of the schema that speaks of a value."""
    if isinstance(schema, dict):
        yield schema
        for keyword, value in schema.items():
            if keyword in ("properties", "patternProperties", "$defs"):
                for part in value.values():
                    yield from parts(part)
            elif keyword in ("items", "if", "then", "else"):
                yield from parts(value)


def test_the_committed_schema_is_current() -> None:
    assert schema_file(NAME).read_text(encoding="utf-8") == as_text(), "run: python -m pliego.spec.schema_generation"


def test_it_is_a_schema_of_draft_2020_12() -> None:
    schema = generate()
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["title"] == "pliego spec"


def test_nothing_in_it_misleads_an_editor_or_a_message() -> None:
    for part in parts(generate()):
        assert not {"anyOf", "oneOf", "discriminator"} & set(part)
        assert all(set(entry) == {"if", "then"} for entry in part.get("allOf", ()))
        assert "null" not in str(part.get("type"))
        assert part.get("default", 0) is not None


def test_only_the_whole_has_a_title_and_no_name_is_a_machine_s() -> None:
    schema = generate()
    assert [part["title"] for part in parts(schema) if "title" in part] == ["pliego spec"]
    assert all(name.isalpha() for name in schema["$defs"])


def test_every_mapping_is_closed_but_for_keys_of_ones_own() -> None:
    for part in parts(generate()):
        if part.get("additionalProperties") is False:
            assert part["patternProperties"]["^x-"] is True


def test_every_key_tells_what_it_means() -> None:
    schema = generate()
    silent = []
    for part in parts(schema):
        for key, value in part.get("properties", {}).items():
            target = schema["$defs"].get(value.get("$ref", "").rpartition("/")[2], {})
            if "description" not in value and "description" not in target:
                silent.append(key)
    assert silent == []


def test_a_level_is_one_of_two_forms_by_its_type() -> None:
    level = generate()["$defs"]["DurationLevel"]
    assert level["if"] == {"type": "object"}
    assert level["else"]["examples"][0] == "800 ms"
    assert level["then"]["properties"]["prefer"]["then"]["required"] == ["value"]
