"""Rules on names, so that every requirement gets an id of its own."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pliego.findings import Finding, SpecPath, dotted
from pliego.spec.ids import FROM_LICENCE, FROM_SIZING, WITHOUT_LEVEL, id_part, requirement_id
from pliego.spec.schema_walk import Visit, spec_schema

_SHORTEST_NAMES: Final = 2
_NAMED: Final = ("workloads", "clauses")


_WITHOUT_IDS: Final = ("extends", "look", "terms")
"""Sections from which no requirement comes: workloads may have their names."""


def check_ids(known: Sequence[Visit]) -> Iterator[Finding]:
    """Yield a finding for each name that gives no id, is reserved, or gives an id that stands already."""
    yield from _names(known)
    first: dict[str, SpecPath] = {}
    for path, made in _ids(known):
        if made in first and first[made] != path:
            facts = {"id": made, "first": dotted(first[made]), "second": dotted(path)}
            yield Finding("P314", _name_path(path), facts, "rename one of the two", at_key=True)
        else:
            first[made] = path


def _names(known: Iterable[Visit]) -> Iterator[Finding]:
    reserved = {id_part(section) for section in spec_schema()["properties"] if section not in _WITHOUT_IDS}
    for visit in known:
        if len(visit.path) != _SHORTEST_NAMES or visit.path[0] not in _NAMED:
            continue
        name = str(visit.path[1])
        if not id_part(name):
            hint = "add a word in Latin letters, such as 'no-resale'"
            yield Finding("P316", visit.path, {"name": name[:60]}, hint, at_key=True)
        elif visit.path[0] == "workloads" and id_part(name) in reserved:
            yield Finding("P313", visit.path, {"name": name[:60]}, f"write '{name}-service', for example", at_key=True)


def _ids(known: Iterable[Visit]) -> Iterator[tuple[SpecPath, str]]:
    """Yield the id of everything that can become a requirement, with the path of its level."""
    for visit in known:
        if len(visit.path) == _SHORTEST_NAMES and visit.path[0] == "workloads" and id_part(visit.path[1]):
            yield from _ids_without_level(visit)
        if not visit.level or not all(id_part(part) for part in visit.path):
            continue
        levels = visit.value if isinstance(visit.value, dict) else {"must": visit.value}
        if "must" in levels:
            yield visit.path, requirement_id(visit.path)
        if "prefer" in levels:
            yield (*visit.path, "prefer"), requirement_id(visit.path, preferred=True)


def _ids_without_level(workload: Visit) -> Iterator[tuple[SpecPath, str]]:
    for part in WITHOUT_LEVEL:
        value = workload.value
        for key in part:
            value = value.get(str(key)) if isinstance(value, dict) else None
        if value is not None:
            yield (*workload.path, *part), requirement_id((*workload.path, *part))
    for part in (*FROM_SIZING, *FROM_LICENCE):
        yield (*workload.path, *part), requirement_id((*workload.path, *part))


def check_ignored_names(paths: Iterable[SpecPath]) -> Iterator[Finding]:
    """Yield a warning for each workload and clause whose name begins with x-: it is dropped like a note.

    `paths` are those of everything that stands in the file, also of what was dropped while reading.
    """
    for path in paths:
        if len(path) == _SHORTEST_NAMES and path[0] in _NAMED and str(path[1]).startswith("x-"):
            hint = "give it another name, or move it to the top level if it is a note or a part to merge"
            yield Finding("P317", path, {"name": str(path[1])[:60], "where": str(path[0])}, hint, at_key=True)


def _name_path(path: SpecPath) -> SpecPath:
    return path[:_SHORTEST_NAMES] if path[0] in _NAMED else path
