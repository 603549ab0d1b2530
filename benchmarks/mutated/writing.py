"""The data of a mutant as YAML or TOML, whatever they hold."""

import json
import re
from typing import Any

import yaml


def as_yaml(tree: Any, *, flow: bool | None = False) -> str:
    """Return YAML: parts that stand in several places as aliases, the key `<<` plain, so that it merges."""
    try:
        text = _dumped(tree, yaml.CSafeDumper, flow)
    except UnicodeEncodeError:  # a lone surrogate, which only the slower one writes
        text = _dumped(tree, yaml.SafeDumper, flow)
    return re.sub(r"(['\"])<<\1:", "<<:", text)


def _dumped(tree: Any, dumper: Any, flow: bool | None) -> str:  # noqa: FBT001 (as PyYAML calls it)
    text: str = yaml.dump(tree, Dumper=dumper, sort_keys=False, allow_unicode=True, default_flow_style=flow)
    return text


def as_toml(tree: dict[str, Any]) -> str:
    """Return TOML, mappings as tables; an absent value, which TOML does not know, is left out, in a list an empty text."""
    return "\n".join(_table(tree, ())) + "\n"


def _table(part: dict[str, Any], names: tuple[str, ...]) -> list[str]:
    inner = {key: value for key, value in part.items() if isinstance(value, dict) and value}
    own = [f"{_key(key)} = {_inline(value)}" for key, value in part.items() if key not in inner and value is not None]
    head = [f"\n[{'.'.join(map(_key, names))}]"] if names and (own or not inner) else []
    return head + own + [line for key, value in inner.items() for line in _table(value, (*names, key))]


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else json.dumps(key, ensure_ascii=False)


def _inline(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        pairs = (f"{_key(key)} = {_inline(part)}" for key, part in value.items() if part is not None)
        return f"{{{', '.join(pairs)}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    if isinstance(value, int | float):
        return repr(value)
    return json.dumps("" if value is None else value, ensure_ascii=False)
