import random
from dataclasses import replace
from math import exp, fsum, log
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pliego.resolve.model import Lengths, SequenceLimit
from pliego.sizing.lengths import Z_95, moments, needs_bound


def test_the_moments_are_those_of_a_truncated_lognormal() -> None:
    found = moments(Lengths(300, 800, 2000))
    assert found is not None
    generator, sigma = random.Random(1), log(800 / 300) / Z_95  # noqa: S311 (a sample, no secret)
    drawn = [x for x in (generator.lognormvariate(log(300), sigma) for _ in range(200_000)) if x <= 2000]
    for order, moment in enumerate((found.first, found.second, found.third), start=1):
        assert moment == pytest.approx(fmean(x**order for x in drawn), rel=0.02)


def test_without_a_distribution_every_request_has_its_maximum() -> None:
    found = moments(Lengths(typical=300, max=2000))
    assert found is not None
    assert found.constant
    assert found.first == 2000


def test_without_distribution_and_maximum_nothing_is_known() -> None:
    assert moments(Lengths(typical=300)) is None
    assert moments(Lengths(p95=300)) is None
    assert moments(Lengths()) is None


def test_equal_percentiles_are_a_fixed_length() -> None:
    found = moments(Lengths(300, 300, 2000))
    assert found is not None
    assert (found.first, found.second) == (300, 300**2)


@given(st.integers(1, 100_000), st.floats(1, 20), st.floats(1, 20))
def test_moments_are_possible_ones(typical: int, spread: float, reach: float) -> None:
    p95 = round(typical * spread)
    found = moments(Lengths(typical, p95, round(p95 * reach)))
    assert found is not None
    assert 0 < found.first <= round(p95 * reach) * 1.0001
    assert found.second >= found.first**2 * 0.9999
    assert found.third * found.first >= found.second**2 * 0.9999


def simpson(lengths: Lengths, bound: int, order: int, steps: int = 4000) -> float:
    """Integrate x^order over the truncated density, in z = (ln x - mu) / sigma, without any closed form."""
    mu, sigma = log(lengths.typical or 1), log((lengths.p95 or 1) / (lengths.typical or 1)) / Z_95
    end = (log(bound) - mu) / sigma
    least = 0.0 if end > 0 else end * end

    def integral(power: int) -> float:
        low, high = min(end, 0.0) - 9, min(end, power * sigma + 9)
        width = (high - low) / steps
        total = []
        for step in range(steps + 1):
            z = low + step * width
            weight = 1 if step in (0, steps) else 4 if step % 2 else 2
            # x is taken in units of the bound, so that no power leaves the range of a double.
            total.append(weight * exp(power * sigma * (z - end) - (z * z - least) / 2))
        return fsum(total) * width / 3

    return float(bound) ** order * integral(order) / integral(0)


@given(st.integers(1, 20_000), st.floats(1.05, 3000), st.floats(1, 50))
@settings(deadline=None, max_examples=40)
def test_the_moments_agree_with_a_numeric_integral(typical: int, spread: float, reach: float) -> None:
    p95 = max(typical + 1, round(typical * spread))
    bound = round(p95 * reach)
    found = moments(Lengths(typical, p95, bound))
    assert found is not None
    for order, moment in enumerate((found.first, found.second, found.third), start=1):
        assert moment == pytest.approx(simpson(Lengths(typical, p95), bound, order), rel=1e-6)


def test_a_wide_distribution_loses_no_moment_to_cancellation() -> None:
    lengths = Lengths(20, 8000, 16_000)
    found = moments(lengths, weight=2)
    assert found is not None
    assert found.third == pytest.approx(simpson(lengths, 16_000, 3), rel=1e-6)
    spread = found.third / (3 * found.first) - (found.second / (2 * found.first)) ** 2
    assert spread**0.5 == pytest.approx(3260, rel=0.01)


@pytest.mark.parametrize("lengths", [Lengths(1, 100_000_000, 1_000_000_000), Lengths(1, 2, 1_000_000_000)])
def test_extreme_lengths_stay_finite(lengths: Lengths) -> None:
    found = moments(lengths, weight=2)
    assert found is not None
    assert 0 < found.first**2 <= found.second < found.third


@pytest.mark.parametrize(
    ("p95", "weight", "needed"), [(14_900, 1, False), (15_000, 1, True), (3800, 2, False), (3900, 2, True)]
)
def test_where_the_undescribed_tail_would_decide_a_bound_must_be_stated(p95: int, weight: int, *, needed: bool) -> None:
    lengths, own = Lengths(1000, p95), SequenceLimit(131_072)
    assert needs_bound(lengths, own, weight=weight) is needed
    assert (moments(lengths, own, weight=weight) is None) is needed
    assert moments(replace(lengths, max=p95), own, weight=weight) is not None
    assert moments(lengths, SequenceLimit(131_072, ("runtime",)), weight=weight) is not None


@given(st.integers(1, 5000), st.floats(1, 100), st.integers(1, 100_000))
def test_nothing_lies_above_what_is_accepted(typical: int, spread: float, limit: int) -> None:
    accepted = SequenceLimit(limit, ("runtime",))
    found = moments(Lengths(typical, round(typical * spread), 10**6), accepted, weight=2)
    assert found is not None
    assert found.first <= limit
    assert found.third <= limit**3
    constant = moments(Lengths(max=10**6), accepted)
    assert constant is not None
    assert constant.first == limit
