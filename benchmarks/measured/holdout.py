"""How much better the figures look on rows that they were fitted to: the optimism.

Two things are fitted to measurements: the level of each quantity in each kind of run (the figures of a release are
typical values of logs) and the residual quantiles. For every group, a model or a source, both are fitted again without
it and then judged on it. The level is refitted as the median correction of the rows that remain.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, TypeAlias

from measured.outcomes import Outcome
from measured.residuals import fit
from measured.scores import Score, grouped, score
from pliego.catalog.residuals import Kind

GROUPS: Final[Mapping[str, Callable[[Outcome], str]]] = {
    "model": lambda one: one.architecture,
    "source": lambda one: one.source,
}
"""What may be held out, and how rows are grouped by it."""

_Levels: TypeAlias = Mapping[tuple[str, Kind], float]


@dataclass(frozen=True, slots=True)
class Optimism:
    """Scores of the same outcomes: fitted with them, and each fitted without its group."""

    groups: int
    fitted: Score
    held_out: Score


def optimism(outcomes: Iterable[Outcome], held_out: str) -> dict[str, Optimism]:
    """Return the optimism of every quantity; `held_out` is a key of `GROUPS`."""
    key = GROUPS[held_out]
    answered = [one for one in outcomes if one.figure is not None]
    found = {}
    for quantity, members in grouped(answered, lambda one: one.quantity).items():
        groups = grouped(members, key)
        without = [one for group in groups.values() for one in _judged(group, _others(groups, group))]
        found[quantity] = Optimism(len(groups), score(_judged(members, members)), score(without))
    return found


def _others(groups: Mapping[str, list[Outcome]], left_out: list[Outcome]) -> list[Outcome]:
    return [one for group in groups.values() if group is not left_out for one in group]


def _judged(outcomes: Sequence[Outcome], known: Sequence[Outcome]) -> Iterator[Outcome]:
    """Yield outcomes with levels and residuals that are fitted to known ones."""
    levels = _levels(known)
    residuals = fit((_levelled(one, levels) for one in known), "")
    for one in outcomes:
        moved = _levelled(one, levels)
        yield moved.renewed(moved.figure.value if moved.figure else 0.0, residuals)


def _levels(outcomes: Iterable[Outcome]) -> _Levels:
    """Return the median correction of each kind: a difference as a share of the budget, or a factor less one."""
    kinds: dict[tuple[str, Kind], list[float]] = {}
    for one in outcomes:
        if one.figure is not None and one.representative and one.figure.value > 0:
            kinds.setdefault((one.quantity, one.kind), []).append((one.measured - one.figure.value) / _scale(one))
    return {kind: median(corrections) for kind, corrections in kinds.items()}


def _levelled(outcome: Outcome, levels: _Levels) -> Outcome:
    if outcome.figure is None:
        return outcome
    correction = levels.get((outcome.quantity, outcome.kind), 0.0) * _scale(outcome)
    return outcome.renewed(max(0.0, outcome.figure.value + correction), {})


def _scale(outcome: Outcome) -> float:
    value = outcome.figure.value if outcome.figure else 0.0
    return value if outcome.budget is None else outcome.budget
