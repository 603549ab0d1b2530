"""A figure with its range, and the sum of such figures."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import hypot

from pliego.sizing.terms import Term


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value between a low and a high end; all three equal where it is exact."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> "Estimate":
        """Return the estimate multiplied by a positive factor."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor)

    @property
    def mirrored(self) -> "Estimate":
        """The value with its distances exchanged, as they are to what remains of a fixed budget."""
        return Estimate(self.value, 2 * self.value - self.high, 2 * self.value - self.low)


def exact(value: float) -> Estimate:
    """Return a value without a range."""
    return Estimate(value, value, value)


def of_term(term: Term) -> Estimate:
    """Return the figure of a term."""
    return Estimate(term.value, term.low, term.high)


def total(parts: Iterable[Estimate]) -> Estimate:
    """Return the sum. The parts err independently, so their deviations add as the root of their squares."""
    known = list(parts)
    value = sum(part.value for part in known)
    below = hypot(*(part.value - part.low for part in known))
    above = hypot(*(part.high - part.value for part in known))
    return Estimate(value, value - below, value + above)


def larger(first: Estimate, second: Estimate) -> Estimate:
    """Return the larger of two, end by end."""
    return Estimate(max(first.value, second.value), max(first.low, second.low), max(first.high, second.high))
