"""Price and award: shares, parameters of formulas, sums of money."""

import pytest

from pliego.spec.award_rules import _NEEDS
from pliego.spec.rules import check_rules
from pliego.spec.source import Data


def told(**parts: Data) -> list[tuple[str, str]]:
    return [(finding.code, finding.hint or "") for finding in check_rules(dict(parts))]


SHARES: dict[str, Data] = {"price": "60 %", "quality": "40 %"}


def test_shares_are_a_whole() -> None:
    assert told(evaluation={"formula": "eu", "shares": SHARES}) == []
    thirds: dict[str, Data] = {"price": "33.3 %", "quality": "66.7 %"}
    assert told(evaluation={"formula": "eu", "shares": thirds}) == []
    short: dict[str, Data] = {"price": "60 %", "quality": "30 %"}
    assert told(evaluation={"formula": "eu", "shares": short}) == [("P332", "write 40 % for 'quality'")]


@pytest.mark.parametrize("formula", _NEEDS)
def test_a_formula_needs_its_parameters_and_has_no_others(formula: str) -> None:
    values: dict[str, Data] = {
        "shares": SHARES,
        "ceiling": "100000 EUR",
        "euro_per_point": "250 EUR",
        "corridor": "10 %",
        "saturation": "5 %",
    }
    needed = {key: values[key] for key in _NEEDS[formula]}
    assert told(evaluation={"formula": formula, **needed}) == []
    assert {code for code, _ in told(evaluation={"formula": formula})} == ({"P333"} if needed else set())
    surplus = set(values) - set(needed) - {"ceiling"}
    assert len(told(evaluation={"formula": formula, **values})) == len(surplus)


def test_an_amount_of_two_thousand_million_is_shown_with_separators() -> None:
    findings = check_rules({"rfq": {"issued": "2026-12-01", "estimated_value": "2000000000 GBP"}})
    assert [finding.message for finding in findings] == ["the amount is 2,000,000,000 GBP"]
