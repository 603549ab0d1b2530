"""The arrows from a sound spec to its requirements: resolve, size, derive."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor
from pathlib import Path
from typing import TYPE_CHECKING

from pliego.catalog.checkpoint import ModelReading
from pliego.catalog.facts import Regions
from pliego.catalog.loading import load_catalog
from pliego.findings import Finding
from pliego.requirements.checks import check_requirements
from pliego.requirements.derive import derive_requirements
from pliego.requirements.model import MemoryAlternative, Requirement
from pliego.requirements.preferences import check_preferences
from pliego.resolve.model import Resolved
from pliego.resolve.resolving import resolve
from pliego.resolve.use import check_use
from pliego.sizing.calculation import size
from pliego.sizing.terms import Sizing
from pliego.spec.models import Spec
from pliego.units import GIB

if TYPE_CHECKING:
    from pliego.intake.logo import Picture


@dataclass(frozen=True, slots=True)
class Composition:
    """A spec with everything that follows from it, and all findings on the way."""

    spec: Spec
    regions: Regions
    resolved: Resolved
    sizing: Sizing
    requirements: tuple[Requirement, ...]
    findings: tuple[Finding, ...]
    logo: "Picture | None" = None


def compose(spec: Spec, base: Path) -> Composition:
    """Resolve, size and derive; `base` is the folder that the spec's file names start from."""
    catalog = load_catalog()
    configs, input_findings = _named_files(spec, base)
    logo, logo_findings = _logo(spec, base)
    resolved = resolve(spec, catalog, configs)
    sizing = size(resolved)
    use = check_use(spec, catalog)
    requirements = derive_requirements(spec, sizing, use.duties, _named_layout(resolved))
    findings = (
        *input_findings,
        *logo_findings,
        *resolved.findings,
        *use.findings,
        *sizing.findings,
        *check_preferences(spec, _members(catalog.regions)),
        *check_requirements(requirements, sizing, spec),
    )
    return Composition(spec, catalog.regions, resolved, sizing, requirements, findings, logo)


def _named_layout(resolved: Resolved) -> MemoryAlternative | None:
    """Return the layout that the buyer names, in neutral figures: how many, with how much memory by their driver."""
    card = resolved.reference
    total = (card.memory_bytes or card.estimate_low) if card else None
    if total is None or resolved.count is None:
        return None
    return MemoryAlternative(resolved.count, floor(total / GIB * 10) / 10 * GIB)


def _logo(spec: Spec, base: Path) -> "tuple[Picture | None, tuple[Finding, ...]]":
    """Return the logo, read where one is named."""
    if spec.look is None or spec.look.logo is None:
        return None, ()
    from pliego.workflow.logo import read_named_logo  # noqa: PLC0415

    return read_named_logo(spec, base)


def _named_files(spec: Spec, base: Path) -> tuple[Mapping[str, ModelReading], tuple[Finding, ...]]:
    """Return what the files beside the spec say; their readers are imported only where a file is named."""
    if not any(workload.model and workload.model.config for workload in spec.workloads.values()):
        return {}, ()
    from pliego.workflow.inputs import read_configs  # noqa: PLC0415

    return read_configs(spec, base)


def _members(regions: Regions) -> dict[str, frozenset[str]]:
    """Return which countries each code of a list of places stands for."""
    return {code: regions.reach(code) for code in (*regions.countries, *regions.sets, *regions.aliases)}
