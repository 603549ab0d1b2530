"""Dates: days of rest, time enough to decide, the days of the pilot. Their order is told in test_rules."""

import pytest

from pliego.spec.rules import check_rules
from pliego.spec.source import Data


def told(data: Data) -> list[tuple[str, str]]:
    return [(finding.code, finding.message) for finding in check_rules(data)]


def timetable(**dates: Data) -> dict[str, Data]:
    return {"rfq": {"issued": "2026-12-01", "timetable": dict(dates)}}


@pytest.mark.parametrize(
    ("day", "name"), [("2027-01-09", "a Saturday"), ("2027-01-10 14:00 +01:00", "a Sunday"), ("2027-01-11", None)]
)
def test_a_deadline_on_a_day_of_rest_is_told(day: str, name: str | None) -> None:
    assert told(timetable(quotes_by=day)) == ([("P330", f"{day} is {name}")] if name else [])


def test_holidays_are_those_that_the_buyer_names() -> None:
    assert told(timetable(quotes_by="2027-01-06", holidays=["2027-01-06"])) == [("P330", "2027-01-06 is a holiday")]


def test_a_service_may_start_on_a_sunday() -> None:
    assert told(timetable(service_start="2027-08-01")) == []


@pytest.mark.parametrize(("start", "hasty"), [("2019-06-11", True), ("2019-06-14", False)])
def test_a_start_within_two_weeks_of_the_deadline_is_told(start: str, hasty: bool) -> None:
    """Eleven days lay between closing and start in a public record of a small purchase."""
    data = timetable(quotes_by="2019-05-31T23:59:59+01:00", service_start=start)
    data["rfq"]["issued"] = "2019-05-01"  # type: ignore[index, call-overload]
    codes = [code for code, _ in told(data)]
    assert codes == (["P331"] if hasty else [])


def test_a_pilot_ends_after_it_has_begun() -> None:
    period = {"start": "2027-02-02", "end": "2027-02-01"}
    assert [code for code, _ in told({"pilot": {"period": period}})] == ["P302"]
