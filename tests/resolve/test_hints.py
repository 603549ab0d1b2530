import pytest

from pliego.catalog import load_catalog
from pliego.resolve.hints import did_you_mean, same_but_for_typing


def hint(name: str) -> str | None:
    return did_you_mean(name, same_but_for_typing(name, load_catalog().model_names()))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("meta-llama/llama-3.1-8b-instruct", "meta-llama/Llama-3.1-8B-Instruct"),
        ("Qwen/Qwen2.5-VL-7B-Instuct", "Qwen/Qwen2.5-VL-7B-Instruct"),
        ("metallama/Llama-3.1-8B", "meta-llama/Llama-3.1-8B"),
    ],
)
def test_a_slip_names_what_was_meant(name: str, meant: str) -> None:
    assert meant in (hint(name) or "")


@pytest.mark.parametrize(
    "name", ["Qwen/Qwen2.5-VL-32B-Instruct", "meta-llama/Llama-3.1-9B", "Qwen/Qwen2.5-VL-3B-Instruct"]
)
def test_another_size_or_kind_is_another_model_and_not_proposed(name: str) -> None:
    assert hint(name) is None


def test_a_catalog_of_many_names_is_searched_quickly() -> None:
    assert same_but_for_typing("org/" + "a" * 250, load_catalog().model_names()) == ()
