"""Exact binomial probabilities and bounds, and order statistics of few values. No approximation by a normal curve.

Used wherever a share is judged from a count: how often an interval held the measured value, how many requests
of a pilot met a limit.
"""

from collections.abc import Callable, Iterable, Sequence
from math import exp, fsum, lgamma, log, log1p
from typing import Final

_NEGLIGIBLE: Final = 1e-18
"""A term below this share of the sum does not change a double."""

_BISECTIONS: Final = 100
"""Enough halvings of [0, 1] to reach the last bit of a double."""

_ROUNDING: Final = 1e-9

_TIE: Final = 1 + 1e-7
"""Outcomes whose probabilities differ by less than this count as equally likely (rounding of the logarithms)."""


def binomial_at_most(successes: int, trials: int, share: float) -> float:
    """Return P(X <= successes) where each of `trials` succeeds with probability `share`.

    Raises:
        ValueError: negative trials, or a share outside [0, 1].

    """
    _check(trials, share)
    if successes < 0:
        return 0.0
    if successes >= trials or share == 0.0:
        return 1.0
    if share == 1.0:
        return 0.0
    if successes > trials * share:
        return 1.0 - _upper_tail(successes + 1, trials, share)
    return _upper_tail(trials - successes, trials, 1.0 - share)


def binomial_at_least(successes: int, trials: int, share: float) -> float:
    """Return P(X >= successes); arguments and errors as in `binomial_at_most`."""
    return binomial_at_most(trials - successes, trials, 1.0 - share)


def binomial_p_value(successes: int, trials: int, share: float) -> float:
    """Return the exact two-sided p-value: the probability of all outcomes that are no likelier than the one seen."""
    _check(trials, share)
    if not 0 <= successes <= trials:
        raise ValueError(f"{successes} successes in {trials} trials")
    seen = _probability(successes, trials, share) * _TIE
    every = (_probability(count, trials, share) for count in range(trials + 1))
    return min(1.0, fsum(one for one in every if one <= seen))


def fewest_trials(misses: int, share: float, confidence: float) -> int:
    """Return the fewest trials that show a share of misses of at most `share` although `misses` were seen.

    The bound is that of Clopper and Pearson (1934): P(X <= misses) is at most 1 - `confidence` where misses come with
    probability `share`. With none seen it is ln(1 - confidence) / ln(1 - share), rounded up.

    Raises:
        ValueError: negative misses, a share or a confidence outside ]0, 1[.

    """
    if misses < 0 or not 0.0 < share < 1.0 or not 0.0 < confidence < 1.0:
        raise ValueError(f"{misses} misses, a share of {share} and a confidence of {confidence}")
    low, high = misses, misses + 1
    while binomial_at_most(misses, high, share) > 1.0 - confidence:
        low, high = high, high * 2
    while high - low > 1:
        middle = (low + high) // 2
        enough = binomial_at_most(misses, middle, share) <= 1.0 - confidence
        low, high = (low, middle) if enough else (middle, high)
    return high


def share_at_least(successes: int, trials: int, confidence: float) -> float:
    """Return the one-sided lower bound of the share (Clopper and Pearson 1934): 0 where nothing succeeded."""
    if successes == 0:
        return 0.0
    return _bisect(lambda share: binomial_at_least(successes, trials, share) < 1.0 - confidence)


def share_at_most(successes: int, trials: int, confidence: float) -> float:
    """Return the one-sided upper bound of the share (Clopper and Pearson 1934): 1 where all succeeded."""
    return 1.0 - share_at_least(trials - successes, trials, confidence)


def share_interval(successes: int, trials: int, confidence: float) -> tuple[float, float]:
    """Return the two-sided interval of Clopper and Pearson: half of what is left open on either side."""
    each = (1.0 + confidence) / 2.0
    return share_at_least(successes, trials, each), share_at_most(successes, trials, each)


def quantile(values: Iterable[float], share: float) -> float:
    """Return the quantile, interpolated between neighbours: 0.5 is the median, 0.9 the 90th percentile.

    Raises:
        ValueError: no values, or a share outside [0, 1].

    """
    ordered = sorted(values)
    if not ordered or not 0.0 <= share <= 1.0:
        raise ValueError("a quantile needs values and a share between 0 and 1")
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)


def quantile_of_groups(groups: Iterable[Sequence[float]], share: float) -> float:
    """Return the least value that holds a share of the groups; each counts once, however many values it has.

    Values of one group resemble each other, as runs of one model do.

    Raises:
        ValueError: no values, or a share outside [0, 1].

    """
    known = [group for group in groups if group]
    found = _reached(known, len(known) * share)
    if found is None or not 0.0 <= share <= 1.0:
        raise ValueError("a quantile needs values and a share between 0 and 1")
    return found


def conformal_quantile(groups: Iterable[Sequence[float]], share: float) -> float | None:
    """Return a bound that a value of the next group stays below with at least probability `share`.

    Each group counts once. With groups of one value this is the value of rank ceil((n + 1) * share) among n. None where
    there are too few groups for any value to do, for example 8 groups and a share of 0.9 (Vovk, Gammerman and Shafer
    2005; Dunn, Wasserman and Ramdas 2023 for groups).
    """
    known = [group for group in groups if group]
    return _reached(known, (len(known) + 1) * share)


def _reached(groups: Sequence[Sequence[float]], needed: float) -> float | None:
    """Return the least value up to which the groups, each with a weight of one, add up to what is needed."""
    weighted = sorted((value, 1.0 / len(group)) for group in groups for value in group)
    reached = 0.0
    for value, weight in weighted:
        reached += weight
        # A rounding error of the weights must not ask for one value more.
        if reached >= needed - _ROUNDING:
            return value
    return None


def _check(trials: int, share: float) -> None:
    if trials < 0 or not 0.0 <= share <= 1.0:
        raise ValueError(f"{trials} trials with a probability of {share}")


def _probability(successes: int, trials: int, share: float) -> float:
    if share in {0.0, 1.0}:
        return 1.0 if successes == trials * share else 0.0
    ways = lgamma(trials + 1) - lgamma(successes + 1) - lgamma(trials - successes + 1)
    return exp(ways + successes * log(share) + (trials - successes) * log1p(-share))


def _upper_tail(successes: int, trials: int, share: float) -> float:
    """Sum P(X = i) from `successes` upwards, each term from the one before; meant for the thin side."""
    term = _probability(successes, trials, share)
    odds, terms, total = share / (1.0 - share), [term], term
    for count in range(successes, trials):
        term *= (trials - count) / (count + 1) * odds
        terms.append(term)
        total += term
        if term < total * _NEGLIGIBLE:
            break
    return min(1.0, fsum(terms))


def _bisect(below: Callable[[float], bool]) -> float:
    """Return where a condition that holds on the left of [0, 1] stops to hold."""
    left, right = 0.0, 1.0
    for _ in range(_BISECTIONS):
        middle = (left + right) / 2.0
        left, right = (middle, right) if below(middle) else (left, middle)
    return right
