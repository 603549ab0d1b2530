from datetime import date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.spec.moments import Moment, parse_day


def test_a_day_and_a_time_keep_what_was_written() -> None:
    assert Moment.parse("2027-01-11") == Moment(date(2027, 1, 11), None, "2027-01-11")
    moment = Moment.parse("2027-01-11 14:00 +01:00")
    assert moment.instant == datetime(2027, 1, 11, 14, tzinfo=timezone(timedelta(hours=1)))
    assert str(moment) == "2027-01-11 14:00 +01:00"


@pytest.mark.parametrize("text", ["2027-01-11T14:00:30Z", "2027-01-11 14:00Z", "2027-01-11T14:00-03:00"])
def test_rfc_3339_and_its_relatives(text: str) -> None:
    assert Moment.parse(text).instant is not None


@pytest.mark.parametrize(
    "text",
    ["2027-01-11 14:00", "2027-02-30", "2027-01-11 25:00Z", "11.01.2027", "20270111", "2027-01-11\n", "２027-01-11"],
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        Moment.parse(text)


@pytest.mark.parametrize("text", ["2027-02-29", "2027-W01-1", "2027-01-11T00:00Z"])
def test_a_day_is_a_day(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_day(text)


@given(st.dates())
def test_every_day_is_read(day: date) -> None:
    assert parse_day(day.isoformat()) == day


def test_an_offset_has_less_than_sixty_minutes() -> None:
    assert Moment.parse("2027-01-11 14:00 +05:45").instant is not None
    with pytest.raises(ValueError, match="with its offset"):
        Moment.parse("2027-01-11 14:00 +00:60")
