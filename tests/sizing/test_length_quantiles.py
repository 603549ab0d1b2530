"""Lengths at shares of requests: those of the spec come back, and none leaves its bounds."""

from hypothesis import given
from hypothesis import strategies as st

from pliego.resolve.model import Lengths
from pliego.sizing.length_quantiles import SHARES, length_profile


def test_the_stated_quantiles_come_back_where_the_bound_is_far() -> None:
    profile = length_profile(Lengths(1200, 6000, 1_000_000))
    assert profile is not None
    assert abs(profile.at_shares[SHARES.index(0.5)] - 1200) <= 2
    assert abs(profile.at_shares[SHARES.index(0.95)] - 6000) <= 12


def test_without_a_distribution_every_request_is_the_longest() -> None:
    profile = length_profile(Lengths(None, None, 500))
    assert profile is not None
    assert (profile.sigma, profile.longest, set(profile.at_shares)) == (None, 500, {500})
    assert length_profile(Lengths(10, 20, None)) is None


@given(st.integers(1, 10**5), st.integers(0, 10**5), st.integers(0, 10**6))
def test_lengths_grow_with_the_share_and_stay_in_bounds(typical: int, more: int, beyond: int) -> None:
    longest = typical + more + beyond
    profile = length_profile(Lengths(typical, typical + more, longest))
    assert profile is not None
    assert list(profile.at_shares) == sorted(profile.at_shares)
    assert profile.at_shares[0] >= 1
    assert profile.at_shares[-1] <= profile.longest <= longest
