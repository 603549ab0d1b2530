"""The committed schema and the data it describes, walked together."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, TypeAlias

from pliego.findings import SpecPath
from pliego.grouped_numbers import readings
from pliego.resources import schema_file
from pliego.spec.source import Data

Schema: TypeAlias = Mapping[str, Any]

_FREE_TEXT_FORMATS: Final = frozenset({"date", "pliego-moment"})


@dataclass(frozen=True, slots=True)
class Visit:
    """One value with the part of the schema that speaks of it; `level`: it can become a requirement."""

    path: SpecPath
    value: Data
    schema: Schema
    level: bool = False

    @property
    def format(self) -> str:
        """The format that the schema names, or an empty text."""
        return str(self.schema.get("format", ""))


@cache
def spec_schema() -> Schema:
    """Return the committed schema of the spec."""
    schema: Schema = json.loads(schema_file("spec.v1.schema.json").read_text(encoding="utf-8"))
    return schema


def resolved(schema: Schema) -> Schema:
    """Follow a reference to the definitions of the spec's schema; what stands beside it goes before."""
    name = schema.get("$ref")
    if name is None:
        return schema
    target = spec_schema()["$defs"][name.rpartition("/")[2]]
    return {**target, **{keyword: value for keyword, value in schema.items() if keyword != "$ref"}}


def form_of(value: Data, schema: Schema) -> Schema:
    """Choose between the two forms of a level or a preference: a mapping, or the bare value."""
    schema = resolved(schema)
    if "then" not in schema:
        return schema
    return resolved(schema["then"] if isinstance(value, dict) else schema["else"])


def is_level(schema: Schema) -> bool:
    """Say whether a part of the schema takes `must` and `prefer`."""
    return "must" in schema.get("then", {}).get("properties", {})


def part_of(schema: Schema, key: str) -> Schema | None:
    """Return what the schema says of a key of a mapping; None where it says nothing."""
    if key in schema.get("properties", {}):
        part: Schema = schema["properties"][key]
        return part
    named = [part for part in schema.get("patternProperties", {}).values() if part is not True]
    return named[0] if named else None


def visits(value: Data, schema: Schema | None = None, path: SpecPath = ()) -> Iterator[Visit]:
    """Yield every value that the schema knows, in the order of the data, mappings before what they hold."""
    whole = resolved(spec_schema() if schema is None else schema)
    form = form_of(value, whole)
    yield Visit(path, value, form, is_level(whole))
    if isinstance(value, dict):
        for key, part in value.items():
            part_schema = part_of(form, key)
            if part_schema is not None:
                yield from visits(part, part_schema, (*path, key))
    elif isinstance(value, list) and "items" in form:
        for number, item in enumerate(value):
            yield from visits(item, form["items"], (*path, number))


def as_meant(value: Data, written: Mapping[SpecPath, str], schema: Schema | None = None, path: SpecPath = ()) -> Data:
    """Return the data with text where the schema wants text: as written, `1.10` and `010` and `on`.

    Numbers with the value of a whole number (`1e2`) become whole where the schema wants one; one whose point may group
    thousands (`12.000`) becomes text there, which is wrong. Nothing else changes; what is wrong stays as it is for the
    schema to find.
    """
    form = form_of(value, spec_schema() if schema is None else schema)
    if isinstance(value, dict):
        parts = {key: (part, part_of(form, key)) for key, part in value.items()}
        return {
            key: part if known is None else as_meant(part, written, known, (*path, key))
            for key, (part, known) in parts.items()
        }
    if isinstance(value, list) and "items" in form:
        return [as_meant(item, written, form["items"], (*path, number)) for number, item in enumerate(value)]
    if form.get("type") == "string" and _is_taken_as_written(value, form):
        return written.get(path, value)
    if form.get("type") == "integer" and isinstance(value, float):
        text = written.get(path, "")
        if readings(text):
            return text  # 12.000 may mean twelve thousand
        return int(value) if value.is_integer() else value
    return value


def _is_taken_as_written(value: Data, schema: Schema) -> bool:
    """Free text takes every scalar, a quantity numbers (to be told of the unit), a closed list none."""
    if value is None or "enum" in schema or "const" in schema:
        return False
    free = "format" not in schema or schema["format"] in _FREE_TEXT_FORMATS
    return free or not isinstance(value, bool)
