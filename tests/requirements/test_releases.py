"""Releases as buyers write them."""

import pytest

from pliego.requirements.releases import Release, read_release


@pytest.mark.parametrize(
    ("text", "name", "version"),
    [
        ("570", "", "570"),
        ("v0.17", "", "0.17"),
        (">= 570.86", "", "570.86"),
        ("vLLM 0.17", "vLLM", "0.17"),
        ("vLLM >= 0.17", "vLLM", "0.17"),
        ("vLLM ≥0.17.0rc1", "vLLM", "0.17.0rc1"),
        ("TensorRT-LLM 1.0", "TensorRT-LLM", "1.0"),
        ("Ubuntu Server v24.04", "Ubuntu Server", "24.04"),
    ],
)
def test_a_release_is_a_name_and_a_version(text: str, name: str, version: str) -> None:
    assert read_release(text) == Release(name, version)


@pytest.mark.parametrize(
    "text", ["latest", "", "R570", "vLLM < 0.17", "== 570", "PyTorch 2.8, CUDA 12.8", "0.17 0.18 x"]
)
def test_what_is_no_release_from_which_later_ones_count_is_not_read(text: str) -> None:
    assert read_release(text) is None


@pytest.mark.parametrize(
    ("first", "second", "later"),
    [
        ("0.17", "0.9", True),
        ("0.9", "0.17", False),
        ("0.17", "0.17.0", False),
        ("0.17.1", "0.17", True),
        ("vLLM 0.17", "VLLM 0.16", True),
        ("vLLM 0.17", "SGLang 0.16", None),
        ("0.17rc1", "0.17", None),
        ("0.17rc1", "0.16", True),
    ],
)
def test_releases_are_compared_by_their_numbers(first: str, second: str, later: bool | None) -> None:
    one, other = read_release(first), read_release(second)
    assert one is not None
    assert other is not None
    assert one.is_later_than(other) is later
