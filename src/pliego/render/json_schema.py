"""The JSON Schema of `rfq.json`, from the same dataclasses that the file is written from.

Run `python -m pliego.render.json_schema` after a change of those classes; a test fails while the committed file is
stale.
"""

import json
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from enum import Enum
from pathlib import Path
from typing import Any, Final, Union, get_args, get_origin, get_type_hints

from pliego.atomic import write_atomically
from pliego.document.model import Document
from pliego.render.json_files import RFQ_FORMAT
from pliego.requirements.model import Requirement
from pliego.resources import schema_file
from pliego.units import Quantity

FILE: Final = "rfq.v1.schema.json"
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


def rfq_schema() -> dict[str, Any]:
    """Return the JSON Schema of `rfq.json`, draft 2020-12."""
    parts: dict[str, dict[str, Any]] = {}
    properties = {
        "format": {"const": RFQ_FORMAT},
        "generator": {"type": "string"},
        "requirements": {"type": "array", "items": _schema(Requirement, parts)},
        "document": _schema(Document, parts),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": FILE,
        "title": "Request for quotation made by pliego",
        "description": "Requirements and document value. House text is named by key; quantities keep their digits.",
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
        "$defs": dict(sorted(parts.items())),
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
    named = {"is": {"const": form.__name__}} if form.__module__ == "pliego.document.model" else {}
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


def schema_text() -> str:
    """Return the committed file's text."""
    return json.dumps(rfq_schema(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    write_atomically(Path(schema_file(FILE)), schema_text().encode())
