"""What stands where in a spec, from the specs that are shipped, the schema and the catalog: mutants that mean something."""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from mutated.origins import Origin, nodes, plain
from pliego.resources import schema_file
from pliego.workflow.catalog_listing import list_rows

Path = tuple[str | int, ...]

_OF_CATALOG: Final = {
    "id": "models", "reference": "accelerators", "weights": "formats", "kv_cache": "formats", "activations": "formats",
}  # fmt: skip
_VERSIONS: Final = ("0.1", "0.5", "0.6.3", "0.8", "0.9.2", "0.12", "0.17", "0.19", "0.19.0", "1.0", "1.2", "3", "9999")


@dataclass(frozen=True)
class Vocabulary:
    """Keys and values by where they stand.

    A part's kind is its key, or where people choose the key or it is an item of a list, the key above with `.*`.

    Attributes:
        keys: every key of the format.
        values: by kind, values that some spec or the schema gives such a part.
        inside: by kind, the keys that may stand in such a part.

    """

    keys: tuple[str, ...]
    values: Mapping[str, tuple[Any, ...]]
    inside: Mapping[str, tuple[str, ...]]

    def kind(self, path: Path) -> str:
        """Return the kind of the part at a path."""
        if not path:
            return ""
        if len(path) > 1 and (not isinstance(path[-1], str) or path[-1] not in self.keys):
            return f"{path[-2]}.*"
        return str(path[-1])


def vocabulary(origins: Iterable[Origin]) -> Vocabulary:
    """Collect from the trees of the origins, the schema and the ids of the catalog."""
    schema = json.loads(schema_file("spec.v1.schema.json").read_text(encoding="utf-8"))
    found = list(_of_schema(schema, schema, "", set()))
    keys = tuple(sorted({key for _, key, _ in found if key}))
    empty = Vocabulary(keys, {}, {})
    values: dict[str, list[Any]] = {}
    inside: dict[str, set[str]] = {}
    for kind, key, value in found:
        if key:
            inside.setdefault(kind, set()).add(key)
        else:
            values.setdefault(kind, []).append(value)
    for origin in origins:
        for container, key, path in nodes(origin.tree):
            values.setdefault(empty.kind(path), []).append(plain(container[key]))
    for key, rows in _OF_CATALOG.items():
        values.setdefault(key, []).extend(row["id"] for row in list_rows(rows))
    values.setdefault("version", []).extend(_VERSIONS)
    return Vocabulary(
        keys,
        {kind: tuple(known) for kind, known in values.items()},
        {kind: tuple(sorted(known)) for kind, known in inside.items()},
    )


def _of_schema(schema: Any, root: Any, kind: str, seen: set[tuple[int, str]]) -> Iterator[tuple[str, str, Any]]:
    """Yield kind and key of what may stand in a part of that kind; with an empty key, a value of that kind."""
    if not isinstance(schema, dict) or (id(schema), kind) in seen:
        return
    seen.add((id(schema), kind))
    if "$ref" in schema:
        yield from _of_schema(root["$defs"][schema["$ref"].rpartition("/")[2]], root, kind, seen)
    for value in _values(schema):
        yield kind, "", value
    for choice in (*schema.get("anyOf", ()), *schema.get("oneOf", ()), *schema.get("allOf", ())):
        yield from _of_schema(choice, root, kind, seen)
    for key, part in schema.get("properties", {}).items():
        yield kind, key, None
        yield from _of_schema(part, root, key, seen)
    for part in (schema.get("items"), schema.get("additionalProperties"), *schema.get("patternProperties", {}).values()):
        yield from _of_schema(part, root, f"{kind}.*", seen)


def _values(schema: Mapping[str, Any]) -> Iterator[Any]:
    yield from schema.get("enum", ())
    yield from schema.get("examples", ())
    if schema.get("type") == "boolean":
        yield from (True, False)
    for edge in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"):
        if edge in schema:
            yield from (schema[edge], schema[edge] + 1, schema[edge] - 1)
