"""Places that make data cross a border, and codes that are misread."""

from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.findings import Finding
from pliego.resolve.residency import check_places
from pliego.spec.models import Spec


def found(**residency: Any) -> list[Finding]:
    data = {
        "schema": "pliego/v1",
        "rfq": {"id": "R", "title": "T", "version": "1", "language": "en", "issued": "2026-12-01"},
        "workloads": {"chat": {"task": {"kind": "text-generation", "mode": "online"}}},
        "data_residency": residency,
    }
    return list(check_places(Spec.model_validate(data), load_catalog().regions))


def codes(**more: Any) -> list[str]:
    return [finding.code for finding in found(**more)]


@pytest.mark.parametrize(
    ("lists", "wanted"),
    [
        ({"storage": ["ES"], "processing": ["US"]}, ["P460"]),
        ({"storage": ["ES"], "backups": ["US"]}, ["P460"]),
        ({"processing": ["ES"], "backups": ["US", "CA"]}, ["P460"]),
        ({"processing": ["EEA"], "logs": ["IN"]}, ["P460"]),
        ({"storage": ["EEA"], "logs": ["IN"]}, ["P460"]),
        ({"processing": ["EEA"], "storage": ["UK"]}, ["P460"]),
        ({"storage": ["EEA"], "processing": ["ES", "US"]}, ["P475"]),
        ({"storage": ["EEA"], "keys": ["CH"]}, ["P475"]),
        ({"storage": ["EEA"], "backups": ["ES", "US"]}, ["P461"]),
        ({"storage": ["ES"], "backups": ["EEA"]}, ["P461"]),
        ({"storage": ["ES"], "processing": ["EEA"]}, []),
        ({"storage": ["EEA"], "backups": ["ES"]}, []),
        ({"storage": ["EEA"]}, []),
        ({"storage": {"prefer": ["ES"]}, "processing": ["US"]}, []),
    ],
)
def test_lists_that_share_no_place_contradict_each_other_and_single_places_are_told(
    lists: dict[str, Any], wanted: list[str]
) -> None:
    assert codes(**lists) == wanted


def test_the_finding_stands_at_the_entry_or_at_the_list() -> None:
    (finding,) = found(storage=["EEA"], processing=["ES", "US"])
    assert finding.path == ("data_residency", "processing", "must", 1)
    assert finding.message == "US is allowed for processing, but is none of the places for storage: EEA"
    (finding,) = found(storage=["ES"], backups=["US", "CA"])
    assert finding.path == ("data_residency", "backups")
    assert finding.message == "backups may be in US, CA only, but storage in ES only: no place is in both"


@pytest.mark.parametrize(
    ("code", "part"),
    [("RE", "Outermost regions of France"), ("GL", "Danish"), ("DACH", "no category of data protection")],
)
def test_a_code_that_is_often_misread_is_explained_once(code: str, part: str) -> None:
    (finding,) = found(storage=[code], processing=[code])
    assert (finding.code, finding.severity) == ("P476", "notice")
    assert part in finding.message
    assert "as of 2026-11-30" in finding.message


@pytest.mark.parametrize("code", ["EEA", "EU", "ES", "CH", "GB", "EEA_OR_ADEQUATE_FULL"])
def test_a_plain_code_is_not(code: str) -> None:
    assert codes(storage=[code]) == []


def test_parts_of_the_union_are_within_it_and_overseas_territories_are_not() -> None:
    assert not {"P460", "P475"} & set(codes(storage=["EEA"], processing=["RE"]))
    assert "P460" in codes(storage=["EEA"], processing=["GL"])
