"""Licences: looked up by the id as written, all that hold at once, each fact with its grade."""

import pytest

from pliego.catalog import load_catalog

LICENCES = load_catalog().licences


@pytest.mark.parametrize(
    ("model", "licence", "commercial"),
    [
        ("Qwen/Qwen3-8B", "apache-2.0", "yes"),
        ("Qwen/Qwen2.5-3B-Instruct", "qwen-research-2024", "no"),
        ("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-license-2024", "conditional"),
        ("MiniMaxAI/MiniMax-M2.7", "minimax-m2.7-nc-2026", "no"),
    ],
)
def test_a_model_has_the_licence_of_its_own_id(model: str, licence: str, commercial: str) -> None:
    """Sizes and releases of one family differ: nothing is led back to a family."""
    found = LICENCES.of_model(model)
    assert found is not None
    assert found.licences == (licence,)
    assert LICENCES.texts[licence].commercial_use == commercial


def test_a_derived_model_keeps_the_licence_of_its_base() -> None:
    found = LICENCES.of_model("deepseek-ai/DeepSeek-R1-Distill-Llama-70B")
    assert found is not None
    assert found.all == ("mit", "llama-3.3-license-2024")


@pytest.mark.parametrize("name", ["qwen/qwen3-8b", "Qwen3-8B", "example/model", ""])
def test_an_id_that_is_not_listed_has_no_licence(name: str) -> None:
    assert LICENCES.of_model(name) is None


def test_no_model_names_a_licence_that_is_not_there() -> None:
    missing = {(row.model, one) for row in LICENCES.models.values() for one in row.all if one not in LICENCES.texts}
    assert missing == set()


def test_every_text_says_where_it_was_read_and_when() -> None:
    for row in LICENCES.texts.values():
        assert row.sources
        assert row.as_of
        assert row.grade in "VSKC"


def test_a_field_can_be_known_less_well_than_its_text() -> None:
    text = LICENCES.texts["minimax-community-2026"]
    assert text.is_verified("thresholds")
    assert not text.is_verified("use_restrictions_list")
