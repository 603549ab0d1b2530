"""Licences against the use that a buyer has in mind."""

from typing import Any, ClassVar

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
    findings, _ = check("meta-llama/Llama-4-Scout-17B-16E-Instruct", COMMERCIAL, "US", "DE US")
    assert [one.facts["places"] for one in findings if one.code == "P453"] == ["DE"]
    assert "P453" not in codes("meta-llama/Llama-4-Scout-17B-16E-Instruct", COMMERCIAL, "US", "NO US")


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
    plain = dict.fromkeys(("use_limits", "licence_copies", "licensee"))
    assert kinds == {"attribution": "Built with Llama", **plain}
    _, adapted = check("meta-llama/Llama-3.1-8B-Instruct", COMMERCIAL, adapts=True)
    assert {duty.kind: duty.text for duty in adapted}["derivative_name"] == "Llama"


def test_of_several_licences_each_duty_stands_once() -> None:
    first, second = (Duty("licensee", name, "2026-01-01", verified=True) for name in "ab")
    assert merged((first, second)) == (first,)


def test_terms_that_were_not_read_are_not_known() -> None:
    findings, _ = check("Lightricks/LTX-Video", COMMERCIAL)
    (finding,) = (one for one in findings if one.code == "P469")
    assert "unverified" in finding.message


def test_use_inside_a_company_is_refused_where_the_text_counts_it_as_commercial() -> None:
    assert "P450" in codes("mistralai/Mistral-Large-Instruct-2407", {"use": "internal"})
    assert "P450" not in codes("jinaai/jina-embeddings-v3", {"use": "internal"})


def test_a_use_that_is_not_stated_is_asked_for() -> None:
    assert codes("Qwen/Qwen2.5-3B-Instruct", {"users": "internal"}) == ["P468"]


@pytest.mark.parametrize(("revenue", "wanted"), [(9_999_999, "P456"), (10_000_000, "P454"), (4_999_999, None)])
def test_some_thresholds_count_from_their_value_on(revenue: int, wanted: str | None) -> None:
    found = codes("LiquidAI/LFM2-1.2B", {"use": "commercial", "annual_revenue": f"{revenue} USD"})
    assert found == ([wanted] if wanted else [])


class TestBusinesses:
    """Some licences ask more of whoever offers the model as a service: the host, or a buyer with clients."""

    RIGHTS: ClassVar = {"use": "commercial", "monthly_active_users": 5, "annual_revenue": "30000000 USD"}

    def test_a_threshold_for_a_business_does_not_refuse_a_buyer_who_is_not_in_it(self) -> None:
        found = codes("moonshotai/Kimi-K3", {**self.RIGHTS, "users": "internal"})
        assert "P454" not in found
        assert "P471" in found

    def test_it_refuses_one_who_is(self) -> None:
        assert "P454" in codes("moonshotai/Kimi-K3", {**self.RIGHTS, "users": "third-parties"})

    def test_a_business_that_needs_a_licence_whatever_its_size(self) -> None:
        rights = {**self.RIGHTS, "users": "third-parties"}
        assert {"P470", "P471"} <= set(codes("LGAI-EXAONE/K-EXAONE-236B-A23B", rights))
        assert "P470" not in codes("LGAI-EXAONE/K-EXAONE-236B-A23B", self.RIGHTS)

    def test_unverified_it_does_not_refuse(self) -> None:
        assert "P470" not in codes("Qwen/Qwen3.8-Flash-Next", {**self.RIGHTS, "users": "third-parties"})

    def test_whether_products_compete_is_a_question_to_the_buyer(self) -> None:
        findings, _ = check("naver-hyperclovax/HyperCLOVAX-SEED-Vision-Instruct-3B", self.RIGHTS)
        (finding,) = (one for one in findings if one.code == "P471")
        assert "asked of the buyer, if it offers a product that competes" in finding.message


def test_a_place_of_use_excludes_where_the_model_may_run() -> None:
    found = codes("tencent/Hunyuan-A13B-Instruct", COMMERCIAL, "CH", "DE NO")
    assert "P472" in found
    assert "P472" not in codes("tencent/Hunyuan-A13B-Instruct", COMMERCIAL, "CH", "NO CH")


def test_the_union_has_parts_with_codes_of_their_own() -> None:
    regions = CATALOG.regions
    stated = Rights.model_validate(COMMERCIAL)
    use = Use(stated, "RE", frozenset({"RE"}), frozenset())
    sets = {code: regions.reach(code) for code in regions.sets}
    findings, _ = check_licences("meta-llama/Llama-4-Scout-17B-16E-Instruct", use, CATALOG.licences, sets, ())
    assert "P452" in {finding.code for finding in findings}


def test_sources_that_differ_are_said() -> None:
    findings, _ = check("MiniMaxAI/MiniMax-M2.5", COMMERCIAL)
    (finding,) = (one for one in findings if one.code == "P473")
    assert "modified MIT" in finding.message
    assert "P473" in codes("MiniMaxAI/MiniMax-M2.5", None)


def test_a_doubt_on_whose_licence_it_is_makes_the_fact_unverified() -> None:
    """The text of the licence was read, but that the model is under it was read in a secondary source."""
    findings, duties = check("stabilityai/stable-diffusion-3.5-large", {**COMMERCIAL, "annual_revenue": "2000000 USD"})
    assert sorted(one.code for one in findings) == ["P455", "P474"]
    assert all("unverified" in one.message for one in findings)
    assert not any(duty.verified for duty in duties)
