"""The buyer's own words in a spec: every text that no closed list, format or unit prescribes."""

from collections.abc import Iterator
from dataclasses import dataclass

from pliego.findings import SpecPath
from pliego.spec.schema_walk import Visit, visits
from pliego.spec.source import Data


@dataclass(frozen=True, slots=True)
class OwnText:
    """A text with its place; `level` is that of the requirement which it makes, empty where it makes none."""

    path: SpecPath
    words: str
    level: str = ""
    at_key: bool = False


def own_texts(data: Data) -> Iterator[OwnText]:
    """Yield the texts of a spec in their order, names that the buyer gives to parts among them."""
    of_level: SpecPath | None = None
    for visit in visits(data):
        if visit.level:
            of_level = visit.path
        if isinstance(visit.value, str) and _is_free(visit):
            yield OwnText(visit.path, visit.value, _level(visit.path, of_level))
        elif isinstance(visit.value, dict) and _has_names(visit):
            named = (key for key in visit.value if not key.startswith("x-"))
            yield from (OwnText((*visit.path, key), key, at_key=True) for key in named)


def _has_names(visit: Visit) -> bool:
    """Say whether the keys of a mapping are names that the buyer gives."""
    return "patternProperties" in visit.schema and not visit.schema.get("properties")


def _is_free(visit: Visit) -> bool:
    return not ("enum" in visit.schema or "const" in visit.schema or visit.format)


def _level(path: SpecPath, of_level: SpecPath | None) -> str:
    """Return the level of a text below the last level that the walk has met."""
    if of_level is None or path[: len(of_level)] != of_level:
        return ""
    below = path[len(of_level) :]
    return "preferred" if below[:1] == ("prefer",) else "mandatory"
