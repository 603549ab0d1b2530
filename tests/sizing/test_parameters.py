import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pliego.catalog
from pliego.catalog import Catalog, load_catalog
from pliego.catalog.architecture import Architecture
from pliego.catalog.config import read_architecture
from pliego.sizing.parameters import (
    Part,
    count_parameters,
    part_groups,
    prediction_groups,
    tensor_groups,
    whole,
)

ROWS = Path(pliego.catalog.__file__).parent / "data" / "models"

EXCEPTIONS = {
    "stepfun-ai/Step-3.7-Flash": {"embedding", "lm_head"},  # counted with the class default of 128,815 rows
}


def counted() -> Iterator[Any]:
    """Yield the rows whose parameters were counted by instantiating the model."""
    for file in sorted(ROWS.glob("*.json")):
        row = json.loads(file.read_bytes())
        if "groups" in row["parameters"]:
            yield pytest.param(row, id=row["id"])


@pytest.mark.parametrize("row", tuple(counted()))
def test_the_formula_gives_the_published_parameters(catalog: Catalog, row: dict[str, Any]) -> None:
    """To the last parameter, group by group; where not, the row says why."""
    found = catalog.model(row["id"])
    assert found is not None
    assert isinstance(found.reading, Architecture)
    count = count_parameters(whole(found.reading))
    published = row["parameters"]["groups"]
    differs = {group for group in {*count.by_group, *published} if count.by_group.get(group) != published.get(group)}
    assert differs == EXCEPTIONS.get(row["id"], set())
    assert differs == set(row["parameters"].get("differs", ()))
    if not differs:
        assert count.total == row["parameters"]["total"]


def test_every_model_is_understood_but_pipelines() -> None:
    for row in load_catalog().models():
        assert isinstance(row.reading, Architecture) != (row.modality == "text-to-image"), row.id


OTHERS: list[tuple[str, dict[str, Any], int]] = [
    (
        "CodeLlama-7b",
        {
            "model_type": "llama",
            "hidden_size": 4096,
            "intermediate_size": 11008,
            "num_hidden_layers": 32,
            "num_attention_heads": 32,
            "num_key_value_heads": 32,
            "vocab_size": 32016,
        },
        6_738_546_688,
    ),
    (
        "phi-2",
        {
            "model_type": "phi",
            "hidden_size": 2560,
            "intermediate_size": 10240,
            "num_hidden_layers": 32,
            "num_attention_heads": 32,
            "vocab_size": 51200,
        },
        2_779_683_840,
    ),
    (
        "gemma-2b",
        {
            "model_type": "gemma",
            "hidden_size": 2048,
            "intermediate_size": 16384,
            "num_hidden_layers": 18,
            "num_attention_heads": 8,
            "num_key_value_heads": 1,
            "head_dim": 256,
            "vocab_size": 256000,
        },
        2_506_172_416,
    ),
    (
        "Qwen1.5-MoE-A2.7B",
        {
            "model_type": "qwen2_moe",
            "hidden_size": 2048,
            "intermediate_size": 5632,
            "num_hidden_layers": 24,
            "num_attention_heads": 16,
            "num_key_value_heads": 16,
            "num_experts": 60,
            "num_experts_per_tok": 4,
            "moe_intermediate_size": 1408,
            "shared_expert_intermediate_size": 5632,
            "vocab_size": 151936,
        },
        14_315_784_192,
    ),
    (
        "gemma-3-270m",
        {
            "model_type": "gemma3_text",
            "hidden_size": 640,
            "intermediate_size": 2048,
            "num_hidden_layers": 18,
            "num_attention_heads": 4,
            "num_key_value_heads": 1,
            "vocab_size": 262144,
            "sliding_window": 512,
        },
        268_098_176,
    ),
]
"""Models that are not in the catalog, with the totals of their published checkpoints."""


@pytest.mark.parametrize(("config", "total"), [pytest.param(config, total, id=name) for name, config, total in OTHERS])
def test_other_models_of_the_families_are_counted(config: dict[str, Any], total: int) -> None:
    reading = read_architecture(config)
    assert isinstance(reading, Architecture), reading
    assert count_parameters(whole(reading)).total == total


@pytest.mark.parametrize(
    ("name", "beside"),
    [
        ("Qwen/Qwen3.8-27B", 424_699_392),
        ("nvidia/NVIDIA-Nemotron-3-Super-120B-A12B-BF16", 2_942_324_736),
    ],
)
def test_layers_that_predict_tokens_are_what_checkpoints_store_beside_the_model(
    architecture: Callable[[str], Architecture], name: str, beside: int
) -> None:
    found = architecture(name)
    assert sum(group.parameters for group in prediction_groups(found)) == beside


def test_replicated_parts_make_the_sum_over_accelerators_larger(
    architecture: Callable[[str], Architecture],
) -> None:
    llama = architecture("meta-llama/Llama-3.1-70B")
    one, eight, sixteen = (count_parameters(whole(llama, size)) for size in (1, 8, 16))
    assert eight.attention * 8 == one.attention
    assert eight.norms == one.norms
    assert sixteen.attention * 16 > one.attention


def test_the_way_into_a_latent_cache_is_whole_on_each_accelerator(architecture: Callable[[str], Architecture]) -> None:
    deepseek = architecture("deepseek-ai/DeepSeek-V3")
    whole_groups = [group for group in tensor_groups(deepseek) if group.name == "attention" and group.units == 1]
    assert sum(group.parameters for group in whole_groups) == 61 * 7168 * (1536 + 576)
    assert all(group.held(8) == group.parameters for group in whole_groups)


def test_experts_are_divided_by_size_or_by_number(architecture: Callable[[str], Architecture]) -> None:
    experts = [group for group in tensor_groups(architecture("Qwen/Qwen3-30B-A3B")) if group.name == "experts"]
    assert {(group.units, group.experts) for group in experts} == {(768, 128)}
    assert experts[0].held(8) == experts[0].held(8, expert_parallel=True) == experts[0].parameters // 8
    assert experts[0].held(3, expert_parallel=True) == experts[0].parameters * 43 // 128


def test_a_tied_head_is_held_twice_where_stages_part_it(architecture: Callable[[str], Architecture]) -> None:
    tied = architecture("meta-llama/Llama-3.2-1B")
    first, last = count_parameters(Part(tied, 1, 0, 8)), count_parameters(Part(tied, 1, 8, 16))
    assert count_parameters(whole(tied)).head == 0
    assert first.embedding == last.head > 0


def test_stages_of_a_hybrid_hold_different_kinds_of_layers(architecture: Callable[[str], Architecture]) -> None:
    granite = architecture("ibm-granite/granite-4.0-h-small")
    first = {group.name for group in part_groups(Part(granite, 1, 0, 5))}
    second = {group.name for group in part_groups(Part(granite, 1, 5, 6))}
    assert "attention" not in first
    assert "linear_attention_or_ssm" not in second


def test_what_stays_at_16_bit_is_no_linear_layer(architecture: Callable[[str], Architecture]) -> None:
    count = count_parameters(whole(architecture("Qwen/Qwen2.5-VL-7B-Instruct")))
    assert count.linear == count.by_group["attention"] + count.by_group["mlp"] - 28 * (3584 + 2 * 512)
