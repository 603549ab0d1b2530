"""How a hint tells what to type: in YAML or in TOML, as the spec is written."""

import json
import re
from enum import StrEnum

from pliego.findings import SpecPath


class Form(StrEnum):
    """The two languages that a spec can be written in."""

    YAML = "yaml"
    TOML = "toml"


def part(path: SpecPath, form: Form) -> str:
    """Spell the beginning of the mapping of that path."""
    return f"{path[-1]}:" if form is Form.YAML else f"[{'.'.join(_toml_key(str(key)) for key in path)}]"


def pair(key: str, value: str | int | float | None, form: Form) -> str:
    """Spell a key with its value; None is one that only the writer knows."""
    if form is Form.YAML:
        return f"{key}:" if value is None else f"{key}: {value}"
    return f"{_toml_key(key)} = {json.dumps('…' if value is None else value, ensure_ascii=False)}"


def mapping(keys: str, form: Form) -> str:
    """Say how a mapping is written; `keys` are those that it can have."""
    if form is Form.TOML:
        return f"write a table with keys: {keys}" if keys else 'write a table, as in {key = "value"}'
    return f"write its keys on lines of their own, indented: {keys}" if keys else "write 'key: value'"


def one_line(form: Form) -> str:
    """Say how a long text is written as one line."""
    if form is Form.TOML:
        return "write it on one line; between three double quotes, \\ at the end of a line joins it to the next"
    return "write it on one line; in YAML, >- joins lines into one"


def top_level(key: str, *, is_mapping: bool, form: Form) -> str:
    """Say how a key that stands too deep is put at the top of the spec."""
    if form is Form.YAML:
        return "it belongs at the top level: begin its line without spaces"
    where = f"begin its table with [{_toml_key(key)}]" if is_mapping else "write it above the first table"
    return f"it belongs at the top level: {where}"


def _toml_key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)
