"""What facts say of the use that is made of models and data: licences, residency, certificates, dated rules."""

from collections.abc import Mapping
from dataclasses import dataclass

from pliego.catalog.loading import Catalog
from pliego.findings import Finding, SpecPath
from pliego.resolve.licensing import Use, check_licences, merged
from pliego.resolve.model import Duty
from pliego.resolve.protection import check_protection, expanded
from pliego.spec.models import Spec, Workload


@dataclass(frozen=True, slots=True)
class UseCheck:
    """Findings, and by workload the duties that the licence of its model brings."""

    findings: tuple[Finding, ...]
    duties: Mapping[str, tuple[Duty, ...]]


def check_use(spec: Spec, catalog: Catalog) -> UseCheck:
    """Hold licences and rules against a spec whose places are known."""
    findings: list[Finding] = []
    duties: dict[str, tuple[Duty, ...]] = {}
    for name, workload in spec.workloads.items():
        found, owed = _licences(name, workload, spec, catalog)
        findings += found
        duties[name] = merged(owed)
    return UseCheck((*findings, *check_protection(spec, catalog)), duties)


def _licences(
    name: str, workload: Workload, spec: Spec, catalog: Catalog
) -> tuple[tuple[Finding, ...], tuple[Duty, ...]]:
    """Return what the licence of the model, by its id as written, says of the use, and its duties."""
    if workload.model is None or workload.model.id is None:
        return (), ()
    path: SpecPath = ("workloads", name)
    regions, residency = catalog.regions, spec.data_residency
    buyer = spec.rfq.buyer.country if spec.rfq.buyer else None
    territories = workload.rights.territories if workload.rights else None
    use = Use(
        workload.rights,
        buyer,
        frozenset(territories or ((buyer,) if buyer else ())),
        expanded(residency.processing.must if residency and residency.processing else None, regions),
        adapts=workload.task.mode in ("fine-tuning", "pre-training"),
    )
    sets = {code: frozenset(one.members) for code, one in regions.sets.items()}
    return check_licences(workload.model.id, use, catalog.licences, sets, path)
