"""Prices that start a question: article 85 of RGLCAP."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.evaluation.low_prices import presumed_low
from pliego.evaluation.offers import Offer


def low(*prices: float, ceiling: float | None = 100_000) -> list[float]:
    return [offer.price for offer in presumed_low([Offer(str(price), price, 1) for price in prices], ceiling)]


@pytest.mark.parametrize(
    ("prices", "found"),
    [
        ((75_000,), []),
        ((74_999,), [74_999]),
        ((90_000, 72_000), []),
        ((90_000, 71_999), [71_999]),
        ((70_000, 90_000, 95_000), [70_000]),  # the mean leaves out 95,000: 80,000, and the cut is 30 %
        ((98_000, 97_000, 60_000, 99_000, 120_000), [60_000]),  # the mean leaves out 120,000: 88,500
        ((90_000, 91_000, 92_000, 93_000), []),
    ],
)
def test_published_cases(prices: tuple[float, ...], found: list[float]) -> None:
    assert low(*prices) == found


def test_of_few_prices_that_are_left_the_three_lowest_make_the_mean() -> None:
    """Mean 70: 100 and 100 are more than 10 % above it, two are left, so that 40, 40 and 100 make the mean of 60."""
    assert low(40, 40, 100, 100) == [40, 40]


def test_without_a_ceiling_a_single_quote_is_never_low() -> None:
    assert low(1, ceiling=None) == []
    assert low() == []


@given(st.lists(st.integers(1, 10**6), min_size=2, max_size=12))
def test_the_highest_price_is_never_low_by_the_others(prices: list[int]) -> None:
    assert max(prices) not in low(*prices, ceiling=None)
