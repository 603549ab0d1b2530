"""The lengths that requests of a load test are drawn from: quantiles of the distribution that the sizing uses."""

from dataclasses import dataclass
from math import erfc, exp, log, sqrt
from statistics import NormalDist
from typing import Final

from pliego.resolve.model import Lengths
from pliego.sizing.lengths import deviation, moments

SHARES: Final = (0.10, 0.50, 0.90, 0.95, 0.99)
"""Shares of requests whose greatest length a load profile states."""


@dataclass(frozen=True, slots=True)
class LengthProfile:
    """A length in tokens: deviation `sigma` of its logarithm, the length at each of `SHARES`, longest, and mean.

    `sigma` is None where no distribution is stated, so that every request has its maximum.
    """

    sigma: float | None
    at_shares: tuple[int, ...]
    longest: int
    mean: float


def length_profile(lengths: Lengths) -> LengthProfile | None:
    """Return the profile: lognormal, truncated at the stated maximum, as in `lengths.moments`; None without one."""
    found = moments(lengths)
    if found is None or lengths.max is None:
        return None
    if lengths.typical is None or lengths.p95 is None or lengths.p95 <= lengths.typical:
        constant = round(found.first)
        return LengthProfile(None, (constant,) * len(SHARES), constant, found.first)
    sigma, mu = deviation(lengths.typical, lengths.p95), log(lengths.typical)
    below = erfc(-((log(lengths.max) - mu) / sigma) / sqrt(2)) / 2
    normal = NormalDist()
    at = tuple(min(lengths.max, max(1, round(exp(mu + sigma * normal.inv_cdf(share * below))))) for share in SHARES)
    return LengthProfile(sigma, at, lengths.max, found.first)
