"""What is wrong with requirements as a whole: preferred values that are no better than where points begin."""

from collections.abc import Iterator
from decimal import Context, Decimal, localcontext
from typing import Final

from pliego.findings import Finding, dotted
from pliego.requirements.model import Direction, Requirement, ThresholdValue
from pliego.units import Quantity

_EXACT: Final = Context(prec=200)
"""More digits than a quantity may be written with, in any unit."""

_TIMES_A_YEAR: Final = {
    name: Decimal(times) for name, times in (("monthly", 12), ("quarterly", 4), ("half-yearly", 2), ("yearly", 1))
}


def check_requirements(requirements: tuple[Requirement, ...]) -> tuple[Finding, ...]:
    """Find preferred values that are no better than the value where points begin."""
    findings = [finding for requirement in requirements for finding in _check_scoring(requirement)]
    return tuple(findings)


def _check_scoring(requirement: Requirement) -> Iterator[Finding]:
    scoring, threshold = requirement.scoring, requirement.threshold
    if scoring is None or scoring.start is None:
        return
    better = is_better(threshold.direction, threshold.value, scoring.start)
    if better is False:
        facts = {
            "path": dotted(requirement.path),
            "value": _written(threshold.value),
            "start": _written(scoring.start),
        }
        yield Finding("P501", (*requirement.path, "prefer"), facts)


def is_better(direction: Direction, value: ThresholdValue, than: ThresholdValue) -> bool | None:
    """Say whether `value` is stricter than `than`; None where the two cannot be ordered."""
    if direction is Direction.TEXT:
        return None
    if isinstance(value, tuple) and isinstance(than, tuple):
        first_set, second_set = set(value), set(than)
        return not (first_set <= second_set if direction is Direction.COVERS else first_set >= second_set)
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
    return Decimal(value) if isinstance(value, int) else None


def _written(value: ThresholdValue) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
