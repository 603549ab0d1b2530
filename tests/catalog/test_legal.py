"""Certificates, dated rules and adequacy: dates decide, and proposals are never law."""

from datetime import date

import pytest

from pliego.catalog import load_catalog

CATALOG = load_catalog()


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
