"""Input and output end together at the longest sequence that is accepted."""

import random
from math import exp, log

import pytest

from pliego.resolve.model import Demand, Lengths, SequenceLimit
from pliego.sizing.joint_lengths import beside_constant, joint_moments
from pliego.sizing.lengths import Z_95, moments
from pliego.sizing.load import tokens_at_peak

INPUT, OUTPUT = Lengths(1200, 6000, 16_000), Lengths(300, 2000, 8000)


def test_moments_are_those_of_requests_that_are_accepted() -> None:
    """Against 200,000 requests drawn one by one with a fixed seed, of which those that are accepted count."""
    limit = SequenceLimit(4096)
    both = joint_moments(INPUT, OUTPUT, limit)
    assert both is not None
    drawn = random.Random(7)  # noqa: S311 (draws for a test)
    kept = []
    for _ in range(200_000):
        first = exp(log(1200) + log(5) / Z_95 * drawn.gauss(0, 1))
        second = exp(log(300) + log(2000 / 300) / Z_95 * drawn.gauss(0, 1))
        if first + second <= limit.tokens:
            kept.append((first, second))
    for place, found in enumerate(both):
        mean = sum(one[place] for one in kept) / len(kept)
        square = sum(one[place] ** 2 for one in kept) / len(kept)
        assert found.first == pytest.approx(mean, rel=0.01)
        assert found.second == pytest.approx(square, rel=0.02)


def test_a_limit_that_is_never_reached_changes_nothing() -> None:
    assert joint_moments(INPUT, OUTPUT, SequenceLimit(24_000)) is None
    assert joint_moments(INPUT, OUTPUT, None) is None
    assert joint_moments(Lengths(max=100), OUTPUT, SequenceLimit(4096)) is None


def test_the_joint_mean_is_below_that_of_each_alone() -> None:
    limit = SequenceLimit(4096)
    both = joint_moments(INPUT, OUTPUT, limit)
    alone = moments(INPUT, limit), moments(OUTPUT, limit)
    assert both is not None
    assert alone[0] is not None
    assert alone[1] is not None
    assert both[0].first < alone[0].first
    assert both[1].first < alone[1].first
    assert both[0].first + both[1].first < limit.tokens


def test_beside_a_constant_length_the_rest_is_left() -> None:
    assert beside_constant(OUTPUT, Lengths(max=4000), SequenceLimit(4096)) == SequenceLimit(96)
    assert beside_constant(Lengths(max=10), Lengths(max=4000), SequenceLimit(4096)) == SequenceLimit(4096)


def test_the_peak_holds_fewer_tokens_than_with_each_truncated_alone() -> None:
    loose = Demand(INPUT, OUTPUT, concurrency=1000)
    tight = Demand(INPUT, OUTPUT, concurrency=1000, limit=SequenceLimit(4096))
    peaks = [tokens_at_peak(demand, 1000) for demand in (loose, tight)]
    assert peaks[0] is not None
    assert peaks[1] is not None
    assert peaks[1].value < peaks[0].value
    assert peaks[1].value <= 1000 * 4096


@pytest.mark.parametrize("tokens", [1, 2, 100])
def test_a_limit_far_below_what_is_described_falls_back(tokens: int) -> None:
    found = tokens_at_peak(Demand(Lengths(100_000, 100_001), Lengths(3, 4), limit=SequenceLimit(tokens)), 10)
    assert found is not None
    assert found.value <= 10 * tokens
