"""Certificates, dated rules and adequacy: dates decide, and proposals are never law."""

import json
import os
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pliego.catalog import load_catalog

CATALOG = load_catalog()
COLLECTED = os.environ.get("PLIEGO_FACTS")
needs_facts = pytest.mark.skipif(not COLLECTED, reason="no collection of facts here; PLIEGO_FACTS names its folder")


def collected(name: str) -> Any:
    """Return a file of the collection that the shipped facts were taken from."""
    return json.loads((Path(COLLECTED or "") / name).read_bytes())


def test_a_proposal_never_holds() -> None:
    proposals = [row for row in CATALOG.dated_rules.values() if row.status == "proposal"]
    assert proposals
    assert not [row.id for row in proposals if row.holds_on(date(2030, 1, 1))]


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("data-act-notice", date(2025, 9, 11), date(2025, 9, 12)),
        ("data-act-switching-charges-zero", date(2027, 1, 11), date(2027, 1, 12)),
        ("procurement-threshold-central-supplies-services", date(2028, 1, 1), date(2026, 1, 1)),
    ],
)
def test_a_rule_holds_from_its_day_and_to_its_day(rule: str, before: date, after: date) -> None:
    row = CATALOG.dated_rules[rule]
    assert not row.holds_on(before)
    assert row.holds_on(after)


def test_what_nobody_can_hold_yet_is_marked() -> None:
    assert {row.id for row in CATALOG.certificates if row.never_mandatory}
    assert not next(row for row in CATALOG.certificates if row.id == "iso-27001").never_mandatory


def test_adequacy_has_its_conditions() -> None:
    assert CATALOG.adequacy["CH"].conditions is None
    assert CATALOG.adequacy["US"].status == "litigated"
    assert CATALOG.adequacy["GB"].expires == date(2031, 12, 27)
    assert "DE" not in CATALOG.adequacy


def test_every_row_has_a_day_and_a_grade() -> None:
    for row in (*CATALOG.certificates, *CATALOG.dated_rules.values()):
        assert row.as_of
        assert row.grade in "VSKC"


def test_a_rule_says_what_it_rules_and_when_it_matters() -> None:
    for row in CATALOG.dated_rules.values():
        assert row.statement.endswith("."), row.id
        assert row.act, row.id
        assert (row.applies == "never") <= (row.status == "proposal"), row.id


def test_a_certificate_says_what_proves_the_same_or_why_nothing_does() -> None:
    for row in CATALOG.certificates:
        assert row.equivalents or row.only_under, row.id


def test_sets_that_are_made_of_others_agree_with_them() -> None:
    regions = CATALOG.regions
    union, area = (frozenset(regions.sets[code].members) for code in ("EU", "EEA"))
    assert (len(union), area - union) == (27, {"IS", "LI", "NO"})
    assert area.isdisjoint(CATALOG.adequacy)
    adequate = frozenset(regions.sets["EU_ADEQUATE_FULL"].members) | set(
        regions.sets["EU_ADEQUATE_CONDITIONAL"].members
    )
    assert adequate == set(CATALOG.adequacy)
    assert set(regions.sets["EEA_OR_ADEQUATE_FULL"].members) == area | set(regions.sets["EU_ADEQUATE_FULL"].members)


@pytest.mark.parametrize(
    ("code", "within"), [("RE", True), ("AX", True), ("GL", False), ("SJ", False), ("CH", False), ("GB", False)]
)
def test_territories_that_are_often_misread(code: str, within: bool) -> None:
    territory = CATALOG.regions.territory(code)
    assert territory is not None
    assert territory.note.endswith(".")
    assert (code in CATALOG.regions.reach("EEA")) is within


def test_a_challenged_decision_says_how() -> None:
    for row in CATALOG.adequacy.values():
        assert row.decision, row.code
        assert row.status == "in_force" or row.note, row.code


@needs_facts
def test_licences_say_what_was_collected() -> None:
    for row in collected("licences.json")["licences"]:
        text = CATALOG.licences.texts[row["id"]]
        assert (text.kind, text.commercial_use, text.grade) == (row["kind"], row["commercial_use"], row["grade"])
        assert (text.hosted_service, text.as_of) == (row["hosted_service_counts_as_distribution"], row["as_of"])
        assert text.territory_excluded == tuple(row["territory_excluded"])
        limits = [(one["quantity"], one["value"], one["consequence"]) for one in row["thresholds"]]
        assert [(one.quantity, one.value, one.consequence) for one in text.thresholds] == limits
        assert [one.business is not None for one in text.thresholds] == ["only_if" in one for one in row["thresholds"]]


@needs_facts
def test_models_are_under_the_licences_that_were_collected() -> None:
    data = collected("model_licences.json")
    for name, row in data["models"].items():
        found = CATALOG.licences.models[name]
        assert (list(found.licences), list(found.inherits), found.grade) == (
            row["licences"],
            row["inherits"],
            row["grade"],
        )
    for alias, meant in data["aliases"].items():
        assert CATALOG.licences.models[alias].model == meant


@needs_facts
def test_places_certificates_and_rules_are_those_that_were_collected() -> None:
    places = collected("regions.json")
    for code, row in places["sets"].items():
        assert list(CATALOG.regions.sets[code].members) == row["members"]
    for row in places["adequacy"]:
        found = CATALOG.adequacy[row["code"]]
        assert (found.status, str(found.expires or "")) == (row["status"], row["expires"] or "")
        assert (found.decision, found.grade) == (row["decision"], row["grade"])
        assert (found.conditions is None) == (row["conditions"] is None)
    for row in collected("certifications.json")["certifications"]:
        known = next(one for one in CATALOG.certificates if one.id == row["id"])
        assert (known.status, known.never_mandatory, known.grade) == (
            row["status"],
            row["never_mandatory"],
            row["grade"],
        )
    for row in collected("eu_rules.json")["rules"]:
        rule = CATALOG.dated_rules[row["id"]]
        days = (str(rule.start) if rule.start else None, str(rule.end) if rule.end else None)
        assert (rule.status, rule.grade, *days) == (
            row["status"],
            row["grade"],
            row["in_force_from"],
            row["in_force_until"],
        )
