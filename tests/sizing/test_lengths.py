import random
from math import log
from statistics import fmean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.resolve.model import Lengths
from pliego.sizing.lengths import Z_95, moments


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
