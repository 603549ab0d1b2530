"""Codes of countries and named sets in the spec."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from pliego.catalog.facts import Region, Regions, RegionSet
from pliego.findings import Finding, SpecPath
from pliego.resolve.hints import did_you_mean
from pliego.spec.models import Spec
from pliego.spec.values import RegionsLevel

_EEA: Final = ("EWR", "EEE", "EUROPE", "EUROPA", "EUR", "EFTA+EU")
_EU: Final = ("UE",)


def resolve_regions(spec: Spec, regions: Regions) -> tuple[Mapping[str, Region | RegionSet], tuple[Finding, ...]]:
    """Return what each code in the spec stands for, by the code as written, and what is wrong."""
    found: dict[str, Region | RegionSet] = {}
    findings: list[Finding] = []
    for path, codes in _lists(spec):
        for number, code in enumerate(codes):
            meant = regions.aliases.get(code, code)
            place = regions.sets.get(meant) or regions.countries.get(meant)
            if place is None:
                findings.append(Finding("P403", (*path, number), {"code": code}, _hint(code, regions)))
                continue
            found[code] = place
            if meant != code:
                facts = {"code": code, "meant": meant}
                findings.append(Finding("P404", (*path, number), facts, f"write {meant}"))
        findings.extend(_contained(path, codes, regions))
    return found, tuple(findings)


def _contained(path: SpecPath, codes: list[str], regions: Regions) -> Iterator[Finding]:
    """Find codes that a set in the same list already holds."""
    for number, code in enumerate(codes):
        own = set(regions.sets[code].members) if code in regions.sets else {code}
        for other in codes:
            if other != code and other in regions.sets and own < set(regions.sets[other].members):
                yield Finding("P405", (*path, number), {"code": code, "within": other})
                break


def _lists(spec: Spec) -> Iterable[tuple[SpecPath, list[str]]]:
    """Yield every list of places in the spec with its path."""
    residency = spec.data_residency
    for name in ("storage", "processing", "backups", "logs", "support_access", "keys", "jurisdiction"):
        level = getattr(residency, name) if residency else None
        yield from _of_level(level, ("data_residency", name))
    copies = spec.backup.copies if spec.backup else None
    yield from _of_level(copies.sites if copies else None, ("backup", "copies", "sites"))


def _of_level(level: RegionsLevel | None, path: SpecPath) -> Iterator[tuple[SpecPath, list[str]]]:
    if level is not None and level.must is not None:
        yield (*path, "must"), level.must
    if level is not None and level.prefer is not None:
        yield (*path, "prefer", "value"), level.prefer.value


def _hint(code: str, regions: Regions) -> str:
    """Say what was probably meant: a set by another name, a code in small letters, a country name."""
    upper = code.upper()
    if upper in _EEA:
        return "did you mean EEA? EU leaves out Iceland, Liechtenstein and Norway"
    if upper in _EU:
        return "did you mean EU? EEA adds Iceland, Liechtenstein and Norway"
    if upper in regions.countries or upper in regions.sets:
        return f"did you mean {upper}?"
    named = next((one.code for one in regions.countries.values() if code in one.names.values()), None)
    if named is not None:
        return f"did you mean {named}?"
    sets = ", ".join(regions.sets)
    return did_you_mean(code, regions.sets) or f"use ISO 3166-1 alpha-2 codes such as ES, or one of {sets}"
