"""Moments of request lengths from what a buyer knows: median, 95th percentile, longest."""

from dataclasses import dataclass
from math import erfc, exp, log, log1p, pi, sqrt
from typing import Final

from pliego.resolve.model import Lengths, SequenceLimit

Z_95: Final = 1.644854
"""95th percentile of the standard normal distribution."""

_SERIES_BELOW: Final = -30.0
"""Below it erfc nears the smallest double; the asymptotic series is exact to ten digits there."""

_NOTHING_BELOW: Final = -1000.0
"""A bound so many deviations below the median leaves only lengths at the bound."""


@dataclass(frozen=True, slots=True)
class Moments:
    """The first three raw moments of a length in tokens; `constant`: always at its maximum."""

    first: float
    second: float
    third: float
    constant: bool = False


def moments(lengths: Lengths, limit: SequenceLimit | None = None, *, weight: int = 1) -> Moments | None:
    """Return the moments, or None where the spec says too little.

    With median and 95th percentile: those of a lognormal distribution with mu = ln median and sigma =
    ln(p95 / median) / 1.644854, truncated at the least of the stated maximum and of what engine and model accept
    (`limit`). With the maximum but without one of the two: those of a request that always has its maximum.

    A figure that follows E(x^weight) says nothing without a stated bound where more than half of it would come from
    lengths above the 95th percentile, which nobody has described: None, see `needs_bound`.
    """
    bound = longest_length(lengths, limit)
    if lengths.typical is None or lengths.p95 is None:
        if lengths.max is None or bound is None:
            return None
        return Moments(bound, bound**2, bound**3, constant=True)
    if needs_bound(lengths, limit, weight=weight):
        return None
    sigma = deviation(lengths.typical, lengths.p95)
    if sigma == 0:
        fixed = min(lengths.typical, bound or lengths.typical)
        return Moments(fixed, fixed**2, fixed**3)
    first, second, third = (_moment(order, log(lengths.typical), sigma, bound) for order in (1, 2, 3))
    return Moments(first, second, third)


def longest_length(lengths: Lengths, limit: SequenceLimit | None) -> int | None:
    """Return where the lengths end, in tokens: at the stated maximum, and never above what is accepted."""
    known = [tokens for tokens in (lengths.max, limit.tokens if limit else None) if tokens is not None]
    return min(known, default=None)


def needs_bound(lengths: Lengths, limit: SequenceLimit | None, *, weight: int) -> bool:
    """Say whether a bound must be stated: none is, and the share of E(x^weight) above p95 exceeds one half.

    That share of a lognormal distribution is Phi(weight x sigma - 1.645): one half at p95 / median = 15.0 for a mean
    (weight 1), and at 3.87 for what is in flight (weight 2). What the model alone accepts is no description of a load.
    """
    if lengths.typical is None or lengths.p95 is None or lengths.max is not None:
        return False
    stated = limit is not None and limit.path is not None
    return not stated and weight * deviation(lengths.typical, lengths.p95) > Z_95


def deviation(typical: int, p95: int) -> float:
    """Return sigma, the standard deviation of the logarithm, from median and 95th percentile."""
    return max(0.0, log(p95 / typical)) / Z_95


def _moment(order: int, mu: float, sigma: float, bound: int | None) -> float:
    """Return E(x^order | x <= bound) of a lognormal x; as a logarithm, for its factors leave the range of a double."""
    full = order * mu + (order * sigma) ** 2 / 2
    if bound is None:
        return exp(full)
    end = (log(bound) - mu) / sigma
    if end < _NOTHING_BELOW:
        return float(bound**order)
    return min(float(bound**order), exp(full + log_normal(end - order * sigma) - log_normal(end)))


def log_normal(z: float) -> float:
    """Return the logarithm of the standard normal distribution function, exact in its lower tail too."""
    if z > _SERIES_BELOW:
        return log(erfc(-z / sqrt(2)) / 2)
    square = z * z
    return -square / 2 - log(-z * sqrt(2 * pi)) + log1p(-1 / square + 3 / square**2 - 15 / square**3)
