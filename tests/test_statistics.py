"""Exact binomial probabilities: published numbers, and what holds for all of them."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.statistics import (
    binomial_at_least,
    binomial_at_most,
    binomial_p_value,
    conformal_quantile,
    fewest_trials,
    quantile,
    quantile_of_groups,
    share_at_least,
    share_at_most,
    share_interval,
)

SHARES = st.fractions(0, 1, max_denominator=100)


def exact_at_most(successes: int, trials: int, share: Fraction) -> Fraction:
    terms = (comb(trials, n) * share**n * (1 - share) ** (trials - n) for n in range(successes + 1))
    return sum(terms, start=Fraction(0))


def test_mendels_peas() -> None:
    """682 of 925 plants are giants where 3 of 4 are expected: the example of R's binom.test."""
    assert binomial_p_value(682, 925, 0.75) == pytest.approx(0.3825, abs=5e-5)
    assert share_interval(682, 925, 0.95) == pytest.approx((0.7076683, 0.7654066), abs=5e-8)


def test_defects_of_a_car_maker() -> None:
    """3 of 15 cars are unsafe where at most 1 of 10 is claimed: the example of scipy's binomtest."""
    assert binomial_at_least(3, 15, 0.1) == pytest.approx(0.18406106910639114, rel=1e-12)


def test_nothing_failed_in_n_trials() -> None:
    """The rule of three: after 300 trials without a failure, failures are below 1 % with 95 % confidence."""
    assert share_at_most(0, 300, 0.95) == pytest.approx(1 - 0.05 ** (1 / 300), rel=1e-12)
    assert share_at_most(0, 300, 0.95) < 0.01
    assert share_at_least(59, 59, 0.95) > 0.95 > share_at_least(58, 58, 0.95)


def test_when_ninety_percent_intervals_are_refuted() -> None:
    """Of 30 intervals, 24 may hold the value (one-sided probability 0.073); 23 may not (0.026)."""
    assert binomial_at_most(24, 30, 0.9) == pytest.approx(0.0732, abs=5e-5)
    assert binomial_at_most(23, 30, 0.9) == pytest.approx(0.0258, abs=5e-5)


def test_many_trials_keep_eight_digits() -> None:
    assert binomial_at_most(500_000, 1_000_001, 0.5) == pytest.approx(0.5, abs=1e-8)
    assert binomial_at_least(1_000, 1_000_000, 0.0005) < 1e-80


@pytest.mark.parametrize(("trials", "share"), [(-1, 0.5), (3, 1.5), (3, -0.1)])
def test_what_is_no_probability_is_refused(trials: int, share: float) -> None:
    with pytest.raises(ValueError, match="trials"):
        binomial_at_most(1, trials, share)


def test_more_successes_than_trials_are_refused() -> None:
    with pytest.raises(ValueError, match="4 successes in 3 trials"):
        binomial_p_value(4, 3, 0.5)


@given(st.integers(0, 60), st.integers(0, 60), SHARES)
def test_the_tail_equals_the_sum_of_fractions(successes: int, trials: int, share: Fraction) -> None:
    expected = float(exact_at_most(min(successes, trials), trials, share))
    assert binomial_at_most(successes, trials, float(share)) == pytest.approx(expected, rel=1e-10, abs=1e-14)


@given(st.integers(0, 60), st.integers(0, 60), SHARES)
def test_the_two_tails_share_the_outcome_itself(successes: int, trials: int, share: Fraction) -> None:
    least = binomial_at_least(successes, trials, float(share))
    assert least + binomial_at_most(successes - 1, trials, float(share)) == pytest.approx(1)


@given(st.integers(0, 80), st.integers(1, 80), st.sampled_from([0.8, 0.9, 0.95, 0.99]))
def test_the_interval_holds_the_observed_share_and_no_refuted_one(seen: int, trials: int, confidence: float) -> None:
    successes = min(seen, trials)
    low, high = share_interval(successes, trials, confidence)
    assert low <= successes / trials <= high
    if low > 0:
        assert binomial_at_least(successes, trials, low) == pytest.approx((1 - confidence) / 2, rel=1e-6)
    if high < 1:
        assert binomial_at_most(successes, trials, high) == pytest.approx((1 - confidence) / 2, rel=1e-6)


@given(st.integers(0, 40), SHARES)
def test_the_likeliest_outcome_is_never_refuted(trials: int, share: Fraction) -> None:
    likeliest = int((trials + 1) * share)
    assert binomial_p_value(min(likeliest, trials), trials, float(share)) == pytest.approx(1)


def test_quantiles_lie_between_neighbours() -> None:
    assert quantile([3, 1, 2], 0.5) == 2
    assert quantile([1, 2, 3, 4], 0.5) == 2.5
    assert quantile(range(11), 0.9) == pytest.approx(9)
    with pytest.raises(ValueError, match="needs values"):
        quantile([], 0.5)


def test_a_conformal_quantile_needs_enough_groups() -> None:
    assert conformal_quantile([[n] for n in range(8)], 0.9) is None
    assert conformal_quantile([[n] for n in range(9)], 0.9) == 8
    assert conformal_quantile([[n] for n in range(19)], 0.9) == 17
    assert conformal_quantile([], 0.9) is None


def test_a_quantile_of_groups_is_the_least_value_that_holds_them() -> None:
    assert quantile_of_groups([[n] for n in range(1, 11)], 0.9) == 9
    assert quantile_of_groups([[1.0] * 20, [2.0], [3.0]], 0.5) == 2
    with pytest.raises(ValueError, match="needs values"):
        quantile_of_groups([[]], 0.9)


def test_many_values_of_one_group_count_once() -> None:
    """Twenty runs of one model that err by 1 % do not outvote nine other models."""
    assert conformal_quantile([[0.01] * 20], 0.9) is None
    assert conformal_quantile([[0.01] * 20, *([n / 10] for n in range(1, 9))], 0.9) == 0.8
    assert conformal_quantile([[0.01] * 20, *([n / 10] for n in range(1, 20))], 0.9) == 1.8


@given(st.lists(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=4), max_size=40), st.sampled_from([0.5, 0.8, 0.9]))
def test_a_conformal_quantile_holds_its_share_of_the_groups(groups: list[list[float]], share: float) -> None:
    bound = conformal_quantile(groups, share)
    if bound is not None:
        held = sum(sum(value <= bound for value in group) / len(group) for group in groups)
        assert held >= share * len(groups) - 1e-6


@pytest.mark.parametrize(
    ("share", "confidence", "expected"),
    [
        (0.05, 0.95, {0: 59, 1: 93, 2: 124, 3: 153, 5: 208, 10: 336, 20: 577}),
        (0.01, 0.95, {0: 299, 1: 473, 2: 628, 3: 773, 5: 1049, 10: 1693, 20: 2902}),
        (0.10, 0.95, {0: 29, 1: 46, 2: 61, 3: 76, 5: 103, 10: 167, 20: 286}),
        (0.001, 0.95, {0: 2995, 1: 4742, 20: 29058}),
        (0.05, 0.99, {0: 90, 1: 130, 2: 165, 3: 198, 5: 259, 10: 398, 20: 656}),
        (0.01, 0.99, {0: 459, 1: 662, 10: 2010, 20: 3304}),
    ],
)
def test_the_fewest_trials_that_show_a_share(share: float, confidence: float, expected: dict[int, int]) -> None:
    assert {misses: fewest_trials(misses, share, confidence) for misses in expected} == expected


@pytest.mark.parametrize(("misses", "share", "confidence"), [(-1, 0.1, 0.9), (0, 0.0, 0.9), (0, 0.1, 1.0)])
def test_trials_for_a_share_that_is_none_are_refused(misses: int, share: float, confidence: float) -> None:
    with pytest.raises(ValueError, match="misses"):
        fewest_trials(misses, share, confidence)
