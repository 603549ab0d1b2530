"""Rules on names, so that every requirement gets an id of its own."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pliego.findings import Finding, SpecPath, dotted
from pliego.spec.ids import id_part, requirement_id
from pliego.spec.schema_walk import Visit, spec_schema

_SHORTEST_NAMES: Final = 2


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
    reserved = {id_part(section) for section in spec_schema()["properties"]} | _LATER_SECTIONS
    for visit in known:
        if len(visit.path) != _SHORTEST_NAMES or visit.path[0] not in ("workloads", "clauses"):
            continue
        name = str(visit.path[1])
        if not id_part(name):
            hint = "add a word in Latin letters, such as 'no-resale'"
            yield Finding("P316", visit.path, {"name": name[:60]}, hint, at_key=True)
        elif visit.path[0] == "workloads" and id_part(name) in reserved:
            yield Finding("P313", visit.path, {"name": name}, f"write '{name}-service', for example", at_key=True)


_LATER_SECTIONS: Final = frozenset({"PIPELINES", "OPERATION", "EVALUATION", "PILOT"})
"""Sections that the format will have; a workload that took such a name would have to be renamed then."""


def _ids(known: Iterable[Visit]) -> Iterator[tuple[SpecPath, str]]:
    """Yield the id of every value that can become a requirement, with the path of its level."""
    for visit in known:
        if not visit.level or not all(id_part(part) for part in visit.path):
            continue
        levels = visit.value if isinstance(visit.value, dict) else {"must": visit.value}
        if "must" in levels:
            yield visit.path, requirement_id(visit.path)
        if "prefer" in levels:
            yield (*visit.path, "prefer"), requirement_id(visit.path, preferred=True)


def _name_path(path: SpecPath) -> SpecPath:
    return path[:_SHORTEST_NAMES] if path[0] in ("workloads", "clauses") else path
