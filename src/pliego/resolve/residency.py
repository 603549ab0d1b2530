"""Lists of places of the spec against each other, and codes that are often misread.

A list names places of which any may be used, so that two lists hold together where they share one.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from pliego.catalog.facts import Regions, RegionSet, Territory
from pliego.findings import Finding, SpecPath
from pliego.spec.models import Spec
from pliego.spec.values import RegionsLevel

_QUESTIONS: Final = ("storage", "processing", "backups", "logs", "support_access", "keys", "jurisdiction")
_CROSSINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "processing": ("storage",),
    "backups": ("storage", "processing"),
    "sites": ("backups", "storage", "processing"),
    "logs": ("processing", "storage"),
    "keys": ("storage",),
}
"""Questions whose lists should share places: each is held against the first of the others that is stated."""
_COPIES: Final = ("backups", "sites")
"""Questions on copies of what is stored: a place of theirs that is none of its places is told, however it is named."""
_KEPT_APART: Final = ("keys",)
"""What may well be elsewhere on purpose: keys are no data."""
_LISTED: Final = 6


@dataclass(frozen=True, slots=True)
class _Listed:
    """A question with its lists, and the paths of their entries."""

    name: str
    path: SpecPath
    must: tuple[str, ...]
    prefer: tuple[str, ...]

    def entries(self) -> Iterator[tuple[str, SpecPath]]:
        """Yield all codes with their paths."""
        yield from ((code, (*self.path, "must", number)) for number, code in enumerate(self.must))
        yield from ((code, (*self.path, "prefer", "value", number)) for number, code in enumerate(self.prefer))


def check_places(spec: Spec, regions: Regions) -> Iterator[Finding]:
    """Yield places that make data cross a border, and codes that are misread."""
    questions = {one.name: one for one in _questions(spec)}
    for name, others in _CROSSINGS.items():
        other = next((questions[one] for one in others if one in questions and questions[one].must), None)
        if name in questions and questions[name].must and other is not None and _known(questions[name], other, regions):
            yield from _compared(questions[name], other, regions)
    yield from _misread(questions.values(), regions)


def _known(one: _Listed, other: _Listed, regions: Regions) -> bool:
    """Say whether all places of two lists are known: of one that is not, nothing follows but that it is not."""
    return all(map(regions.knows, (*one.must, *other.must)))


def _questions(spec: Spec) -> Iterator[_Listed]:
    residency = spec.data_residency
    for name in _QUESTIONS if residency else ():
        level: RegionsLevel | None = getattr(residency, name)
        if level is not None:
            yield _listed(name, ("data_residency", name), level)
    sites = spec.backup.copies.sites if spec.backup and spec.backup.copies else None
    if sites is not None:
        yield _listed("sites", ("backup", "copies", "sites"), sites)


def _listed(name: str, path: SpecPath, level: RegionsLevel) -> _Listed:
    return _Listed(name, path, tuple(level.must or ()), tuple(level.prefer.value if level.prefer else ()))


def _reach(codes: tuple[str, ...], regions: Regions) -> frozenset[str]:
    return frozenset[str]().union(*map(regions.reach, codes))


def _compared(one: _Listed, other: _Listed, regions: Regions) -> Iterator[Finding]:
    """Find mandatory places of one question against those of another: none shared, or some that are elsewhere."""
    reached, allowed = _reach(one.must, regions), _reach(other.must, regions)
    facts = {"places": ", ".join(one.must), "question": _WORDS.get(one.name, one.name)}
    facts |= {"other": _WORDS.get(other.name, other.name), "allowed": ", ".join(other.must)}
    if not reached & allowed and one.name not in _KEPT_APART:
        yield Finding("P460", one.path, facts)
    elif one.name in _COPIES and not reached <= allowed:
        yield Finding("P461", one.path, {**facts, "outside": few(reached - allowed)})
    else:
        yield from _elsewhere(one, other, regions)


_WORDS: Final = {"sites": "copies of backups"}


def few(codes: "frozenset[str] | set[str]") -> str:
    """Return some codes in their order, and how many more there are."""
    known = sorted(codes)
    return ", ".join(known[:_LISTED]) + (f" and {len(known) - _LISTED} more" if len(known) > _LISTED else "")


def _elsewhere(one: _Listed, other: _Listed, regions: Regions) -> Iterator[Finding]:
    """Find entries of one list that share nothing with another one."""
    allowed = _reach(other.must, regions)
    for number, code in enumerate(one.must):
        if not regions.reach(code) & allowed:
            facts = {"place": code, "question": one.name, "other": other.name, "allowed": ", ".join(other.must)}
            yield Finding("P475", (*one.path, "must", number), facts)


def _misread(questions: Iterable[_Listed], regions: Regions) -> Iterator[Finding]:
    """Explain each code once that is often taken for a part of something that it is not."""
    told: set[str] = set()
    for code, path in (entry for question in questions for entry in question.entries()):
        note = _note(code, regions)
        if note is not None and code not in told:
            told.add(code)
            yield Finding("P476", path, {"code": code, **note})


def _note(code: str, regions: Regions) -> Mapping[str, str] | None:
    """Return what is misread of a part of a state, or of a set that mixes members of the EEA with others."""
    row: RegionSet | Territory | None = regions.sets.get(code) or regions.territory(code)
    if row is None or row.note is None:
        return None
    area = frozenset(regions.sets["EEA"].members)
    if isinstance(row, RegionSet):
        mixes = not area.isdisjoint(row.members) and not area.issuperset(row.members)
        return {"note": row.note.rstrip("."), "as_of": row.as_of} if mixes else None
    return {"note": row.note.rstrip("."), "as_of": row.as_of} if row.parent else None
