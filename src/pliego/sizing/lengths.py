"""Moments of request lengths from what a buyer knows: median, 95th percentile, maximum."""

from dataclasses import dataclass
from math import erf, exp, log, sqrt
from typing import Final

from pliego.resolve.model import Lengths

Z_95: Final = 1.644854
"""95th percentile of the standard normal distribution."""


@dataclass(frozen=True, slots=True)
class Moments:
    """The first three raw moments of a length in tokens; `constant`: always at its maximum."""

    first: float
    second: float
    third: float
    constant: bool = False


def moments(lengths: Lengths) -> Moments | None:
    """Return the moments, or None where the spec says too little.

    With median and 95th percentile: those of a lognormal distribution with mu = ln median and sigma =
    ln(p95 / median) / 1.644854, truncated at the maximum where one is given. With the maximum but without
    one
    of the two: those of a request that always has its maximum.
    """
    if lengths.typical is None or lengths.p95 is None:
        longest = lengths.max
        return None if longest is None else Moments(longest, longest**2, longest**3, constant=True)
    mu = log(lengths.typical)
    sigma = max(0.0, log(lengths.p95 / lengths.typical)) / Z_95
    if sigma == 0:
        return Moments(lengths.typical, lengths.typical**2, lengths.typical**3)
    first, second, third = (_moment(order, mu, sigma, lengths.max) for order in (1, 2, 3))
    return Moments(first, second, third)


def _moment(order: int, mu: float, sigma: float, longest: int | None) -> float:
    """Return E(x^order | x <= longest) of a lognormal x."""
    full = exp(order * mu + (order * sigma) ** 2 / 2)
    if longest is None:
        return full
    end = (log(longest) - mu) / sigma
    return full * _normal(end - order * sigma) / _normal(end)


def _normal(z: float) -> float:
    """Return the standard normal distribution function."""
    return (1 + erf(z / sqrt(2))) / 2
