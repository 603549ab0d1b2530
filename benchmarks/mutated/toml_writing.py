"""Data to TOML: the counterpart of tomllib that Python lacks."""

import json
import math
import re
from collections.abc import Iterator, Mapping

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def as_toml(data: Mapping[str, object], depth: int = 2) -> str:
    """Return data as TOML: mappings as tables down to `depth`, below that inline; None is left out."""
    return "\n".join(_table(data, (), depth)) + "\n"


def _table(data: Mapping[str, object], path: tuple[str, ...], depth: int) -> Iterator[str]:
    """Yield the lines of a table: its values first, as TOML wants it, then the tables in it."""
    tables = {key: value for key, value in data.items() if isinstance(value, dict) and len(path) < depth}
    values = {key: value for key, value in data.items() if key not in tables and value is not None}
    if path and (values or not tables):
        yield f"\n[{'.'.join(map(_key, path))}]"
    for key, value in values.items():
        yield f"{_key(key)} = {_value(value)}"
    for key, value in tables.items():
        yield from _table(value, (*path, key), depth)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, dict):
        pairs = (f"{_key(key)} = {_value(part)}" for key, part in value.items() if part is not None)
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(_value(part) for part in value if part is not None) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    return repr(value)


def _text(text: str) -> str:
    """Write a string; the escapes of JSON are those of TOML, which wants one for DEL as well."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
