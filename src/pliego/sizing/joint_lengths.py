"""Moments of input and output where both together end at the longest sequence that is accepted."""

from dataclasses import dataclass
from functools import lru_cache
from math import exp, log, pi, sqrt
from typing import Final

from pliego.resolve.model import Lengths, SequenceLimit
from pliego.sizing.lengths import Moments, deviation, log_normal, longest_length

_STEPS: Final = 256
"""Even number of intervals of Simpson's rule: means of lengths are exact to six digits with so many."""

_FROM: Final = -8.0
"""Standard deviations below the median from which on lengths are counted; 6e-16 of them are shorter."""

_LEAST: Final = 1e-12
"""Below this share of requests that are short enough the distribution says nothing of those that are."""


@lru_cache(maxsize=256)
def joint_moments(given: Lengths, produced: Lengths, limit: SequenceLimit | None) -> tuple[Moments, Moments] | None:
    """Return the moments of input and output over those requests whose sum is at most `limit`.

    None where that changes nothing: no limit, maxima that never exceed it together, or a length that has no
    distribution, whose other part then ends at what it leaves. Both are lognormal and independent, each truncated at
    its own maximum, as in `lengths.moments`.
    """
    if limit is None or not (_is_drawn(given) and _is_drawn(produced)):
        return None
    longest = longest_length(given, limit), longest_length(produced, limit)
    if longest[0] is None or longest[1] is None or longest[0] + longest[1] <= limit.tokens:
        return None
    first, second = _Drawn.of(given, longest[0]), _Drawn.of(produced, longest[1])
    inputs, outputs = _over(first, second, limit.tokens), _over(second, first, limit.tokens)
    return None if inputs is None or outputs is None else (inputs, outputs)


def beside_constant(lengths: Lengths, other: Lengths, limit: SequenceLimit | None) -> SequenceLimit | None:
    """Return where a drawn length ends beside one that is always at its maximum: what that leaves of the limit."""
    if limit is None or other.max is None or _is_drawn(other) or not _is_drawn(lengths):
        return limit
    left = limit.tokens - other.max
    return SequenceLimit(left, limit.path) if left >= 1 else limit


def _is_drawn(lengths: Lengths) -> bool:
    return lengths.typical is not None and lengths.p95 is not None and lengths.p95 > lengths.typical


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A lognormal length: logarithm of its median, deviation, and where it ends."""

    mu: float
    sigma: float
    bound: int

    @classmethod
    def of(cls, lengths: Lengths, bound: int) -> "_Drawn":
        typical, p95 = lengths.typical or 1, lengths.p95 or 1
        return cls(log(typical), deviation(typical, p95), bound)

    def below(self, tokens: float) -> float:
        """Return the share of lengths that are at most so many tokens, of all that the distribution has."""
        end = min(tokens, self.bound)
        return exp(log_normal((log(end) - self.mu) / self.sigma)) if end > 0 else 0.0


def _over(drawn: _Drawn, other: _Drawn, limit: int) -> Moments | None:
    """Return E(x^k | x + y <= limit) for k of 1 to 3, integrated over the standard normal of ln x by Simpson's rule."""
    end = (log(drawn.bound) - drawn.mu) / drawn.sigma
    if end <= _FROM:
        return None
    width = (end - _FROM) / _STEPS
    sums = [0.0, 0.0, 0.0, 0.0]
    for step in range(_STEPS + 1):
        z = _FROM + step * width
        x = exp(drawn.mu + drawn.sigma * z)
        weight = (1 if step in (0, _STEPS) else 4 if step % 2 else 2) * exp(-z * z / 2) * other.below(limit - x)
        for order in range(4):
            sums[order] += weight * x**order
    if sums[0] * width / 3 / sqrt(2 * pi) < _LEAST:
        return None
    return Moments(sums[1] / sums[0], sums[2] / sums[0], sums[3] / sums[0])
