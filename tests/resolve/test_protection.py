"""Residency, certificates, value and exit against the facts."""

from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.findings import Finding
from pliego.resolve.protection import check_protection, expanded
from pliego.spec.models import Spec

CATALOG = load_catalog()


def found(buyer: str = "ES", rfq: dict[str, Any] | None = None, **sections: Any) -> list[Finding]:
    head = {"id": "R", "title": "T", "version": "1", "language": "en", "issued": "2026-12-01"}
    data = {
        "schema": "pliego/v1",
        "rfq": {**head, "buyer": {"name": "B", "country": buyer}, **(rfq or {})},
        "workloads": {"chat": {"task": {"kind": "text-generation", "mode": "online"}}},
        **sections,
    }
    return list(check_protection(Spec.model_validate(data), CATALOG))


def codes(**more: Any) -> list[str]:
    return [finding.code for finding in found(**more)]


def test_codes_and_sets_become_countries() -> None:
    assert expanded(["EEA"], CATALOG.regions) >= {"NO", "IS", "LI", "DE"}
    assert expanded(["UK"], CATALOG.regions) == {"GB"}
    assert expanded(None, CATALOG.regions) == frozenset()


def test_copies_where_no_backup_may_be_contradict_each_other() -> None:
    backup = {"copies": {"must": 2, "sites": ["US"]}}
    assert codes(backup=backup, data_residency={"storage": ["ES"]}) == ["P460"]
    assert codes(backup={"copies": {"must": 2, "sites": ["EU"]}}, data_residency={"backups": ["ES", "FR"]}) == ["P461"]
    assert codes(backup={"copies": {"must": 2, "sites": ["ES"]}}, data_residency={"backups": ["EEA"]}) == []


def test_support_from_farther_away_than_processing_is_told() -> None:
    assert codes(data_residency={"processing": ["EEA"], "support_access": ["EEA", "IN"]}) == ["P462"]
    assert codes(data_residency={"processing": ["ES"], "support_access": ["EEA"]}) == []


@pytest.mark.parametrize(
    ("place", "wanted"), [("EEA", []), ("CH", []), ("US", ["P464"]), ("IN", ["P463"]), ("GB", []), ("KE", ["P463"])]
)
def test_personal_data_outside_the_eea_need_something_to_rest_on(place: str, wanted: list[str]) -> None:
    assert codes(data_residency={"personal_data": True, "processing": [place]}) == wanted
    assert codes(data_residency={"personal_data": False, "processing": [place]}) == []


def test_a_buyer_elsewhere_has_other_law() -> None:
    assert codes(buyer="US", data_residency={"personal_data": True, "processing": ["US"]}) == []


def test_a_scheme_that_nobody_can_hold_is_no_mandatory_requirement() -> None:
    never = next(row for row in CATALOG.certificates if row.never_mandatory)
    assert codes(operation={"certificates": {"must": ["ISO/IEC 27001", never.name]}}) == ["P465"]
    assert codes(operation={"certificates": {"prefer": [never.name]}}) == []


@pytest.mark.parametrize(("value", "told"), [("139999 EUR", False), ("140000 EUR", True), ("300000 USD", False)])
def test_the_value_is_held_against_the_thresholds_of_the_day(value: str, told: bool) -> None:
    assert (codes(rfq={"estimated_value": value}) == ["P466"]) == told


@pytest.mark.parametrize(
    ("terms", "told"),
    [
        ({"notice": "90 d"}, True),
        ({"notice": "60 d"}, False),
        ({"transition": "45 d"}, True),
        ({"retrieval": "14 d"}, True),
        ({"retrieval": "30 d"}, False),
    ],
)
def test_terms_of_exit_are_held_against_the_data_act(terms: dict[str, str], told: bool) -> None:
    findings = found(operation={"exit": terms})
    assert [finding.code for finding in findings] == (["P467"] if told else [])
    assert all(finding.severity == "warning" for finding in findings)
