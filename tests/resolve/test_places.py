from collections.abc import Callable
from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.findings import Finding
from pliego.resolve.places import resolve_regions
from pliego.spec.models import Spec
from pliego.workflow.composition import Composition


def places(storage: Any, **sections: Any) -> tuple[set[str], tuple[Finding, ...]]:
    spec = Spec.model_validate(
        {
            "schema": "pliego/v1",
            "rfq": {"id": "1", "title": "t", "version": "1", "language": "en", "issued": "2026-12-01"},
            "workloads": {"chat": {"task": {"kind": "text-generation", "mode": "online"}}},
            "data_residency": {"storage": storage},
            **sections,
        }
    )
    found, findings = resolve_regions(spec, load_catalog().regions)
    return set(found), findings


def test_countries_and_sets_are_found() -> None:
    assert places({"must": ["EEA"], "prefer": ["ES", "NO"]}) == ({"EEA", "ES", "NO"}, ())


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        ("EWR", "did you mean EEA?"),
        ("Europe", "did you mean EEA?"),
        ("UE", "did you mean EU?"),
        ("es", "did you mean ES?"),
        ("Norway", "did you mean NO?"),
        ("ZZ", "ISO 3166-1"),
    ],
)
def test_an_unknown_code_is_an_error_with_what_was_meant(code: str, hint: str) -> None:
    _, findings = places(["ES", code])
    assert findings[0].code == "P403"
    assert findings[0].path == ("data_residency", "storage", "must", 1)
    assert hint in (findings[0].hint or "")


def test_uk_is_read_as_gb_and_said() -> None:
    found, findings = places(["UK"])
    assert found == {"UK"}
    assert findings[0].code == "P404"
    assert findings[0].hint == "write GB"


def test_a_place_within_another_of_the_same_list_is_noted() -> None:
    _, findings = places(["EU", "EEA"])
    assert (findings[0].code, findings[0].severity) == ("P405", "notice")
    assert findings[0].facts["code"] == "EU"


def test_preferred_places_and_sites_of_copies_are_looked_at() -> None:
    _, findings = places({"prefer": ["XX"]}, backup={"copies": {"must": 2, "sites": ["YY"]}})
    assert [finding.path for finding in findings] == [
        ("data_residency", "storage", "prefer", "value", 0),
        ("backup", "copies", "sites", "must", 0),
    ]


@pytest.mark.parametrize(("country", "wanted"), [("ES", []), ("UK", ["P404"]), ("EL", ["P404"]), ("ZZ", ["P403"])])
def test_the_country_of_the_buyer_is_a_country(country: str, wanted: list[str]) -> None:
    rfq = {"id": "1", "title": "t", "version": "1", "language": "en", "issued": "2026-12-01"}
    _, findings = places(["EEA"], rfq={**rfq, "buyer": {"name": "B", "country": country}})
    assert [finding.code for finding in findings] == wanted
    assert all(finding.path == ("rfq", "buyer", "country") for finding in findings)


def test_countries_of_users_are_looked_at() -> None:
    chat = {"task": {"kind": "text-generation", "mode": "online"}, "rights": {"territories": ["ES", "UK", "ZZ"]}}
    _, findings = places(["EEA"], workloads={"chat": chat})
    assert [(finding.code, finding.path[-1]) for finding in findings] == [("P404", 1), ("P403", 2)]


@pytest.mark.parametrize(
    "lists",
    [
        "storage: [EEA], processing: [QQ]",
        "storage: [QQ], processing: [EEA]",
        "storage: {must: [EEA], prefer: [QQ]}",
        "processing: [EEA], support_access: [QQ, ES]",
    ],
)
def test_of_a_place_that_is_unknown_nothing_follows(chat: Callable[..., Composition], lists: str) -> None:
    made = chat("", f"data_residency: {{personal_data: true, {lists}}}\n")
    codes = {finding.code for finding in made.findings}
    assert "P403" in codes
    assert codes <= {"P403", "P463"}
    assert not [finding for finding in made.findings if finding.code == "P463" and "QQ" in finding.message]
