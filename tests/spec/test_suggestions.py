import re

import pytest

from pliego.spec.moments import Moment
from pliego.spec.suggestions import closest, date_fault


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("contxt", "context"),
        ("Data-Residency", "data_residency"),
        ("slos", "slo"),
        ("colour", None),
        ("x" * 10_000, None),
    ],
)
def test_a_near_word_is_found(text: str, meant: str | None) -> None:
    assert closest(text, ["context", "data_residency", "slo", "load"]) == meant


@pytest.mark.parametrize(
    ("text", "reason", "hint"),
    [
        ("2026-13-45", "there is no month 13", "write a day that exists, such as 2027-01-11"),
        ("2027-02-29", "month 02 of 2027 has no day 29", "write a day that exists, such as 2027-01-11"),
        ("31.12.2026", "the year comes first", "write 2026-12-31"),
        ("03/04/2027", "the year comes first", "write 2027-04-03 or 2027-03-04, whichever is meant"),
        (
            "2027-3-4",
            "month and day have two digits, with hyphens between",
            "write 2027-03-04",
        ),
        ("2027-03-04 12:00", "a day without a time is wanted here", "write 2027-03-04"),
        ("soon", "the form is year, month, day with hyphens", "write 2027-01-11"),
    ],
)
def test_a_wrong_date_is_explained(text: str, reason: str, hint: str) -> None:
    assert date_fault(text, with_time=False) == ("P206", reason, hint)


def test_a_time_needs_its_offset() -> None:
    code, _, hint = date_fault("2027-03-04T12:00", with_time=True)
    assert (code, hint) == ("P301", "write '2027-03-04T12:00 +01:00' with your own offset")


def test_a_time_that_does_not_exist() -> None:
    assert date_fault("2027-03-04 25:00Z", with_time=True)[1] == "there is no such time"


@pytest.mark.parametrize(
    ("text", "reason", "hint"),
    [
        (
            "2027-01-11 14:00+0100",
            "an offset from UTC is written as +01:00, or Z for none",
            "'2027-01-11 14:00 +01:00'",
        ),
        ("2027-01-11t14:00z", "T and Z are capital letters", "'2027-01-11 14:00Z'"),
        ("2027-01-11 14:00:00.5Z", "seconds are whole", "'2027-01-11 14:00:00Z'"),
        ("2027-01-11 9:00Z", "hours have two digits", "'2027-01-11 09:00Z'"),
        ("2027-01-11 14:00  Z", "single spaces stand between its parts", "'2027-01-11 14:00Z'"),
        ("2027-01-11 14:00 CET", "names of time zones are not read, since some mean several", "+01:00"),
        ("2027-01-11 14:00 +00:60", "there is no offset +00:60", "+01:00"),
        ("2027-01-11 14:00 +99:00", "there is no offset +99:00", "+01:00"),
        ("2027-01-11 14", "a day, or a day with a time and its offset is wanted", "2027-01-11"),
        ("13/13/2027", "the year comes first", "write a day that exists"),
        ("01/13/2027", "the year comes first", "write 2027-01-13"),
    ],
)
def test_a_wrong_time_is_explained(text: str, reason: str, hint: str) -> None:
    code, told, shown = date_fault(text, with_time=True)
    assert (code, told) == ("P206", reason)
    assert hint in shown
    offered = re.fullmatch(r"write '(.*)'", shown)
    assert offered is None or Moment.parse(offered[1])


@pytest.mark.parametrize(("text", "meant"), [("región", "region"), ("Schlüssel", "schlussel"), ("größe", "grosse")])
def test_accents_are_no_other_letters(text: str, meant: str) -> None:
    assert closest(text, ["version", meant]) == meant
