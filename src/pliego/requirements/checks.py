"""What is wrong with requirements as a whole: throughput that no load produces, too many that are mandatory."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Final

from pliego.findings import Finding
from pliego.requirements.model import LevelName, Origin, Requirement
from pliego.requirements.releases import read_release
from pliego.sizing.terms import Sizing
from pliego.spec.ids import WITHOUT_LEVEL
from pliego.spec.models import Spec
from pliego.units import Quantity

SHORT_LIMIT: Final = 15
"""Requirements of both levels that a request of two pages holds."""

_MANY: Final = 25
_MORE: Final = 10
"""Mandatory requirements above which bidders stay away, and how many more each further workload allows."""


def check_requirements(requirements: tuple[Requirement, ...], sizing: Sizing, spec: Spec) -> tuple[Finding, ...]:
    """Find throughput that the load cannot produce, and so many mandatory requirements that bidders stay away."""
    of_throughput = (finding for one in requirements for finding in _check_throughput(one, sizing))
    return (
        *of_throughput,
        *_check_number(requirements, len(spec.workloads)),
        *_check_profile(requirements, spec),
        *_check_engines(spec),
    )


def _check_profile(requirements: tuple[Requirement, ...], spec: Spec) -> Iterator[Finding]:
    """Find a short request that asks for more than two pages hold."""
    if spec.rfq.profile == "short" and len(requirements) > SHORT_LIMIT:
        facts = {"count": str(len(requirements)), "limit": str(SHORT_LIMIT)}
        yield Finding("P505", ("rfq", "profile"), facts, "write 'profile: full', or leave requirements out")


def _check_engines(spec: Spec) -> Iterator[Finding]:
    """Find figures of an engine release that is older than the one required."""
    versions = spec.operation.versions if spec.operation else None
    wanted = read_release(versions.runtime.must) if versions and versions.runtime and versions.runtime.must else None
    for name, workload in spec.workloads.items():
        runtime = workload.precision.runtime if workload.precision else None
        if wanted is None or runtime is None or not runtime.name or not runtime.version:
            continue
        reckoned = read_release(f"{runtime.name} {runtime.version}")
        if reckoned is not None and wanted.is_later_than(reckoned):
            facts = {"reckoned": f"{runtime.name} {runtime.version}", "wanted": f"{wanted.name} {wanted.version}"}
            yield Finding("P504", ("workloads", name, "precision", "runtime", "version"), facts)


def _check_number(requirements: tuple[Requirement, ...], workloads: int) -> Iterator[Finding]:
    """Warn of so many mandatory requirements that few bidders are left; those that take no level do not count."""
    chosen = [one for one in requirements if one.origin is Origin.SPEC and one.path[2:] not in WITHOUT_LEVEL]
    mandatory = sum(1 for one in chosen if one.level is LevelName.MANDATORY)
    if mandatory > _MANY + _MORE * (workloads - 1):
        facts = {"count": str(mandatory), "share": f"{mandatory / len(chosen):.0%}"}
        yield Finding("P503", ("rfq",), facts, "write 'prefer' for those that a quote can do without", at_key=True)


_READING: Final = ("embedding", "reranking")


def _check_throughput(requirement: Requirement, sizing: Sizing) -> Iterator[Finding]:
    """Warn where more tokens are asked for each second than the stated arrivals bring on average.

    Output tokens count; of work that writes none, those that are read.
    """
    value, rate = requirement.threshold.value, requirement.facts.get("rate")
    if requirement.kind != "throughput" or not isinstance(value, Quantity) or not isinstance(rate, Quantity):
        return
    counted = "input" if requirement.facts.get("task") in _READING else "output"
    mean = _mean(f"mean_{counted}", sizing, requirement.workload)
    if mean is not None and value.base > rate.base * Decimal(mean):
        facts = {"wanted": str(value), "produced": f"{float(rate.base) * mean:.0f} tok/s", "mean": f"{mean:.0f}"}
        yield Finding("P502", requirement.path, {**facts, "of": counted}, "ask for less, or state a higher load.peak")


def _mean(key: str, sizing: Sizing, workload: str | None) -> float | None:
    """Return the mean input or output of a request in tokens, as the sizing of its workload has it."""
    terms = [term for one in sizing.workloads if one.workload == workload for term in one.terms]
    return next((item.value for term in terms for item in term.inputs if item.key == key), None)
