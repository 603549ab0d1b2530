import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.units import BOUNDS, UNITS, AmbiguousNumberError, QuantityError, is_plausible, parse_quantity, symbols


@pytest.mark.parametrize(
    ("text", "dimension", "hint"),
    [
        ("3 Sec", "duration", "did you mean '3 s'?"),
        ("3 MIN", "duration", "did you mean '3 min'?"),
        ("3 gb", "data", "did you mean '3 GB'?"),
        ("20 Tok/s", "token_rate", "did you mean '20 tok/s'?"),
        ("0.5 m", "duration", "use one of ms, s, min"),
        ("5 µs", "duration", "use one of ms, s, min"),
        ("20 tok/min", "token_rate", "use one of tok/s"),
        ("4 req/day", "request_rate", "use one of req/s"),
        ("3 Gb", "data", "use one of B, kB"),
        ("5 h 30 min", "duration", "write one number with one unit"),
    ],
)
def test_a_hint_never_changes_the_amount(text: str, dimension: str, hint: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parse_quantity(text, dimension)
    assert caught.value.hint.startswith(hint)


def test_a_power_of_ten_is_written_with_either_letter() -> None:
    assert parse_quantity("1E3 ms", "duration") == parse_quantity("1e3 ms", "duration")


@given(st.text("abcdefghikmnopqrstuvwxyzµ/%BGMTP", min_size=1, max_size=8), st.sampled_from(sorted(BOUNDS)))
def test_an_unknown_unit_is_never_taken_for_one_far_from_its_letters(symbol: str, dimension: str) -> None:
    if symbol in UNITS:
        return
    with pytest.raises(QuantityError) as caught:
        parse_quantity(f"5 {symbol}", dimension)
    offered = re.fullmatch(r"did you mean '5 (.*)'\?", caught.value.hint)
    assert offered is None or offered[1] in symbols(dimension)


def test_the_bounds_belong_to_every_dimension() -> None:
    assert set(BOUNDS) == {unit.dimension for unit in UNITS.values()}
    assert is_plausible(parse_quantity("4 req/s", "request_rate"))
    assert not is_plausible(parse_quantity("1e99 req/s", "request_rate"))


@pytest.mark.parametrize(
    ("text", "either"),
    [
        ("1.500 ms", ("1.5 ms", "1500 ms")),
        ("1,500 ms", ("1.5 ms", "1500 ms")),
        ("2.778 req/s", ("2.7780 req/s", "2778 req/s")),
        ("1.500 s", ("1.5 s", "1500 s")),
        ("1,125 GiB", ("1.1250 GiB", "1125 GiB")),
        ("60.000 EUR", ("60 EUR", "60000 EUR")),
    ],
)
def test_a_mark_that_may_group_thousands_is_asked_about(text: str, either: tuple[str, str]) -> None:
    dimension = UNITS[text.split()[1]].dimension
    with pytest.raises(AmbiguousNumberError) as caught:
        parse_quantity(text, dimension)
    assert caught.value.readings == either
    for reading in either:
        assert str(parse_quantity(reading, dimension)) == reading


@pytest.mark.parametrize(
    "text",
    ["1.5 ms", "1.25 ms", "0.125 s", "2.375 s", "1.125 GiB", "99.995 %", "99.990 %", "8.030e3 tok/s", "12.000 months"],
)
def test_a_number_that_means_one_thing_stays_as_it_is(text: str) -> None:
    assert parse_quantity(text, UNITS[text.split()[1]].dimension).value > 0


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("1.500,50 EUR", "1500.50 EUR"),
        ("1,500.50 EUR", "1500.50 EUR"),
        ("1'500,5 EUR", "1500.5 EUR"),
        ("1,500,000 EUR", "1500000 EUR"),
        ("1.500.000 EUR", "1500000 EUR"),
        ("99,95 EUR", "99.95 EUR"),
    ],
)
def test_grouping_marks_are_taken_out_in_the_hint(text: str, hint: str) -> None:
    with pytest.raises(QuantityError) as caught:
        parse_quantity(text, "money")
    assert caught.value.hint.endswith(f": {hint}")
