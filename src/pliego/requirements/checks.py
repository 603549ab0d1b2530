"""What is wrong with requirements as a whole: points for nothing better, throughput that no load produces."""

from collections.abc import Iterator, Mapping
from decimal import Context, Decimal, localcontext
from typing import Final

from pliego.findings import Finding, dotted
from pliego.requirements.model import Direction, LevelName, Origin, Requirement, ThresholdValue
from pliego.sizing.terms import Sizing
from pliego.spec.ids import WITHOUT_LEVEL
from pliego.units import Quantity

_EXACT: Final = Context(prec=200)
"""More digits than a quantity may be written with, in any unit."""

_MANY: Final = 25
_MORE: Final = 10
"""Mandatory requirements above which bidders stay away, and how many more each further workload allows."""

_TIMES_A_YEAR: Final = {
    name: Decimal(times) for name, times in (("monthly", 12), ("quarterly", 4), ("half-yearly", 2), ("yearly", 1))
}


Members = Mapping[str, frozenset[str]]
"""The countries that each code of a list of places stands for."""


def check_requirements(
    requirements: tuple[Requirement, ...], sizing: Sizing, members: Members, workloads: int = 1
) -> tuple[Finding, ...]:
    """Find preferred values that are no better than where points begin, and throughput that the load cannot produce."""
    findings = [finding for requirement in requirements for finding in _check_scoring(requirement, members)]
    of_throughput = (finding for one in requirements for finding in _check_throughput(one, sizing))
    return (*findings, *of_throughput, *_check_number(requirements, workloads))


def _check_number(requirements: tuple[Requirement, ...], workloads: int) -> Iterator[Finding]:
    """Warn of so many mandatory requirements that few bidders are left; those that take no level do not count."""
    chosen = [one for one in requirements if one.origin is Origin.SPEC and one.path[2:] not in WITHOUT_LEVEL]
    mandatory = sum(1 for one in chosen if one.level is LevelName.MANDATORY)
    if mandatory > _MANY + _MORE * (workloads - 1):
        facts = {"count": str(mandatory), "share": f"{mandatory / len(chosen):.0%}"}
        yield Finding("P503", ("rfq",), facts, "write 'prefer' for those that a quote can do without", at_key=True)


def _check_scoring(requirement: Requirement, members: Members) -> Iterator[Finding]:
    scoring, threshold = requirement.scoring, requirement.threshold
    if scoring is None or scoring.start is None:
        return
    value, start = threshold.value, scoring.start
    if threshold.direction is Direction.WITHIN:
        value, start = _countries(value, members), _countries(start, members)
    if is_better(threshold.direction, value, start) is False:
        facts = {
            "path": dotted(requirement.path),
            "value": _written(threshold.value),
            "start": _written(scoring.start),
        }
        yield Finding("P501", (*requirement.path, "prefer"), facts)


def _countries(value: ThresholdValue, members: Members) -> ThresholdValue:
    codes = value if isinstance(value, tuple) else ()
    return tuple(sorted(frozenset().union(*(members.get(str(code), frozenset((str(code),))) for code in codes))))


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


def is_better(direction: Direction, value: ThresholdValue, than: ThresholdValue) -> bool | None:
    """Say whether `value` is stricter than `than`; None where the two cannot be ordered."""
    if direction is Direction.TEXT:
        return None
    if isinstance(value, tuple) and isinstance(than, tuple):
        first_set, second_set = set(value), set(than)
        return first_set > second_set if direction is Direction.COVERS else first_set < second_set
    if direction not in (Direction.AT_MOST, Direction.AT_LEAST):
        return value != than
    with localcontext(_EXACT):
        first, second = _number(value), _number(than)
    if first is None or second is None:
        return value != than
    return first < second if direction is Direction.AT_MOST else first > second


def _number(value: ThresholdValue) -> Decimal | None:
    """Return a value exactly: 100 % is more than 99.99...9 % however many nines there are."""
    if isinstance(value, Quantity):
        return value.base
    if isinstance(value, str):
        return _TIMES_A_YEAR.get(value)
    return Decimal(repr(value)) if isinstance(value, int | float) else None


def _written(value: ThresholdValue) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
