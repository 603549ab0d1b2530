"""Days on which law changes within a contract, and the last day of the contract."""

from datetime import date
from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.findings import Finding
from pliego.resolve.law_dates import changes_of_law, contract_end
from pliego.spec.models import Spec


def spec(start: str | None = "2027-03-01", term: str | None = None, buyer: str = "ES", **sections: Any) -> Spec:
    rfq: dict[str, Any] = {"id": "R", "title": "T", "version": "1", "language": "en", "issued": "2026-12-01"}
    rfq["buyer"] = {"name": "B", "country": buyer}
    if start:
        rfq["timetable"] = {"service_start": start}
    if term:
        rfq["contract"] = {"term": term}
    work = {"chat": {"task": {"kind": "text-generation", "mode": "online"}}}
    return Spec.model_validate({"schema": "pliego/v1", "rfq": rfq, "workloads": work, **sections})


def changes(**more: Any) -> list[Finding]:
    return list(changes_of_law(spec(**more), load_catalog()))


@pytest.mark.parametrize(
    ("start", "term", "end"),
    [
        ("2027-03-01", "12 months", date(2028, 3, 1)),
        ("2027-08-31", "6 months", date(2028, 2, 29)),
        ("2027-03-01", None, None),
        (None, "12 months", None),
    ],
)
def test_the_contract_ends_some_months_after_the_start(start: str | None, term: str | None, end: date | None) -> None:
    assert contract_end(spec(start, term)) == end


EXIT = {"operation": {"exit": {"notice": "60 d"}}}


def test_a_day_within_the_contract_on_which_what_is_stated_changes() -> None:
    (finding,) = changes(start="2026-12-15", term="12 months", **EXIT)
    assert (finding.code, finding.severity) == ("P479", "notice")
    assert (finding.facts["day"], finding.facts["act"]) == ("2027-01-12", "Data Act")
    assert "Switching is free of charge" in finding.message
    assert finding.message.endswith("(data-act-switching-charges-zero; as of 2026-09-02)")


@pytest.mark.parametrize(
    "more",
    [
        {"start": "2027-01-12", "term": "12 months", **EXIT},
        {"start": "2026-12-15", "term": "12 months"},
        {"start": "2026-12-15", **EXIT},
        {"term": "12 months", **EXIT, "start": None},
        {"start": "2026-12-15", "term": "12 months", "buyer": "US", **EXIT},
    ],
)
def test_nothing_is_told_of_what_is_steady_not_stated_or_other_law(more: dict[str, Any]) -> None:
    assert changes(**more) == []


def test_a_buyer_in_a_part_of_the_union_with_a_code_of_its_own_is_under_its_law() -> None:
    assert len(changes(start="2026-12-15", term="12 months", buyer="RE", **EXIT)) == 1
