"""Colours that can be read: published values, and the nearest one that passes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.colours import contrast_on_white, is_readable, lightness, nearest_readable, tint

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


@pytest.mark.parametrize(
    ("colour", "contrast", "light"),
    [("#000000", 21.0, 0), ("#ffffff", 1.0, 100), ("#767676", 4.54, 50), ("#0b4a5e", 9.7, 29), ("#4a5259", 7.9, 34)],
)
def test_published_values(colour: str, contrast: float, light: float) -> None:
    assert contrast_on_white(colour) == pytest.approx(contrast, abs=0.06)
    assert lightness(colour) == pytest.approx(light, abs=0.7)


def test_tints_of_the_house() -> None:
    assert tint("#0b4a5e", 0.45) == "#91aeb7"
    assert tint("#0b4a5e", 0.16) == "#d8e2e5"


@given(COLOURS)
def test_the_nearest_colour_can_be_read_and_is_no_lighter(colour: str) -> None:
    nearest = nearest_readable(colour)
    assert is_readable(nearest)
    assert lightness(nearest) <= lightness(colour) + 1e-9
    assert not is_readable(colour) or nearest == colour
