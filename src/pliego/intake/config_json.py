"""A model's `config.json`: from bytes to a mapping, safely."""

import json
from math import isfinite
from typing import Any, Final

MOST_BYTES: Final = 5_000_000
"""Published configurations have a few kilobytes; what is larger is another file."""

_DEEPEST: Final = 64


class ConfigError(ValueError):
    """Why the bytes are no model configuration, as a clause that ends a sentence."""


def parse_config(content: bytes, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the JSON object of a configuration of at most `most` bytes.

    Raises:
        ConfigError: too large, not UTF-8, not JSON, a key stands twice, too deep, or not an object.

    """
    if len(content) > most:
        raise ConfigError(f"it is larger than {most} bytes")
    try:
        text = content.decode("utf-8-sig")
        value = json.loads(text, object_pairs_hook=_without_duplicates, parse_constant=_refuse, parse_float=_finite)
    except UnicodeDecodeError as fault:
        raise ConfigError(f"byte {fault.start} is not UTF-8") from None
    except json.JSONDecodeError as fault:
        raise ConfigError(f"line {fault.lineno}, column {fault.colno}: {fault.msg}") from None
    except RecursionError:
        raise ConfigError("it is nested too deeply") from None
    except ConfigError:
        raise
    except ValueError:  # a number of more digits than Python converts
        raise ConfigError("a number is too long") from None
    if not isinstance(value, dict):
        raise ConfigError("it is not a JSON object")
    if _depth(value) > _DEEPEST:
        raise ConfigError("it is nested too deeply")
    return value


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise ConfigError(f"the key {key[:40]!r} stands twice")
        found[key] = value
    return found


def _refuse(name: str) -> None:
    raise ConfigError(f"{name} is not a JSON number")


def _finite(text: str) -> float:
    """Return a number that a double can hold; JSON allows 1e999, which would be read as infinite."""
    value = float(text)
    if not isfinite(value):
        raise ConfigError(f"{text[:40]} is too large a number")
    return value


def _depth(value: object) -> int:
    """Return the depth of nesting, counted no further than is allowed."""
    level, depth = [value], 0
    while level and depth <= _DEEPEST:
        level = [
            part
            for one in level
            if isinstance(one, dict | list)
            for part in (one.values() if isinstance(one, dict) else one)
        ]
        depth += 1
    return depth
