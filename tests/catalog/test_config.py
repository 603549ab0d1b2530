import pytest

from pliego.catalog.architecture import Architecture, ContextScaling, Refusal
from pliego.catalog.config import read_architecture

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


def refusals(**changes: object) -> dict[str, Refusal]:
    reading = read_architecture({**LLAMA, **changes})
    assert isinstance(reading, tuple)
    return {refusal.field: refusal for refusal in reading}


def test_a_published_configuration_reads_as_its_layers() -> None:
    architecture = read()
    assert len(architecture.layers) == 32
    attention = architecture.layers[0].attention
    assert (attention.heads, attention.kv_heads, attention.head_dim) == (32, 8, 128)
    assert architecture.layers[0].feed_forward.intermediate == 14336
    assert not architecture.tied
    assert architecture.scaling == ContextScaling("llama3", 8.0, 8192)


def test_the_head_dimension_is_explicit_or_derived() -> None:
    assert read(head_dim=64).layers[0].attention.head_dim == 64
    assert read(model_type="qwen3").layers[0].attention.head_dim == 128


def test_families_differ_in_what_they_leave_unsaid() -> None:
    assert read(model_type="qwen2").layers[0].attention.qkv_bias
    assert not read(model_type="qwen2").layers[0].attention.output_bias
    assert read(model_type="qwen3").layers[0].attention.query_norm == 128
    assert read(model_type="olmo2").layers[0].attention.query_norm == 4096
    assert read(model_type="cohere").tied
    assert read(model_type="cohere").layers[0].norms == 1
    assert read(attention_bias=True).layers[0].attention.output_bias
    assert read(mlp_bias=True).layers[0].feed_forward.bias


@pytest.mark.parametrize(
    ("changes", "field", "found"),
    [
        ({"model_type": "mixtral", "num_local_experts": 8}, "num_local_experts", "8"),
        ({"model_type": "deepseek_v3", "kv_lora_rank": 512}, "kv_lora_rank", "512"),
        ({"model_type": "mistral", "sliding_window": 4096}, "sliding_window", "4096"),
        ({"model_type": "mistral"}, "sliding_window", "absent"),
        ({"model_type": "gemma2", "sliding_window": 4096}, "sliding_window", "4096"),
        ({"model_type": "phi3", "sliding_window": 2047}, "sliding_window", "2047"),
        ({"model_type": "qwen2", "use_sliding_window": True}, "use_sliding_window", "True"),
        ({"layer_types": ["full_attention", "linear_attention"]}, "layer_types", "linear_attention"),
        ({"vision_config": {"depth": 32}}, "vision_config", "{'depth': 32}"),
        ({"quantization_config": {"quant_method": "awq"}}, "quantization_config.quant_method", "awq"),
        ({"model_type": "new_family"}, "model_type", "new_family"),
        ({"model_type": 7}, "model_type", "7"),
        ({"hidden_size": None}, "hidden_size", "None"),
        ({"num_hidden_layers": 10**9}, "num_hidden_layers", "1000000000"),
        ({"num_attention_heads": True}, "num_attention_heads", "True"),
        ({"num_key_value_heads": 5}, "num_key_value_heads", "5"),
        ({"num_attention_heads": 24}, "hidden_size", "4096"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(changes: dict[str, object], field: str, found: str) -> None:
    assert refusals(**changes)[field].found == found


def test_all_refusals_are_given_at_once() -> None:
    found = refusals(model_type="qwen3_next", num_experts=512, linear_num_value_heads=32)
    assert set(found) == {"model_type", "num_experts", "linear_num_value_heads"}


def test_a_window_that_is_switched_off_is_full_attention() -> None:
    assert read(model_type="qwen2", sliding_window=131072, use_sliding_window=False)


def test_fp8_checkpoints_are_understood() -> None:
    assert read(quantization_config={"quant_method": "fp8"})
