"""Write docs/spec-reference.md, every key of the spec, from its JSON Schema."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from pliego.spec.applicability import MODES, home
from pliego.spec.formats import DATE, MOMENT, MOST_LINES, dimension_of
from pliego.spec.schema_walk import is_level, part_of, resolved, spec_schema
from pliego.units import symbols

PAGE: Final = Path(__file__).resolve().parents[1] / "docs" / "spec-reference.md"

_HEAD: Final = """\
# Every key of the spec

Required keys are marked with *. A key with a *level* takes `must`, `prefer` or a bare value, which means `must`, and
becomes a requirement; [requirements.md](requirements.md) says what follows from it. `<name>` is a name that you give.
Keys that begin with `x-` are ignored. [spec.md](spec.md) is the tour.

This page is generated from `schemas/spec.v1.schema.json` by `make generated`.
"""

_PLAIN: Final = {
    "integer": "whole number",
    "number": "number",
    "boolean": "`true` or `false`",
    "object": "mapping",
}


def page() -> str:
    """Return the page: kinds of work first, then a table for each section in the order of the schema."""
    parts = [_HEAD, _kinds()]
    for path, schema in _sections((), spec_schema()):
        title = f"## `{'.'.join(path)}`" if path else "## The file"
        text = str(schema.get("description", ""))
        table = ["| key | form | meaning |", "| --- | --- | --- |", *_rows(path, schema)]
        parts.append("\n\n".join(part for part in (title, text if path else "", "\n".join(table)) if part) + "\n")
    return "\n".join(parts)


def _kinds() -> str:
    rows = [f"| `{kind}` | {', '.join(f'`{mode}`' for mode in modes)} |" for kind, modes in MODES.items()]
    return "\n".join(["## Kinds of work and their modes\n", "| kind | modes |", "| --- | --- |", *rows, ""])


def _sections(path: tuple[str, ...], schema: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Mapping[str, Any]]]:
    """Yield every mapping of the schema with its path; parts of a level that stand beside must and prefer as well."""
    yield path, schema
    for key in schema.get("properties", {}):
        part = resolved(schema["properties"][key])
        named = _named_part(part)
        if named is not None:
            inner, end = resolved(named), (*path, key, "<name>")
        elif part.get("type") == "array":
            inner, end = resolved(part["items"]), (*path, key, "[]")
        else:
            inner, end = part, (*path, key)
        if "then" in inner:
            beside = {one: inner["then"]["properties"][one] for one in inner["then"]["properties"]}
            beside = {one: what for one, what in beside.items() if one not in ("must", "prefer")}
            if beside:
                yield end, {"properties": beside, "description": f"Beside `must` and `prefer` of `{key}`."}
        elif "properties" in inner:
            yield from _sections(end, inner)


def _named_part(schema: Mapping[str, Any]) -> Mapping[str, Any] | None:
    named = [part for part in schema.get("patternProperties", {}).values() if part is not True]
    return named[0] if named and "properties" not in schema else None


def _rows(path: tuple[str, ...], schema: Mapping[str, Any]) -> Iterator[str]:
    for key in schema["properties"]:
        part = part_of(schema, key) or {}
        required = "*" if key in schema.get("required", ()) else ""
        meaning = str(part.get("description") or resolved(part).get("description", ""))
        where = _belongs(path, key)
        yield f"| `{key}`{required} | {_form(part)} | {_cell(meaning)}{where} |"


def _belongs(path: tuple[str, ...], key: str) -> str:
    """Say for which kinds and modes of work a key of a workload is meant."""
    if path[:2] != ("workloads", "<name>"):
        return ""
    found = home((*path[2:], key))
    parts = [", ".join(f"`{one}`" for one in names) for names in (found.kinds, found.modes) if names] if found else []
    return f" Only for {' in mode '.join(parts) if len(parts) > 1 else parts[0]}." if parts else ""


def _form(part: Mapping[str, Any]) -> str:
    schema = resolved(part)
    if is_level(schema):
        return f"level: {_plain_form(schema['else'])}"
    named = _named_part(schema)
    if named is not None:
        return f"by name: {_form(named)}"
    return _plain_form(schema)


def _plain_form(schema: Mapping[str, Any]) -> str:
    """Say what a value is written as: allowed words, or the kind of value with its units, its bounds and an example."""
    schema = resolved(schema)
    example = f", as in `{schema['examples'][0]}`" if schema.get("examples") else ""
    dimension = dimension_of(schema.get("format", ""))
    if "enum" in schema or "const" in schema:
        return ", ".join(f"`{word}`" for word in schema.get("enum", [schema.get("const")]))
    if dimension:
        return f"quantity in {', '.join(f'`{symbol}`' for symbol in symbols(dimension))}{example}"
    if schema.get("format") in (DATE, MOMENT):
        return f"{'date' if schema['format'] == DATE else 'date, or time with its offset from UTC'}{example}"
    if schema.get("type") == "array":
        return f"list{_size(schema)} of {_plain_form(schema['items'])}"
    if schema.get("type") == "string":
        return f"{_text(schema)}{example}"
    plain = _PLAIN.get(str(schema.get("type", "object")), "mapping")
    return f"{plain}{_bounds(schema)}"


def _size(schema: Mapping[str, Any]) -> str:
    return f", up to {schema['maxItems']:,} entries," if "maxItems" in schema else ""


def _text(schema: Mapping[str, Any]) -> str:
    most = f", up to {schema['maxLength']:,} characters" if "maxLength" in schema else ""
    if f"{{0,{MOST_LINES - 1}}}" in schema.get("pattern", ""):
        return f"text{most} and {MOST_LINES:,} lines"
    return f"text on one line{most}"


def _bounds(schema: Mapping[str, Any]) -> str:
    """Say the least and the most of a number."""
    words = {
        "minimum": "from",
        "exclusiveMinimum": "above",
        "maximum": "to",
        "exclusiveMaximum": "below",
    }
    told = " ".join(f"{word} {_number(schema[key])}" for key, word in words.items() if key in schema)
    example = f", as in `{_number(schema['examples'][0]).replace(',', '')}`" if schema.get("examples") else ""
    return (f" {told}" if told else "") + example


def _number(number: float) -> str:
    """Write a number as people do: a million with its commas, eight billion with an exponent."""
    if abs(number) >= 1e10 or (number > 1e6 and number % 1e6):
        return f"{number:g}".replace("e+", "e")
    return f"{int(number):,}" if number == int(number) else f"{number}"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "\\<").replace("*", "\\*")


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
