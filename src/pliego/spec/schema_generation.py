"""The JSON Schema of the spec, generated from the models and made good to edit with.

`python -m pliego.spec.schema_generation` writes it to schemas/; a test fails when that file is stale.
"""

import ast
import inspect
import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise
from textwrap import dedent
from typing import Any, Final, TypeAlias

from pliego.findings import SpecPath
from pliego.resources import schema_file
from pliego.spec.applicability import MODES, strangers
from pliego.spec.models import Spec
from pliego.spec.values import SpecModel

Schema: TypeAlias = dict[str, Any]

NAME: Final = "spec.v1.schema.json"
_ROOM: Final = __package__

_IGNORED_KEYS: Final = "^x-"
_MAPS_OF_SCHEMAS: Final = ("properties", "patternProperties", "$defs")
_PARTS: Final = ("items", "if", "then", "else", "additionalProperties")


def generate() -> Schema:
    """Return the schema: no null branches, no titles of single fields, `x-` keys allowed in every mapping."""
    raw = Spec.model_json_schema(by_alias=True)
    definitions = raw.pop("$defs")
    body = _clean(raw, definitions)
    body.pop("description", None)
    used = {name: _clean(part, definitions) for name, part in definitions.items() if not _is_inlined(name)}
    used["Workload"]["allOf"] = [*_by_kind(), *_by_mode()]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "urn:pliego:spec:v1",
        "title": "pliego spec",
        "description": Spec.__doc__,
        **body,
        "$defs": dict(sorted(used.items())),
    }


def as_text() -> str:
    """Return the schema as the text of its file."""
    return json.dumps(generate(), indent=2, ensure_ascii=False) + "\n"


def _by_kind() -> Iterator[Schema]:
    """Yield for each kind of task its modes, and the keys of a workload that mean nothing for it."""
    for kind, modes in MODES.items():
        then = _refusing(strangers(kind=kind))
        then["properties"].setdefault("task", {}).setdefault("properties", {})["mode"] = {"enum": list(modes)}
        yield {"if": _task_has("kind", kind), "then": then}


def _by_mode() -> Iterator[Schema]:
    for mode in dict.fromkeys(mode for modes in MODES.values() for mode in modes):
        yield {"if": _task_has("mode", mode), "then": _refusing(strangers(mode=mode))}


def _task_has(key: str, value: str) -> Schema:
    task = {"properties": {key: {"const": value}}, "required": [key]}
    return {"properties": {"task": task}, "required": ["task"]}


_NOTHING: Final[Schema] = {"not": {}}
"""What no value fulfils. It is no plain `false`, of which jsonschema does not tell the place."""


def _refusing(paths: Iterable[SpecPath]) -> Schema:
    """Return a part of the schema in which each of the paths has no valid value; a whole comes before its keys."""
    refusing: Schema = {"properties": {}}
    for path in paths:
        part = refusing
        for key in path[:-1]:
            part = part if part is _NOTHING else part["properties"].setdefault(str(key), {"properties": {}})
        if part is not _NOTHING:
            part["properties"][str(path[-1])] = _NOTHING
    return refusing


def _is_inlined(name: str) -> bool:
    """Say whether a definition is written where it is used, since its name tells a reader nothing."""
    return "Preference" in name


def _clean(schema: Schema, definitions: Schema) -> Schema:
    schema = _described(_inlined(_without_null(schema), definitions))
    clean: Schema = {}
    for keyword, value in schema.items():
        if keyword == "title" or (keyword == "default" and value is None):
            continue
        if keyword in _MAPS_OF_SCHEMAS:
            clean[keyword] = {_pattern(keyword, name): _clean(part, definitions) for name, part in value.items()}
        elif keyword in _PARTS and isinstance(value, dict):
            clean[keyword] = _clean(value, definitions)
        elif keyword == "description":
            clean[keyword] = " ".join(value.split())
        else:
            clean[keyword] = value
    if "then" in clean:
        clean["else"] = {keyword: value for keyword, value in clean["else"].items() if keyword != "description"}
    return _with_ignored_keys(clean)


def _without_null(schema: Schema) -> Schema:
    """Drop the null branch of an optional field: a key that is not wanted is left out, not set to null."""
    branches = [branch for branch in schema.get("anyOf", ()) if branch != {"type": "null"}]
    if not branches:
        return schema
    if len(branches) > 1:
        raise ValueError("anyOf misleads in messages: describe the forms with if, then and else")
    return {**branches[0], **{keyword: value for keyword, value in schema.items() if keyword != "anyOf"}}


def _inlined(schema: Schema, definitions: Schema) -> Schema:
    name = schema.get("$ref", "").rpartition("/")[2]
    if not _is_inlined(name):
        return schema
    rest = {keyword: value for keyword, value in schema.items() if keyword != "$ref"}
    return {**definitions[name], **rest}


def _described(schema: Schema) -> Schema:
    """Give each property the docstring of its field; the title of a mapping is the name of its model."""
    if "properties" not in schema:
        return schema
    name = schema.get("title", "").partition("[")[0]
    model = _models()[name]
    described = {
        key: {**part, "description": text} if (text := _field_docstrings(model).get(key)) else part
        for key, part in schema["properties"].items()
    }
    return {**schema, "properties": described}


@cache
def _models() -> dict[str, type[SpecModel]]:
    """Return every model of the spec by its name."""
    found: dict[str, type[SpecModel]] = {}
    waiting = [SpecModel]
    while waiting:
        for model in waiting.pop().__subclasses__():
            found.setdefault(model.__name__, model)
            waiting.append(model)
    return found


@cache
def _field_docstrings(model: type[SpecModel]) -> dict[str, str]:
    """Return the docstring below each field, by the key of the field in a spec.

    pydantic can read them itself, but does so whenever the models are imported, at 40 ms.
    """
    texts: dict[str, str] = {}
    for base in model.__mro__:
        if not base.__module__.startswith(f"{_ROOM}.") or "[" in base.__name__:
            continue
        (tree,) = ast.parse(dedent(inspect.getsource(base))).body
        body = tree.body if isinstance(tree, ast.ClassDef) else []
        for field, below in pairwise(body):
            if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
                text = _docstring(below)
                alias = model.model_fields[field.target.id].alias if field.target.id in model.model_fields else None
                if text is not None:
                    texts.setdefault(alias or field.target.id, text)
    return texts


def _docstring(statement: ast.stmt) -> str | None:
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return str(statement.value.value)
    return None


def _pattern(keyword: str, name: str) -> str:
    """Keep `x-` keys out of patterns for names, which would match them as well."""
    return re.sub(r"^\^", "^(?!x-)", name) if keyword == "patternProperties" else name


def _with_ignored_keys(schema: Schema) -> Schema:
    closed = schema.get("additionalProperties") is False or "patternProperties" in schema
    if not closed:
        return schema
    patterns = {**schema.get("patternProperties", {}), _IGNORED_KEYS: True}
    return {**schema, "patternProperties": patterns, "additionalProperties": False}


if __name__ == "__main__":
    schema_file(NAME).write_text(as_text(), encoding="utf-8")
