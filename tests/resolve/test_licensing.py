"""Licences against the use that a buyer has in mind."""

from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.findings import Finding
from pliego.resolve.licensing import Use, check_licences, merged
from pliego.resolve.model import Duty
from pliego.spec.sections.model import Rights

CATALOG = load_catalog()
SETS = {code: frozenset(one.members) for code, one in CATALOG.regions.sets.items()}


def check(
    model: str, rights: dict[str, Any] | None, buyer: str = "ES", hosts: str = "", *, adapts: bool = False
) -> tuple[tuple[Finding, ...], tuple[Duty, ...]]:
    stated = None if rights is None else Rights.model_validate(rights)
    users = frozenset(stated.territories or (buyer,)) if stated else frozenset((buyer,))
    use = Use(stated, buyer, users, frozenset(hosts.split()), adapts)
    return check_licences(model, use, CATALOG.licences, SETS, ("workloads", "chat"))


def codes(*args: Any, **more: Any) -> list[str]:
    return [finding.code for finding in check(*args, **more)[0]]


COMMERCIAL = {"use": "commercial", "monthly_active_users": 4000}


def test_an_open_licence_says_nothing() -> None:
    assert check("Qwen/Qwen3-8B", COMMERCIAL)[0] == ()


def test_a_licence_without_commercial_use_refuses_it() -> None:
    (finding,) = check("Qwen/Qwen2.5-3B-Instruct", COMMERCIAL)[0]
    assert (finding.code, finding.severity) == ("P450", "error")
    assert "as of 2024-09-19" in finding.message
    assert codes("Qwen/Qwen2.5-3B-Instruct", {"use": "research"}) == []


def test_internal_use_is_for_legal_to_decide() -> None:
    assert "P451" in codes("Qwen/Qwen2.5-3B-Instruct", {"use": "internal"})


@pytest.mark.parametrize(("buyer", "wanted"), [("ES", ["P452"]), ("NO", []), ("US", [])])
def test_a_licence_can_leave_out_licensees_of_the_union(buyer: str, wanted: list[str]) -> None:
    found = codes("meta-llama/Llama-3.2-11B-Vision-Instruct", COMMERCIAL, buyer)
    assert [code for code in found if code == "P452"] == wanted


def test_the_rule_on_territory_is_about_models_that_see() -> None:
    assert "P452" not in codes("meta-llama/Llama-3.2-3B", COMMERCIAL)


def test_a_host_in_the_union_needs_rights_of_its_own() -> None:
    found = codes("meta-llama/Llama-4-Scout-17B-16E-Instruct", COMMERCIAL, "US", "DE FR")
    assert "P453" in found
    assert "P453" not in codes("meta-llama/Llama-4-Scout-17B-16E-Instruct", COMMERCIAL, "US", "DE US")


@pytest.mark.parametrize(
    ("users", "wanted"),
    [(4000, []), (349_000_000, []), (350_000_000, ["P456"]), (700_000_000, ["P456"]), (700_000_001, ["P454"])],
)
def test_users_are_held_against_the_threshold(users: int, wanted: list[str]) -> None:
    found = codes("meta-llama/Llama-3.1-8B-Instruct", {"use": "commercial", "monthly_active_users": users})
    assert found == wanted


def test_a_threshold_that_cannot_be_checked_is_said() -> None:
    (finding,) = check("meta-llama/Llama-3.1-8B-Instruct", {"use": "commercial"})[0]
    assert (finding.code, finding.severity) == ("P457", "notice")
    assert "700,000,000 users a month" in finding.message


def test_revenue_is_compared_in_the_currency_of_the_licence() -> None:
    big = {"use": "commercial", "annual_revenue": "25000000 USD"}
    assert "P454" in codes("MiniMaxAI/MiniMax-M3", big)
    euro = {"use": "commercial", "annual_revenue": "25000000 EUR"}
    assert "P457" in codes("MiniMaxAI/MiniMax-M3", euro)


def test_a_licence_agreed_with_the_holder_goes_before() -> None:
    agreed = {"use": "commercial", "agreement": "LIC-2026-7"}
    assert check("Qwen/Qwen2.5-3B-Instruct", agreed) == ((), ())


def test_an_unknown_model_is_to_be_reviewed() -> None:
    (finding,) = check("example/model", COMMERCIAL)[0]
    assert (finding.code, finding.severity) == ("P458", "notice")


def test_without_rights_the_conditions_are_named() -> None:
    assert codes("meta-llama/Llama-2-70b-hf", None) == ["P468"]
    assert codes("Qwen/Qwen3-8B", None) == []
    assert codes("example/model", None) == []


def test_duties_are_values() -> None:
    _, duties = check("meta-llama/Llama-3.1-8B-Instruct", COMMERCIAL)
    kinds = {duty.kind: duty.text for duty in duties}
    assert kinds == {"attribution": "Built with Llama", "use_limits": None, "licensee": None}
    _, adapted = check("meta-llama/Llama-3.1-8B-Instruct", COMMERCIAL, adapts=True)
    assert {duty.kind: duty.text for duty in adapted}["derivative_name"] == "Llama"


def test_of_several_licences_each_duty_stands_once() -> None:
    first, second = (Duty("licensee", name, "2026-01-01", verified=True) for name in "ab")
    assert merged((first, second)) == (first,)
