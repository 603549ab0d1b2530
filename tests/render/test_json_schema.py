import pytest

from pliego.render.json_schema import file_schema


def test_a_schema_names_its_file_format_and_parts() -> None:
    schema = file_schema("x.schema.json", "X", "An X.", "pliego-x/v1", count=int, names=tuple[str, ...])
    assert schema["properties"]["format"] == {"const": "pliego-x/v1"}
    assert schema["properties"]["names"] == {"type": "array", "items": {"type": "string"}}
    assert schema["required"] == ["format", "generator", "count", "names"]


def test_a_type_without_a_form_is_refused() -> None:
    with pytest.raises(TypeError, match="complex"):
        file_schema("x.schema.json", "X", "An X.", "pliego-x/v1", part=complex)
