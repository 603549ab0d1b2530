"""How far predictions lie from measurements: errors, bias, coverage, and whether the intervals are refuted."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Final

from measured.outcomes import Outcome
from pliego.statistics import binomial_at_most, binomial_p_value, quantile

COVERAGE: Final = 0.9
"""The share of measurements that an interval is meant to hold."""

SIGNIFICANCE: Final = 0.05
JUDGED_FROM: Final = 30
"""From so many rows of an engine family its intervals are judged; fewer are reported."""


@dataclass(frozen=True, slots=True)
class Score:
    """What a class of outcomes comes to; errors are fractions, None where nothing was predicted.

    Attributes:
        n: rows that count, answered or not.
        refused: rows without a prediction.
        median, p90: of the absolute relative error.
        bias: mean of the signed relative error.
        coverage: share of the answered rows whose measurement lies in the interval.

    """

    n: int
    refused: int
    median: float | None = None
    p90: float | None = None
    bias: float | None = None
    coverage: float | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """The exact binomial test of the intervals of one engine family.

    `too_narrow` is the probability that so few or fewer are held where 90 % are; `two_sided` that the number held is so
    unlikely or more. `judged` says whether there are rows enough for a verdict.
    """

    n: int
    held: int
    too_narrow: float
    two_sided: float

    @property
    def judged(self) -> bool:
        """Whether there are enough rows."""
        return self.n >= JUDGED_FROM

    @property
    def refuted(self) -> bool:
        """Whether fewer measurements are held than 90 % intervals would."""
        return self.judged and self.too_narrow < SIGNIFICANCE


def score(outcomes: Iterable[Outcome]) -> Score:
    """Return the score of some outcomes of one quantity."""
    every = list(outcomes)
    answered = [one for one in every if one.figure is not None]
    refused = len(every) - len(answered)
    if not answered:
        return Score(len(every), refused)
    errors = [one.error for one in answered]
    sizes = [abs(error) for error in errors]
    held = sum(one.held for one in answered) / len(answered)
    return Score(len(every), refused, median(sizes), quantile(sizes, 0.9), fmean(errors), held)


def verdict(outcomes: Iterable[Outcome]) -> Verdict:
    """Return the test of the intervals of some outcomes."""
    answered = [one for one in outcomes if one.figure is not None]
    n, held = len(answered), sum(one.held for one in answered)
    return Verdict(n, held, binomial_at_most(held, n, COVERAGE), binomial_p_value(held, n, COVERAGE))


def worst(outcomes: Iterable[Outcome], count: int) -> list[Outcome]:
    """Return the outcomes with the largest absolute relative errors, worst first."""
    answered = [one for one in outcomes if one.figure is not None]
    return sorted(answered, key=lambda one: (-abs(one.error), one.row))[:count]


def grouped(outcomes: Iterable[Outcome], key: Callable[[Outcome], str]) -> Mapping[str, list[Outcome]]:
    """Return the outcomes by a key, in the order of the keys."""
    groups: dict[str, list[Outcome]] = {}
    for one in outcomes:
        groups.setdefault(key(one), []).append(one)
    return dict(sorted(groups.items()))


def reasons(outcomes: Sequence[Outcome]) -> Iterator[tuple[str, list[str]]]:
    """Yield every reason for a refusal with the rows that it concerns, the most frequent first."""
    refused = grouped((one for one in outcomes if one.figure is None), lambda one: one.reason)
    ordered = sorted(refused.items(), key=lambda item: (-len(item[1]), item[0]))
    return ((reason, [one.row for one in rows]) for reason, rows in ordered)
