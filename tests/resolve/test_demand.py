"""The load as numbers: images count where their tokens are known, and leave the input open where they are not."""

from collections.abc import Callable
from typing import Any

import pytest

from pliego.catalog import load_catalog
from pliego.catalog.architecture import Architecture
from pliego.resolve.demand import resolve_demand
from pliego.resolve.model import Lengths
from pliego.spec.models import Workload

IMAGES = {"per_request": 3, "max_pixels": 1_048_576}


@pytest.fixture
def asked() -> Callable[..., Workload]:
    def build(**parts: Any) -> Workload:
        task = {"kind": "text-generation", "mode": "online", "images": IMAGES}
        return Workload.model_validate({"task": task, "context": {"input": {"max": 1000}}, **parts})

    return build


def architecture(name: str) -> Architecture:
    row = load_catalog().model(name)
    assert row is not None
    assert isinstance(row.reading, Architecture)
    return row.reading


def test_images_add_their_tokens_to_the_input(asked: Callable[..., Workload]) -> None:
    demand = resolve_demand(asked(), ("workloads", "a"), None, architecture("Qwen/Qwen2.5-VL-7B-Instruct"))
    assert demand.images is not None
    assert demand.images_need is None
    assert demand.input.max == 1000 + demand.images.total


@pytest.mark.parametrize(
    ("parts", "known", "needs"),
    [
        ({}, None, ["id", "config"]),
        ({"model": {"id": "a/b"}}, None, ["config"]),
        ({}, "meta-llama/Llama-3.1-8B-Instruct", []),
    ],
)
def test_an_input_with_images_of_unknown_size_has_no_length(
    asked: Callable[..., Workload], parts: dict[str, Any], known: str | None, needs: list[str]
) -> None:
    """Text alone would be a request that is too short, and a cache that is too small."""
    demand = resolve_demand(asked(**parts), ("workloads", "a"), None, architecture(known) if known else None)
    assert demand.input == Lengths()
    assert demand.images_need is not None
    assert [path[-1] for path in demand.images_need] == needs
