"""What the format allows where, from schema and catalog, so that a mutant may mean what no shipped spec says."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from pliego.resources import schema_file
from pliego.workflow.catalog_listing import list_rows

_OF_CATALOG: Final = {
    "id": "models", "reference": "accelerators", "weights": "formats", "kv_cache": "formats", "activations": "formats",
}  # fmt: skip
"""Keys whose values are ids of the catalog, and of what."""

_VERSIONS: Final = ("0.1", "0.5", "0.6.3", "0.8", "0.9.2", "0.12", "0.17", "0.19", "0.19.0", "1.0", "1.2", "3", "9999")
_EDGES: Final = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")


@dataclass(frozen=True, slots=True)
class Format:
    """Keys that may stand in the part under a key, and values that it may have; `*` is any name that people choose."""

    keys: Mapping[str, tuple[str, ...]]
    values: Mapping[str, tuple[Any, ...]]

    def name(self, key: Any) -> str:
        """Return a key of the format as it is, and any other, also the index of an entry, as `*`."""
        return key if key in self.keys or key in self.values else "*"


def read_format() -> Format:
    """Return what the shipped schema and catalog allow."""
    schema = json.loads(schema_file("spec.v1.schema.json").read_text(encoding="utf-8"))
    keys: dict[str, set[str]] = {}
    values: dict[str, list[Any]] = {"version": list(_VERSIONS)}
    for name, key, value in _allowed(schema, schema["$defs"], "", set()):
        if key:
            keys.setdefault(name, set()).add(key)
        else:
            values.setdefault(name, []).append(value)
    for key, kind in _OF_CATALOG.items():
        values.setdefault(key, []).extend(row["id"] for row in list_rows(kind))
    return Format({name: tuple(sorted(found)) for name, found in keys.items()}, _tuples(values.items()))


def _tuples(pairs: Iterable[tuple[str, list[Any]]]) -> Mapping[str, tuple[Any, ...]]:
    return {name: tuple(found) for name, found in pairs}


def _allowed(
    schema: Any, parts: Mapping[str, Any], name: str, seen: set[tuple[int, str]]
) -> Iterator[tuple[str, str, Any]]:
    """Yield the name of a part with a key that may stand in it; with an empty key, a value that the part may have."""
    if not isinstance(schema, dict) or (id(schema), name) in seen:
        return
    seen.add((id(schema), name))
    yield from ((name, "", value) for value in _values(schema))
    if "$ref" in schema:
        yield from _allowed(parts[schema["$ref"].rpartition("/")[2]], parts, name, seen)
    for choice in ("then", "else"):
        yield from _allowed(schema.get(choice), parts, name, seen)
    for key, part in schema.get("properties", {}).items():
        yield name, key, None
        yield from _allowed(part, parts, key, seen)
    for part in (schema.get("items"), schema.get("additionalProperties")):
        yield from _allowed(part, parts, name if part is schema.get("items") else "*", seen)
    for part in schema.get("patternProperties", {}).values():
        yield from _allowed(part, parts, "*", seen)


def _values(schema: Mapping[str, Any]) -> Iterator[Any]:
    yield from schema.get("enum", ())
    yield from schema.get("examples", ())
    if schema.get("type") == "boolean":
        yield from (True, False)
    for edge in _EDGES:
        if edge in schema:
            yield from (schema[edge], schema[edge] + 1, schema[edge] - 1)
