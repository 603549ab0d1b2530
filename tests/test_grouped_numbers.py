import pytest

from pliego.grouped_numbers import is_padded, readings


@pytest.mark.parametrize(
    ("text", "either"),
    [
        ("1.500", ("1.5", "1500")),
        ("12.000", ("12", "12000")),
        ("1,500", ("1.5", "1500")),
        ("2.778", ("2.7780", "2778")),
        ("-120.050", ("-120.05", "-120050")),
    ],
)
def test_one_mark_and_three_digits_can_mean_two_numbers(text: str, either: tuple[str, str]) -> None:
    assert readings(text) == either
    assert all(readings(reading) is None for reading in either)


@pytest.mark.parametrize(
    "text", ["1.5", "1.25", "0.125", "0,125", "1.5000", "8.030e9", "1234.500", "1.500.000", "1500"]
)
def test_all_else_means_one(text: str) -> None:
    assert readings(text) is None


def test_a_decimal_number_needs_no_zero_at_its_end() -> None:
    assert [is_padded(text) for text in ("1.500", "1,250", "1.125", "1500", "1.500e3")] == [
        True,
        True,
        False,
        False,
        False,
    ]
