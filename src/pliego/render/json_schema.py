"""The JSON Schema of a JSON file, from the same dataclasses that the file is written from."""

import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from pliego.units import Quantity

_PATHS: Final = ("path", "where")
_SIMPLE: Final[Mapping[object, dict[str, Any]]] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    type(None): {"type": "null"},
    date: {"type": "string", "format": "date"},
    datetime: {"type": "string", "format": "date-time"},
}


def file_schema(file: str, title: str, description: str, format_name: str, **parts: object) -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a file that `json_files.write_json` makes of values of these types."""
    found: dict[str, dict[str, Any]] = {}
    properties = {
        "format": {"const": format_name},
        "generator": {"type": "string"},
        **{name: _schema(form, found) for name, form in parts.items()},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": file,
        "title": title,
        "description": description,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        "$defs": dict(sorted(found.items())),
    }


def _schema(form: Any, parts: dict[str, dict[str, Any]]) -> dict[str, Any]:  # noqa: PLR0911 (one a kind)
    """Return the schema of a type as `json_files.plain` writes it; dataclasses go into `parts`."""
    if form in _SIMPLE:
        return dict(_SIMPLE[form])
    if form is Quantity:
        text = {"type": "string"}
        return {"type": "object", "properties": {"value": text, "unit": text}, "required": ["value", "unit"]}
    origin, arguments = get_origin(form), get_args(form)
    if origin in (Union, types.UnionType):
        return _any_of([_schema(argument, parts) for argument in arguments])
    if origin is tuple:
        return {"type": "array", "items": _schema(arguments[0], parts)}
    if origin is not None and issubclass(origin, Mapping):
        return {"type": "object", "additionalProperties": _schema(arguments[1], parts)}
    if isinstance(form, type) and issubclass(form, Enum):
        return {"enum": [member.value for member in form]}
    if isinstance(form, type) and is_dataclass(form):
        return _reference(form, parts)
    raise TypeError(f"no JSON Schema for {form!r}")


def _any_of(branches: list[dict[str, Any]]) -> dict[str, Any]:
    different = [branch for number, branch in enumerate(branches) if branch not in branches[:number]]
    return different[0] if len(different) == 1 else {"anyOf": different}


def _reference(form: type, parts: dict[str, dict[str, Any]]) -> dict[str, Any]:
    name = form.__name__
    if name not in parts:
        parts[name] = {}
        parts[name] = _record(form, parts)
    return {"$ref": f"#/$defs/{name}"}


def _record(form: type, parts: dict[str, dict[str, Any]]) -> dict[str, Any]:
    hints = get_type_hints(form)
    named = {"is": {"const": form.__name__}} if form.__module__.startswith("pliego.document.") else {}
    own = {
        field.name: {"type": "string"} if field.name in _PATHS else _schema(hints[field.name], parts)
        for field in fields(form)
    }
    properties = {**named, **own}
    if form.__name__ == "Input":
        properties["path"] = {"type": ["string", "null"]}
    description = (form.__doc__ or "").split("\n\n")[0].strip().replace("\n    ", " ")
    return {
        "description": description,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
