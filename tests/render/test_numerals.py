"""Numbers, units and dates as each language writes them."""

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.document.model import Amount, Column, Figure, Group, Line, Row, Table, When
from pliego.document.model import Code as CodeText
from pliego.render.numerals import CONVENTIONS, format_day, format_number, format_offset, with_unit
from pliego.render.translation import LANGUAGES, Translator
from pliego.units import parse_quantity

NARROW = "\u202f"
DAY = date(2027, 1, 9)


def written(language: str, text: str, dimension: str) -> str:
    return Translator(language).text(Amount(parse_quantity(text, dimension)))


@pytest.mark.parametrize(
    ("value", "digits", "en", "es"),
    [
        (16384, 0, "16,384", f"16{NARROW}384"),
        (2048, 0, "2,048", "2048"),
        (999, 0, "999", "999"),
        (1.5, 1, "1.5", "1,5"),
        (131072, 0, "131,072", f"131{NARROW}072"),
        (1234567.891, 2, "1,234,567.89", f"1{NARROW}234{NARROW}567,89"),
        (-3, 0, "−3", "−3"),
        (0, 0, "0", "0"),
        (Decimal("1.50"), None, "1.50", "1,50"),
        (Decimal("1E+3"), None, "1,000", "1000"),
        (Decimal("0.00001"), None, "0.00001", "0,00001"),
        (9999.6, 0, "10,000", f"10{NARROW}000"),
    ],
)
def test_numbers(value: float | Decimal, digits: int | None, en: str, es: str) -> None:
    assert format_number(value, digits, "en") == en
    assert format_number(value, digits, "es") == es


@pytest.mark.parametrize(
    ("text", "dimension", "en", "es"),
    [
        ("99.5 %", "share", "99.5%", f"99,5{NARROW}%"),
        ("1.5 s", "duration", f"1.5{NARROW}s", f"1,5{NARROW}s"),
        ("800 ms", "duration", f"800{NARROW}ms", f"800{NARROW}ms"),
        ("24 h", "duration", f"24{NARROW}h", f"24{NARROW}h"),
        ("24 GiB", "data", f"24{NARROW}GiB", f"24{NARROW}GiB"),
        ("1536 GB", "data", f"1,536{NARROW}GB", f"1536{NARROW}GB"),
    ],
)
def test_quantities_keep_their_digits(text: str, dimension: str, en: str, es: str) -> None:
    assert written("en", text, dimension) == en
    assert written("es", text, dimension) == es


@pytest.mark.parametrize(
    ("text", "dimension", "en", "es"),
    [
        ("1 d", "duration", "1 day", "1 día"),
        ("90 d", "duration", "90 days", "90 días"),
        ("2 weeks", "duration", "2 weeks", "2 semanas"),
        ("12 months", "term", "12 months", "12 meses"),
        ("1 month", "term", "1 month", "1 mes"),
        ("2 years", "term", "2 years", "2 años"),
        ("20 tok/s", "token_rate", "20 tokens/s", "20 tokens/s"),
        ("4 req/s", "request_rate", "4 requests/s", "4 peticiones/s"),
    ],
)
def test_units_that_are_words_are_words_of_the_language(text: str, dimension: str, en: str, es: str) -> None:
    for language, expected in (("en", en), ("es", es)):
        assert written(language, text, dimension).replace("\u00a0", " ").replace(NARROW, " ") == expected


@pytest.mark.parametrize(
    ("form", "en", "es"),
    [
        ({}, "9 January 2027", "9 de enero de 2027"),
        ({"weekday": True}, "Saturday 9 January 2027", "sábado, 9 de enero de 2027"),
        ({"short": True}, "9 Jan 2027", "09/01/2027"),
    ],
)
def test_dates(form: dict[str, bool], en: str, es: str) -> None:
    assert format_day(DAY, "en", **form) == en
    assert format_day(DAY, "es", **form) == es


def test_a_deadline_names_day_hour_and_offset() -> None:
    instant = datetime(2027, 1, 11, 14, 0, tzinfo=timezone(timedelta(hours=1)))
    deadline = When(instant.date(), instant, weekday=True)
    assert Translator("en").text(deadline) == "Monday 11 January 2027, 14:00 (UTC+01:00)"
    spanish = Translator("es").text(deadline).replace("\u00a0", " ").replace(NARROW, " ")
    assert spanish == "lunes, 11 de enero de 2027, a las 14:00 h (UTC+01:00)"
    assert Translator("de").text(deadline) == "Montag, 11. Januar 2027, 14:00 Uhr (UTC+01:00)"


@pytest.mark.parametrize(
    ("text", "dimension", "german"),
    [
        ("99.5 %", "share", f"99,5{NARROW}%"),
        ("1.5 s", "duration", f"1,5{NARROW}s"),
        ("1536 GB", "data", f"1536{NARROW}GB"),
        ("60000 EUR", "money", f"60{NARROW}000{NARROW}EUR"),
        ("90 d", "duration", "90 Tage"),
        ("1 month", "term", "1 Monat"),
        ("4 req/s", "request_rate", "4 Anfragen/s"),
        ("120000 documents/h", "document_rate", f"120{NARROW}000 Dokumente/h"),
    ],
)
def test_german_writes_commas_and_narrow_gaps(text: str, dimension: str, german: str) -> None:
    assert written("de", text, dimension).replace("\u00a0", " ") == german


@pytest.mark.parametrize(
    ("form", "german"),
    [({}, "9. Januar 2027"), ({"weekday": True}, "Samstag, 9. Januar 2027"), ({"short": True}, "09.01.2027")],
)
def test_german_dates(form: dict[str, bool], german: str) -> None:
    assert format_day(DAY, "de", **form) == german


@pytest.mark.parametrize(
    ("offset", "expected"),
    [
        (timedelta(0), "UTC"),
        (timedelta(hours=5, minutes=30), "UTC+05:30"),
        (-timedelta(hours=3, minutes=30), "UTC−03:30"),
    ],
)
def test_offsets(offset: timedelta, expected: str) -> None:
    assert format_offset(datetime(2027, 1, 1, tzinfo=timezone(offset))) == expected


def test_utc_needs_no_offset() -> None:
    assert format_offset(datetime(2027, 1, 1, tzinfo=UTC)) == "UTC"


def test_a_number_without_a_unit_has_no_gap() -> None:
    assert with_unit("5", "", "es") == "5"


def column_of(language: str, values: list[float], digits: int = 0) -> list[str]:
    """Return a column of numbers as a table of the document shows it."""
    from pliego.render.localised import _Writer  # noqa: PLC0415

    rows = tuple(Row(((Line(CodeText("x")),), (Line(Figure(value, "", digits)),))) for value in values)
    heads = (Column(CodeText("a"), 10), Column(CodeText("b"), 10, numeric=True))
    table = _Writer(Translator(language), language)._table(Table("t", CodeText("c"), heads, (Group(rows),)))
    return [row["cells"][1][0]["runs"][0]["text"] for row in table["groups"][0]["rows"]]


def test_four_digits_are_grouped_in_a_column_with_longer_numbers() -> None:
    assert column_of("es", [2048, 999]) == ["2048", "999"]
    assert column_of("es", [2048, 16384]) == [f"2{NARROW}048", f"16{NARROW}384"]
    assert column_of("en", [2048, 16384]) == ["2,048", "16,384"]


def test_a_number_that_grows_by_rounding_counts_as_it_is_written() -> None:
    assert column_of("es", [2048, 9999.6]) == [f"2{NARROW}048", f"10{NARROW}000"]


@given(st.integers(min_value=-(10**15), max_value=10**15), st.sampled_from(LANGUAGES))
def test_taking_the_marks_out_gives_the_number_back(value: int, language: str) -> None:
    text = format_number(value, 0, language)
    assert int(text.replace(CONVENTIONS[language].group, "").replace("−", "-")) == value


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=0, max_value=10**9, places=6))
def test_a_decimal_keeps_every_digit(value: Decimal) -> None:
    assert Decimal(format_number(value, None, "es").replace(NARROW, "").replace(",", ".")) == value
