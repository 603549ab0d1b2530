import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.spec.scalars import number_hint, plain_scalar


@pytest.mark.parametrize(
    ("text", "value"),
    [("", None), ("null", None), ("TRUE", True), ("0", 0), ("-12", -12), ("+1.5", 1.5), ("1.", 1.0), (".5", 0.5),
     ("8.03e9", 8.03e9), ("0o17", 15), ("0xff", 255)],
)  # fmt: skip
def test_the_core_schema(text: str, value: object) -> None:
    assert plain_scalar(text) == value


@pytest.mark.parametrize(
    "text", ["010", "-01", "1_000", "1,5", ".inf", ".NaN", "1e400", "9" * 301, "Yes", "+", ".", "1e", "0b1"]
)
def test_everything_else_is_text(text: str) -> None:
    assert plain_scalar(text) == text


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("12", "without quotes: 12"),
        ("50_000_000", "50000000"),
        ("1'000", "1000"),
        ("010", "write 10"),
        ("000", "write 0"),
        ("1,5", "1.5"),
        (".inf", "finite"),
        ("9" * 400, "a computer can hold"),
        ("8B", "8e9"),
        ("70 m", "70e6"),
        ("4k", "4e3"),
    ],
)
def test_a_text_meant_as_a_number_gets_a_hint(text: str, hint: str) -> None:
    assert hint in (number_hint(text) or "")


def test_other_text_gets_none() -> None:
    assert number_hint("many") is None


@given(st.text(max_size=20))
def test_any_text_has_a_value(text: str) -> None:
    plain_scalar(text)
    number_hint(text)
