from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pliego.findings import Severity
from pliego.spec.reading import read_source
from pliego.spec.rules import check_rules
from pliego.spec.source import Data


def told(data: Data) -> list[str]:
    return [finding.message for finding in check_rules(data)]


def timetable(**dates: str) -> dict[str, Data]:
    return {"rfq": {"issued": "2026-12-01", "timetable": dict(dates)}}


def test_dates_in_order_are_fine() -> None:
    ordered = timetable(
        questions_by="2026-12-01",
        quotes_by="2027-01-11 14:00 +01:00",
        award_by="2027-01-11",
        service_start="2027-03-01",
    )
    assert told(ordered) == []


def test_the_past_begins_before_the_day_of_issue() -> None:
    assert told(timetable(quotes_by="2026-11-30")) == ["2026-11-30 is in the past: the request is issued on 2026-12-01"]


def test_dates_follow_each_other() -> None:
    assert told(timetable(questions_by="2026-12-14", quotes_by="2026-12-14")) == [
        "quotes_by (2026-12-14) is not after questions_by (2026-12-14)"
    ]


def test_instants_are_compared_as_instants() -> None:
    data = timetable(quotes_by="2027-01-11 14:00 +01:00", award_by="2027-01-11 13:30Z")
    assert told(data) == []
    data = timetable(quotes_by="2027-01-11 14:00 +01:00", award_by="2027-01-11 12:30Z")
    assert len(told(data)) == 1


@pytest.mark.parametrize(
    ("share", "allowed"), [("100 %", True), ("0.1 %", True), ("0 %", False), ("100.01 %", False), ("-5 %", False)]
)
def test_a_share_lies_above_nothing_and_up_to_the_whole(share: str, allowed: bool) -> None:
    assert (told({"workloads": {"a": {"slo": {"availability": share}}}}) == []) == allowed


def test_a_margin_of_nothing_can_be_meant() -> None:
    assert told({"assumptions": {"memory_margin": "0 %"}}) == []
    assert told({"assumptions": {"memory_margin": "-1 %"}}) != []


def test_times_are_above_zero() -> None:
    assert told({"backup": {"retention": "0 d"}}) == ["0 d is not above zero"]


def test_lengths_grow() -> None:
    lengths: Data = {"input": {"typical": 10, "max": 9}, "output": {"typical": 10, "p95": 10, "max": 10}}
    assert told({"workloads": {"a": {"context": lengths}}}) == ["typical (10) is above max (9)"]


def test_backups_are_as_frequent_as_restored_data_must_be_fresh() -> None:
    assert told({"backup": {"interval": "24 h", "rpo": {"must": "1 d", "prefer": "1 h"}}}) == []
    assert told({"backup": {"interval": {"must": "24 h"}, "rpo": "4 h"}}) == [
        "backups are 24 h apart, but restored data may be 4 h old at most (mandatory rpo)"
    ]
    preferred: Data = {"interval": {"prefer": {"value": "8 h"}}, "rpo": {"prefer": "4 h"}}
    assert told({"backup": preferred}) == [
        "backups are 8 h apart, but restored data may be 4 h old at most (preferred rpo)"
    ]


def test_the_places_of_backups_are_stated_once_or_alike() -> None:
    def places(sites: Data, backups: Data) -> Data:
        return {"backup": {"copies": {"must": 2, "sites": sites}}, "data_residency": {"backups": backups}}

    assert told(places(["EU", "CH"], {"must": ["CH", "EU"]})) == []
    (finding,) = check_rules(places(["EU"], ["ES"]))
    assert (finding.code, finding.severity) == ("P308", Severity.WARNING)


def test_points_begin_at_the_mandatory_value_if_there_is_one() -> None:
    preferred: Data = {"value": "4 h", "from": "8 h"}
    assert told({"backup": {"rto": {"prefer": preferred}}}) == []
    assert told({"backup": {"rto": {"must": "8 h", "prefer": preferred}}}) == ["'from' stands beside 'must'"]


def test_lists_hold_each_entry_once() -> None:
    assert told({"data_residency": {"logs": ["EU", "ES", "EU"]}}) == ["'EU' stands twice in the list"]


def test_control_characters_are_warned_of_where_they_would_be_printed() -> None:
    data: Data = {"clauses": {"a": "kr 400\v000", "b\x85": "tab\tand\nnewline"}, "internal": {"c": "\x00"}}
    findings = check_rules(data)
    assert [(finding.path, finding.facts["character"]) for finding in findings] == [
        (("clauses", "a"), "U+000B"),
        (("clauses", "b\x85"), "U+0085"),
    ]


def test_parts_that_the_schema_refuses_do_not_stop_the_rules() -> None:
    odd: list[Data] = [None, 5, [], "x", {}]
    for section in ("rfq", "workloads", "hardware", "data_residency", "backup", "clauses", "assumptions"):
        for value in odd:
            check_rules({section: value})
            check_rules({section: {"a": value}})
    for value in odd:
        check_rules(value)
        check_rules({"backup": {"interval": value, "rpo": {"must": value}, "copies": {"sites": value}}})
        check_rules({"rfq": {"issued": value, "timetable": {"quotes_by": value}}})
        check_rules({"workloads": {"a": {"model": value, "context": {"input": {"typical": value, "p95": 1}}}}})


def test_a_date_follows_all_before_it_and_not_only_its_neighbour() -> None:
    data = timetable(
        questions_by="2027-01-11 10:00Z",
        answers_by="2027-01-11",
        quotes_by="2027-01-11 09:00Z",
        award_by="2027-01-12",
    )
    assert told(data) == ["quotes_by (2027-01-11 09:00Z) is not after answers_by (2027-01-11)"]
    data = timetable(questions_by="2027-03-01", answers_by="2027-01-04", quotes_by="2027-01-05")
    assert len(told(data)) == 2


def test_a_day_lasts_to_its_end() -> None:
    assert told(timetable(answers_by="2027-01-11", quotes_by="2027-01-11 14:00Z")) != []
    assert told(timetable(answers_by="2027-01-11 14:00Z", quotes_by="2027-01-11")) == []


@pytest.mark.parametrize("amount", ["1e99 h", "1e-99 s"])
def test_amounts_that_nobody_means_are_refused(amount: str) -> None:
    (finding,) = check_rules({"backup": {"retention": amount}})
    assert finding.facts["reason"] == "0.001 ms to 40000 d is allowed"
    assert told({"workloads": {"a": {"load": {"peak": "1e99 req/s"}}}}) != []


def test_a_length_that_is_no_length_is_left_to_the_schema() -> None:
    assert told({"workloads": {"a": {"context": {"input": {"typical": 10, "p95": -5}}}}}) == []


def test_a_request_has_no_more_parts_than_people_read() -> None:
    task = {"task": {"kind": "text-generation", "mode": "online"}}
    (finding,) = check_rules({"workloads": {f"w{number}": task for number in range(51)}})
    assert finding.message == "'workloads' has 51 parts; 30 are allowed"
    (finding,) = check_rules({"clauses": {f"clause {number}": "Yes." for number in range(501)}})
    assert finding.message == "'clauses' has 501 parts; 500 are allowed"
    assert told({"internal": {f"n{number}": [1] * 300 for number in range(600)}}) == []


ROOT = Path(__file__).parents[2]
SPECS = [
    ROOT / "tests" / "bad_specs" / f"{name}.yaml" for name in ("tasks", "pipelines", "award", "timetable", "backup")
]
EXTREMES: tuple[Data, ...] = (0, -1, 10**9, 10**300, 1e308, "", "x", "0 s", True, None, [], {}, [0], {"must": 0})


def changed_in_one_place(data: Any) -> Iterator[None]:
    """Put each extreme value in turn in the place of each value of the data; yield each time."""
    parts = list(data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ())
    for key, part in parts:
        for extreme in EXTREMES:
            data[key] = extreme
            yield None
        data[key] = part
        yield from changed_in_one_place(part)


@pytest.mark.parametrize("path", SPECS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_value_in_any_place_makes_the_rules_fail_or_hang(path: Path) -> None:
    data = read_source(path.name, path.read_bytes())[0].data
    for _ in changed_in_one_place(data):
        assert all(finding.message for finding in check_rules(data))


def test_an_amount_far_out_of_range_is_no_row_of_zeros() -> None:
    (finding,) = [one for one in check_rules({"backup": {"rto": "1e99 s"}}) if one.code == "P305"]
    assert finding.facts["text"] == "1.000E+99 s"
