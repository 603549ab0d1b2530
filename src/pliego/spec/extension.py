"""A spec that builds on another file: what the two say together, the spec before what it builds on.

Mappings are merged key by key; a list or a single value of the spec takes the place of the other one whole.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, TypeVar

from pliego.findings import SpecPath
from pliego.spec.source import Data, Source

_Value = TypeVar("_Value")

KEY: Final = "extends"
DEEPEST: Final = 4
"""Files that may build on each other, the spec included."""


def base_name(data: Data) -> str | None:
    """Return the file that the data build on, None where they build on none."""
    name = data.get(KEY) if isinstance(data, dict) else None
    return name if isinstance(name, str) and name else None


def extended(own: Source, base: Source) -> Source:
    """Return the spec with what it takes over from `base`; each place is still that of the file it stands in."""
    seen = _taken(base, own.data)
    return replace(
        own,
        data=_merged(own.data, {key: value for key, value in _mapping(base.data).items() if key != KEY}),
        written={**_kept(base.written, seen), **own.written},
        bases=(replace(base, offsets=_kept(base.offsets, seen), bases=()), *base.bases),
    )


def _mapping(data: Data) -> dict[str, Data]:
    return data if isinstance(data, dict) else {}


def _merged(own: Data, base: Data) -> Data:
    if not isinstance(own, dict) or not isinstance(base, dict):
        return own
    merged: dict[str, Data] = {}
    for key, value in base.items():
        merged[key] = _merged(own[key], value) if key in own else value
    return {**merged, **{key: value for key, value in own.items() if key not in base}}


def _taken(base: Source, own: Data) -> frozenset[SpecPath]:
    """Return the paths of the base that still count: those that no value of the spec has taken the place of."""
    return frozenset(path for path in (*base.offsets, *base.written) if not _is_replaced(path, own))


def _is_replaced(path: SpecPath, own: Data) -> bool:
    value: Data = own
    for part in path:
        if not isinstance(value, dict):
            return True
        if not isinstance(part, str) or part not in value:
            return False
        value = value[part]
    return not isinstance(value, dict)


def _kept(places: Mapping[SpecPath, _Value], seen: frozenset[SpecPath]) -> Mapping[SpecPath, _Value]:
    return {path: place for path, place in places.items() if path in seen}
