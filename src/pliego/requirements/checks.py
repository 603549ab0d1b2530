"""What is wrong with requirements as a whole: preferred values that are no better than where points begin."""

from collections.abc import Iterator

from pliego.findings import Finding, dotted
from pliego.requirements.model import Direction, Requirement, ThresholdValue
from pliego.units import Quantity


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
    if direction not in (Direction.AT_MOST, Direction.AT_LEAST):
        return None if direction is Direction.TEXT else value != than
    first, second = _number(value), _number(than)
    if first is None or second is None:
        return value != than
    return first < second if direction is Direction.AT_MOST else first > second


def _number(value: ThresholdValue) -> float | None:
    if isinstance(value, Quantity):
        return float(value.base)
    return float(value) if isinstance(value, int) else None


def _written(value: ThresholdValue) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
