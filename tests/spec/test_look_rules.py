"""The accent of a house."""

import pytest

from pliego.spec.look_rules import check_look


@pytest.mark.parametrize(("accent", "hint"), [("#ff0000", "#d"), ("#ffcc00", "#"), ("#777777", "#6")])
def test_an_accent_that_is_too_light_is_refused_with_one_that_is_not(accent: str, hint: str) -> None:
    (finding,) = check_look({("look", "accent"): accent})
    assert finding.code == "P342"
    assert finding.hint is not None
    assert finding.hint.startswith(f"'{hint}")


@pytest.mark.parametrize("accent", ["#0b4a5e", "#7A1F2B", "#000000", "red", 7, None])
def test_what_can_be_read_or_is_no_colour_is_not_told(accent: object) -> None:
    assert list(check_look({("look", "accent"): accent})) == []  # type: ignore[dict-item]
