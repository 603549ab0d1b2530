import pytest

from pliego.catalog import load_catalog
from pliego.catalog.architecture import Architecture
from pliego.findings import Finding
from pliego.workflow.catalog_listing import KINDS, find_row, list_rows


@pytest.mark.parametrize("kind", KINDS)
def test_a_list_has_ids_and_days(kind: str) -> None:
    rows = list_rows(kind)
    assert rows
    assert all(row["id"] and row["as_of"] for row in rows)
    assert len({tuple(row) for row in rows}) == 1


def test_names_are_matched_whatever_their_case() -> None:
    assert [row["id"] for row in list_rows("accelerators", "H100-sxm")] == ["nvidia-h100-sxm-80gb"]
    assert all("qwen3" in row["id"].lower() for row in list_rows("models", "Qwen3-"))
    assert list_rows("models", "no such model") == ()


def test_key_figures_of_a_model_and_of_an_accelerator() -> None:
    (model,) = list_rows("models", "meta-llama/Llama-3.1-8B")
    assert (model["parameters"], model["layers"], model["understood"]) == (8_030_261_248, 32, True)
    (card,) = list_rows("accelerators", "amd-mi250x")
    assert card["basis"] == "estimate"
    assert card["visible_low_gib"] < card["visible_high_gib"] < 64


def test_one_row_whole_by_id_name_or_alias() -> None:
    for name in ("nvidia-h100-sxm-80gb", "H100 SXM 80GB", "h100-sxm-80gb"):
        row = find_row("accelerators", name)
        assert not isinstance(row, Finding)
        assert row["id"] == "nvidia-h100-sxm-80gb"
        assert {"sources", "conflicts", "unverified", "as_of"} <= set(row)
    model = find_row("models", "meta-llama/Llama-3.1-8B-Instruct")
    assert not isinstance(model, Finding)
    assert (model["id"], model["understood"]) == ("meta-llama/Llama-3.1-8B", True)


def test_a_model_that_is_not_understood_says_why() -> None:
    refused = [row for row in load_catalog().models() if not isinstance(row.reading, Architecture)]
    for model in refused[:2]:
        row = find_row("models", model.id)
        assert not isinstance(row, Finding)
        assert row["understood"] is False
        assert all(one["field"] and one["reason"] for one in row["not_understood"])
        (listed,) = [one for one in list_rows("models", model.id) if one["id"] == model.id]
        assert row["not_understood"][0]["field"] in listed["reason"]


@pytest.mark.parametrize(
    ("kind", "name", "hint"),
    [
        ("models", "meta-llama/Llama-3.1-8B-Instrct", "did you mean meta-llama/Llama-3.1-8B-Instruct"),
        ("accelerators", "H100-SMX-80GB", "did you mean H100-SXM-80GB"),
        ("formats", "pf16", "fp16"),
        ("engines", "zzz", "`pliego catalog engines` lists all of them"),
    ],
)
def test_an_unknown_name_gets_the_nearest_known_one(kind: str, name: str, hint: str) -> None:
    found = find_row(kind, name)
    assert isinstance(found, Finding)
    assert found.code == "P406"
    assert name in found.message
    assert hint in (found.hint or "")


def test_a_name_that_several_licences_share_names_them_all() -> None:
    found = find_row("licences", "modified-mit")
    assert isinstance(found, Finding)
    assert (found.hint or "").startswith("several texts go by this name: mistral-modified-mit-2025, ")


@pytest.mark.parametrize(("name", "row_id"), [("ISO 27001", "iso-27001"), ("ENS", "ens"), ("BSI C5", "c5")])
def test_a_certificate_by_the_name_that_people_use(name: str, row_id: str) -> None:
    row = find_row("certificates", name)
    assert not isinstance(row, Finding)
    assert row["id"] == row_id


def test_rules_are_listed_with_what_they_say_and_by_their_act() -> None:
    rows = list_rows("rules", "data act")
    assert {row["act"] for row in rows} == {"Data Act"}
    assert all(row["statement"].endswith(".") for row in rows)
