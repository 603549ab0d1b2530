import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from pliego import catalog
from pliego.catalog import load_catalog
from pliego.catalog.architecture import (
    Architecture,
    ContextScaling,
    DenseMLP,
    GatedDelta,
    GroupedQueryAttention,
    LatentAttention,
    Mamba2,
    MixtureOfExperts,
    Refusal,
    Window,
)
from pliego.catalog.config import read_architecture
from pliego.catalog.fields import Fields

LLAMA = {
    "model_type": "llama",
    "hidden_size": 4096,
    "intermediate_size": 14336,
    "num_hidden_layers": 32,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "vocab_size": 128256,
    "max_position_embeddings": 131072,
    "rope_scaling": {"rope_type": "llama3", "factor": 8.0, "original_max_position_embeddings": 8192},
}


def read(**changes: object) -> Architecture:
    reading = read_architecture({**LLAMA, **changes})
    assert isinstance(reading, Architecture), reading
    return reading


def attention(**changes: object) -> GroupedQueryAttention:
    found = read(**changes).layers[0].attention
    assert isinstance(found, GroupedQueryAttention)
    return found


def mlp(**changes: object) -> DenseMLP:
    found = read(**changes).layers[0].feed_forward
    assert isinstance(found, DenseMLP)
    return found


def refusals(**changes: object) -> dict[str, Refusal]:
    reading = read_architecture({**LLAMA, **changes})
    assert isinstance(reading, tuple)
    return {refusal.field: refusal for refusal in reading}


def published(name: str) -> Architecture:
    row = load_catalog().model(name)
    assert row is not None
    assert isinstance(row.reading, Architecture), row.reading
    return row.reading


def test_a_published_configuration_reads_as_its_layers() -> None:
    architecture = read()
    assert len(architecture.layers) == 32
    assert (attention().heads, attention().kv_heads, attention().head_dim) == (32, 8, 128)
    assert mlp().intermediate == 14336
    assert not architecture.tied
    assert architecture.scaling == ContextScaling("llama3", 8.0, 8192)


def test_the_head_dimension_is_explicit_or_derived() -> None:
    assert attention(head_dim=64).head_dim == 64
    assert attention(model_type="qwen3").head_dim == 128


def test_families_differ_in_what_they_leave_unsaid() -> None:
    assert attention(model_type="qwen2").qkv_bias
    assert not attention(model_type="qwen2").output_bias
    assert attention(model_type="qwen3").query_norm == 128
    assert attention(model_type="olmo2").query_norm == 4096
    assert read(model_type="cohere").tied
    assert read(model_type="cohere").layers[0].norms == 1
    assert attention(attention_bias=True).output_bias
    assert mlp(mlp_bias=True).bias


def windows(architecture: Architecture) -> list[int]:
    kinds = [layer.attention for layer in architecture.layers]
    return [
        one.window.tokens if isinstance(one, GroupedQueryAttention) and one.window is not None else 0 for one in kinds
    ]


@pytest.mark.parametrize(
    ("changes", "first"),
    [
        ({"model_type": "mistral", "sliding_window": 2048}, [2048, 2048]),
        ({"model_type": "mistral"}, [4096, 4096]),
        ({"model_type": "mistral", "sliding_window": None}, [0, 0]),
        ({"model_type": "phi3", "sliding_window": 2047}, [2047, 2047]),
        ({"model_type": "gemma2", "sliding_window": 1024}, [1024, 0, 1024, 0]),
        ({"model_type": "gemma3_text", "sliding_window": 512}, [512, 512, 512, 512, 512, 0, 512]),
        ({"model_type": "cohere2", "sliding_window_pattern": 2}, [4096, 0, 4096, 0]),
        ({"model_type": "qwen2", "sliding_window": 131072, "use_sliding_window": False}, [0, 0]),
        (
            {"model_type": "qwen2", "sliding_window": 4096, "use_sliding_window": True, "max_window_layers": 1},
            [0, 4096, 4096],
        ),
    ],
)
def test_a_window_is_declared_in_the_way_of_the_family(changes: dict[str, object], first: list[int]) -> None:
    assert windows(read(**changes))[: len(first)] == first


def test_every_sixth_layer_of_gemma_3_sees_the_whole_sequence() -> None:
    assert windows(published("google/gemma-3-27b-it")).count(0) == 10


def test_chunks_are_no_windows() -> None:
    scout = published("meta-llama/Llama-4-Scout-17B-16E-Instruct")
    kinds = [layer.attention for layer in scout.layers]
    assert [one.window for one in kinds if isinstance(one, GroupedQueryAttention)][:4] == [
        Window(8192, chunked=True),
        Window(8192, chunked=True),
        Window(8192, chunked=True),
        None,
    ]


def test_a_latent_cache_is_not_one_of_full_heads() -> None:
    latent = published("deepseek-ai/DeepSeek-V3").layers[0].attention
    assert isinstance(latent, LatentAttention)
    assert latent.cached_width == 576


def test_the_first_layers_of_a_mixture_may_be_dense() -> None:
    layers = published("deepseek-ai/DeepSeek-V3").layers
    assert [type(layer.feed_forward) for layer in layers[:4]] == [DenseMLP, DenseMLP, DenseMLP, MixtureOfExperts]
    mixed = layers[3].feed_forward
    assert isinstance(mixed, MixtureOfExperts)
    assert (mixed.experts, mixed.active, mixed.shared) == (256, 8, DenseMLP(2048))


def test_hybrids_name_the_state_that_a_sequence_keeps() -> None:
    delta = published("Qwen/Qwen3-Next-80B-A3B-Instruct").layers[0].attention
    assert isinstance(delta, GatedDelta)
    assert (delta.state_values, delta.convolution_channels) == (32 * 128 * 128, 8192)
    mamba = published("nvidia/NVIDIA-Nemotron-Nano-9B-v2").layers[0].attention
    assert isinstance(mamba, Mamba2)
    assert mamba.state_values == 128 * 80 * 128


def test_a_tower_is_read_nested_as_published_and_flat() -> None:
    vision = {
        "hidden_size": 1152,
        "intermediate_size": 4304,
        "num_hidden_layers": 27,
        "num_attention_heads": 16,
        "image_size": 896,
        "patch_size": 14,
        "vision_use_head": False,
    }
    text = {
        "model_type": "gemma3_text",
        "hidden_size": 2560,
        "intermediate_size": 10240,
        "num_hidden_layers": 34,
        "sliding_window": 1024,
    }
    nested = read_architecture({"model_type": "gemma3", "text_config": text, "vision_config": vision})
    assert isinstance(nested, Architecture), nested
    flat = published("google/gemma-3-4b-it")
    assert nested.layers == flat.layers
    assert nested.towers == flat.towers
    assert nested.vocabulary == 262_208


@pytest.mark.parametrize(
    ("changes", "field", "found"),
    [
        ({"num_local_experts": 8}, "num_local_experts", "8"),
        ({"model_type": "qwen2", "num_experts": 60}, "num_experts", "60"),
        ({"kv_lora_rank": 512}, "kv_lora_rank", "512"),
        ({"sliding_window": 4096}, "sliding_window", "4096"),
        ({"local_window": 64}, "local_window", "64"),
        ({"attention_chunk_size": 8192}, "attention_chunk_size", "8192"),
        ({"layer_types": ["full_attention"] * 31 + ["linear_attention"]}, "layer_types", "linear_attention"),
        ({"layer_types": ["full_attention"] * 31}, "layer_types", None),
        ({"model_type": "gemma2", "layer_types": ["global"] * 32}, "layer_types", "global"),
        ({"vision_config": {"depth": 32}}, "vision_config", "an object of depth"),
        ({"mamba_d_state": 128}, "mamba_d_state", "128"),
        ({"model_type": "mixtral", "num_experts_per_tok": 2}, "num_local_experts", "absent"),
        ({"model_type": "mixtral", "num_local_experts": 8, "num_experts_per_tok": 9}, "num_experts_per_tok", "9"),
        ({"model_type": "qwen3_moe", "num_experts": 8, "num_experts_per_tok": 2}, "moe_intermediate_size", "absent"),
        ({"quantization_config": {"quant_method": "new"}}, "quantization_config.quant_method", "new"),
        ({"model_type": "new_family"}, "model_type", "new_family"),
        ({"model_type": 7}, "model_type", "7"),
        ({"hidden_size": None}, "hidden_size", "null"),
        ({"num_hidden_layers": 10**9}, "num_hidden_layers", "1000000000"),
        ({"num_attention_heads": True}, "num_attention_heads", "true"),
        ({"num_key_value_heads": 5}, "num_key_value_heads", "5"),
        ({"num_attention_heads": 24}, "hidden_size", "4096"),
        ({"attention_bias": "maybe"}, "attention_bias", "maybe"),
        ({"partial_rotary_factor": 2}, "partial_rotary_factor", "2"),
        ({"rope_parameters": {"partial_rotary_factor": "half"}}, "rope_parameters.partial_rotary_factor", "half"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(changes: dict[str, object], field: str, found: str | None) -> None:
    refusal = refusals(**changes)[field]
    assert found is None or refusal.found == found


@pytest.mark.parametrize(
    ("changes", "share"),
    [
        ({}, 1.0),
        ({"partial_rotary_factor": 0.5}, 0.5),
        ({"rope_parameters": {"rope_type": "default", "partial_rotary_factor": 0.25}}, 0.25),
    ],
)
def test_positions_may_rotate_a_share_of_a_head(changes: dict[str, object], share: float) -> None:
    assert read(**changes).rotary_share == share


def test_all_refusals_are_given_at_once() -> None:
    found = refusals(num_experts=512, linear_num_value_heads=32)
    assert {"num_experts", "linear_num_value_heads"} <= set(found)


def test_an_unknown_family_is_one_cause_and_one_refusal_that_names_what_it_announces() -> None:
    reading = read_architecture({**PLAIN, "model_type": "new_family", "num_experts": 512, "kv_lora_rank": 32})
    assert isinstance(reading, tuple)
    assert [refusal.field for refusal in reading] == ["model_type"]
    assert "it announces num_experts, kv_lora_rank" in reading[0].reason


def test_a_pipeline_of_several_models_is_refused_by_name() -> None:
    reading = read_architecture({"components": {"transformer": {}, "vae": {}}})
    assert isinstance(reading, tuple)
    assert [refusal.field for refusal in reading] == ["components"]


@pytest.mark.parametrize(
    ("quantization", "unquantised"),
    [
        ({"quant_method": "awq", "bits": 4, "group_size": 128}, ()),
        ({"quant_method": "fp8", "modules_to_not_convert": ["lm_head"]}, ("lm_head",)),
        (
            {"quant_method": "compressed-tensors", "ignore": ["lm_head", "re:.*self_attn.*"]},
            ("attention", "lm_head"),
        ),
        (
            {"quant_method": "modelopt", "ignore": [f"model.layers.{one}.self_attn*" for one in range(32)]},
            ("attention",),
        ),
        ({"quant_method": "fp8", "ignore": ["model.layers.0.mlp.down_proj"]}, ()),
    ],
)
def test_a_checkpoint_says_what_it_leaves_at_16_bit(quantization: dict[str, Any], unquantised: tuple[str, ...]) -> None:
    found = read(quantization_config=quantization).quantization
    assert found is not None
    assert found.method == quantization["quant_method"]
    assert found.unquantised == unquantised


PLAIN = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "vocab_size": 100,
    "max_position_embeddings": 4096,
}


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("tie_word_embeddings", "false", "tie_word_embeddings"),
        ("attention_bias", "true", "attention_bias"),
        ("layer_types", "full_attention", "layer_types"),
        ("layer_types", ["full_attention"], "layer_types"),
        ("torch_dtype", 16, "torch_dtype"),
        ("max_position_embeddings", "4096", "max_position_embeddings"),
        ("rope_scaling", "yarn", "rope_scaling"),
        ("rope_scaling", {"rope_type": 4, "factor": 4}, "rope_scaling.rope_type"),
        ("rope_scaling", {"type": "yarn", "factor": "4"}, "rope_scaling.factor"),
        ("rope_scaling", {"type": "yarn", "factor": -4}, "rope_scaling.factor"),
        ("rope_scaling", {"type": "yarn", "factor": True}, "rope_scaling.factor"),
        ("rope_scaling", {"type": "yarn", "factor": 1e308}, "rope_scaling.factor"),
        ("rope_scaling", {"type": "yarn", "factor": float("nan")}, "rope_scaling.factor"),
        ("rope_scaling", {"type": "yarn", "factor": 10**400}, "rope_scaling.factor"),
        (
            "rope_parameters",
            {"full_attention": {"rope_type": "yarn", "factor": 1, "original_max_position_embeddings": -5}},
            "rope_parameters.full_attention.original_max_position_embeddings",
        ),
        (
            "rope_scaling",
            {"type": "yarn", "factor": 1, "original_max_position_embeddings": 10**400},
            "rope_scaling.original_max_position_embeddings",
        ),
        ("quantization_config", {"quant_method": "gptq", "bits": "4"}, "quantization_config.bits"),
    ],
)
def test_a_value_of_the_wrong_kind_is_refused_by_name_and_not_read_as_absent(
    field: str, value: Any, named: str
) -> None:
    assert isinstance(read_architecture(PLAIN), Architecture)
    reading = read_architecture({**PLAIN, field: value})
    assert isinstance(reading, tuple)
    assert [refusal.field for refusal in reading] == [named]


MALFORMED = (-1, -0.5, float("nan"), float("inf"), 10**15, True, "many", [1], {"a": 1})
"""What no size, width, count, share or factor of a configuration can be."""

NO_GROUPS = -1
"""Published for a scale for each row: the one number below 0 that means something."""

Place: TypeAlias = tuple[str | int, ...]


def one_of_each_type() -> dict[str, dict[str, Any]]:
    files = sorted((Path(catalog.__file__).parent / "data" / "models").glob("*.json"))
    configs = (json.loads(file.read_bytes())["config"] for file in reversed(files))
    return {str(config.get("model_type")): config for config in configs}


EACH_TYPE = {
    name: config for name, config in one_of_each_type().items() if isinstance(read_architecture(config), Architecture)
}


def numbers(value: object, place: Place = ()) -> Iterator[Place]:
    """Yield where a number stands in a configuration; of a list its first one."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from numbers(one, (*place, key))
    elif isinstance(value, list) and value:
        yield from numbers(value[0], (*place, 0))
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield place


def with_value(config: dict[str, Any], place: Place, value: object) -> dict[str, Any]:
    changed = copy.deepcopy(config)
    holder: Any = changed
    for key in place[:-1]:
        holder = holder[key]
    holder[place[-1]] = value
    return changed


def is_refused_by_name(config: dict[str, Any], place: Place, value: object) -> bool:
    """Say whether a value is refused by the name of its field, or changes nothing because nobody reads it."""
    reading = read_architecture(with_value(config, place, value))
    if isinstance(reading, Architecture):
        return reading == read_architecture(config)
    name = [part for part in place if isinstance(part, str)][-1]
    return any(name in refusal.field or name in refusal.reason for refusal in reading)


@pytest.mark.parametrize("config", EACH_TYPE.values(), ids=EACH_TYPE)
def test_a_malformed_number_is_refused_by_name_wherever_it_is_read(config: dict[str, Any]) -> None:
    silent = [
        (place, value)
        for place in numbers(config)
        for value in MALFORMED
        if not is_refused_by_name(config, place, value) and not (place[-1] == "group_size" and value == NO_GROUPS)
    ]
    assert not silent


QUANTISED = {**LLAMA, "quantization_config": {"quant_method": "gptq", "bits": 4, "group_size": 128}}
SCALED = {**LLAMA, "rope_scaling": {"rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 32768}}
PACKED = {
    **LLAMA,
    "quantization_config": {
        "quant_method": "compressed-tensors",
        "config_groups": {"group_0": {"weights": {"num_bits": 4, "group_size": 32}}},
    },
}


@pytest.mark.parametrize("config", [QUANTISED, SCALED, PACKED], ids=["bits", "scaling", "groups of bits"])
def test_numbers_inside_a_part_are_refused_where_they_stand(config: dict[str, Any]) -> None:
    assert isinstance(read_architecture(config), Architecture)
    test_a_malformed_number_is_refused_by_name_wherever_it_is_read(config)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"quantization_config": {"quant_method": "gptq", "bits": -1}}, "quantization_config.bits"),
        ({"quantization_config": {"quant_method": "awq", "w_bit": 0}}, "quantization_config.w_bit"),
        ({"quantization_config": {"quant_method": "awq", "q_group_size": 1.5}}, "quantization_config.q_group_size"),
        ({"quantization_config": {"quant_method": "awq", "load_in_4bit": "x"}}, "quantization_config.load_in_4bit"),
        ({"rope_scaling": {"factor": -1}}, "rope_scaling.factor"),
        ({"rope_scaling": {"factor": 4.0}}, "rope_scaling.rope_type"),
        ({"rope_scaling": {"type": "default", "factor": -1}}, "rope_scaling.factor"),
        ({"num_hidden_layers": 0}, "num_hidden_layers"),
        ({"vocab_size": 0}, "vocab_size"),
        ({"num_key_value_heads": -8}, "num_key_value_heads"),
        ({"head_dim": -128}, "head_dim"),
    ],
)  # fmt: skip
def test_a_number_that_can_be_none_is_named(changes: dict[str, Any], field: str) -> None:
    assert field in refusals(**changes)


def test_scales_for_whole_rows_are_no_fault() -> None:
    quantization = read(quantization_config={"quant_method": "gptq", "bits": 4, "group_size": -1}).quantization
    assert quantization is not None
    assert (quantization.bits, quantization.group_size) == (4, None)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ({"transformer": {"a": 1}, "vae": {}}, "an object of transformer, vae"),
        ({}, "an empty object"),
        (["a" * 30, "b" * 30], "a list of 2"),
        (True, "true"),
        (None, "null"),
        ("x" * 50, "x" * 39 + "…"),
        (float("nan"), "NaN"),
    ],
)
def test_what_was_found_is_shown_as_the_file_has_it(value: object, shown: str) -> None:
    refused = Fields({})
    refused.refuse_at("field", value, "because")
    assert refused.refusals[0].found == shown
