"""The arrows from a sound spec to its requirements: resolve, size, derive."""

from dataclasses import dataclass
from pathlib import Path

from pliego.catalog.facts import Regions
from pliego.catalog.loading import load_catalog
from pliego.findings import Finding
from pliego.requirements.checks import check_requirements
from pliego.requirements.derive import derive_requirements
from pliego.requirements.model import Requirement
from pliego.resolve.model import Resolved
from pliego.resolve.resolving import resolve
from pliego.sizing.calculation import size
from pliego.sizing.terms import Sizing
from pliego.spec.models import Spec
from pliego.workflow.inputs import read_configs


@dataclass(frozen=True, slots=True)
class Composition:
    """A spec with everything that follows from it, and all findings on the way."""

    spec: Spec
    regions: Regions
    resolved: Resolved
    sizing: Sizing
    requirements: tuple[Requirement, ...]
    findings: tuple[Finding, ...]


def compose(spec: Spec, base: Path) -> Composition:
    """Resolve, size and derive; `base` is the folder that the spec's file names start from."""
    catalog = load_catalog()
    configs, input_findings = read_configs(spec, base)
    resolved = resolve(spec, catalog, configs)
    sizing = size(resolved)
    requirements = derive_requirements(spec, sizing)
    findings = (
        *input_findings,
        *resolved.findings,
        *sizing.findings,
        *check_requirements(requirements, sizing, _members(catalog.regions)),
    )
    return Composition(spec, catalog.regions, resolved, sizing, requirements, findings)


def _members(regions: Regions) -> dict[str, frozenset[str]]:
    """Return which countries each code of a list of places stands for."""
    members = {code: frozenset((code,)) for code in regions.countries}
    members |= {code: frozenset(region_set.members) for code, region_set in regions.sets.items()}
    return members | {code: members[meant] for code, meant in regions.aliases.items() if meant in members}
