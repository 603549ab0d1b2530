import struct
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.catalog import load_catalog
from pliego.catalog.architecture import Architecture, GroupedQueryAttention, LatentAttention, MixtureOfExperts
from pliego.catalog.checkpoint import Checkpoint
from pliego.intake.config_json import ConfigError
from pliego.intake.gguf_header import read_gguf

TYPES = load_catalog().gguf_types
F32, Q8_0, Q4_K, Q6_K = 0, 8, 12, 14

LLAMA: dict[str, Any] = {
    "general.architecture": "llama",
    "llama.block_count": 2,
    "llama.context_length": 8192,
    "llama.embedding_length": 256,
    "llama.feed_forward_length": 512,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": [2, 2],
    "llama.attention.layer_norm_rms_epsilon": 1e-5,
    "llama.rope.dimension_count": 64,
    "llama.rope.freq_base": 500000.0,
    "llama.vocab_size": 1000,
    "tokenizer.ggml.tokens": [f"token {number}" for number in range(1000)],
    "tokenizer.ggml.scores": [0.0] * 5000,
}
TENSORS = {
    "token_embd.weight": ((256, 1000), Q4_K),
    "blk.0.attn_q.weight": ((256, 256), Q4_K),
    "blk.0.ffn_down.weight": ((512, 256), Q6_K),
    "blk.0.attn_norm.weight": ((256,), F32),
    "output.weight": ((256, 1000), Q6_K),
}


def text(value: str) -> bytes:
    return struct.pack("<Q", len(value.encode())) + value.encode()


def value(content: object) -> bytes:
    if isinstance(content, bool):
        return struct.pack("<I?", 7, content)
    if isinstance(content, int):
        return struct.pack("<II", 4, content)
    if isinstance(content, float):
        return struct.pack("<If", 6, content)
    if isinstance(content, str):
        return struct.pack("<I", 8) + text(content)
    assert isinstance(content, list)
    items = [value(one) for one in content]
    kind = items[0][:4] if items else struct.pack("<I", 4)
    return struct.pack("<I", 9) + kind + struct.pack("<Q", len(items)) + b"".join(one[4:] for one in items)


def stored(
    pairs: Mapping[str, object], tensors: Mapping[str, tuple[tuple[int, ...], int]] | None = None, version: int = 3
) -> bytes:
    listed = TENSORS if tensors is None else tensors
    content = b"GGUF" + struct.pack("<IQQ", version, len(listed), len(pairs))
    content += b"".join(text(key) + value(one) for key, one in pairs.items())
    for name, (shape, kind) in listed.items():
        content += text(name) + struct.pack("<I", len(shape)) + struct.pack(f"<{len(shape)}Q", *shape)
        content += struct.pack("<IQ", kind, 0)
    return content


def read(pairs: Mapping[str, object], **rest: Any) -> Checkpoint:
    return read_gguf(stored(pairs, **rest), TYPES)


def architecture(pairs: Mapping[str, object], **rest: Any) -> Architecture:
    found = read(pairs, **rest)
    assert found.architecture is not None, found.reading
    return found.architecture


def refused(pairs: Mapping[str, object]) -> set[str]:
    found = read(pairs).reading
    assert isinstance(found, tuple)
    return {refusal.field for refusal in found}


def test_sizes_are_exact_by_type() -> None:
    found = read(LLAMA)
    q4, q6 = 144 / 256, 210 / 256
    assert dict(found.bytes_by_group) == {
        "embedding": 256_000 * q4,
        "attention": 65_536 * q4,
        "mlp": 131_072 * q6,
        "norms": 1024,
        "lm_head": 256_000 * q6,
    }
    assert found.total_bytes == sum(size for _, size in found.bytes_by_group)
    assert found.number_formats[0][0] == "Q6_K"


def test_the_architecture_is_read_by_way_of_a_configuration() -> None:
    found = architecture(LLAMA)
    attention = found.layers[0].attention
    assert isinstance(attention, GroupedQueryAttention)
    assert (attention.heads, attention.kv_heads, attention.head_dim) == (4, 2, 64)
    assert (found.vocabulary, found.tied, found.max_positions) == (1000, False, 8192)


def test_without_an_output_matrix_the_head_is_the_embedding() -> None:
    assert architecture(LLAMA, tensors={"token_embd.weight": ((256, 1000), Q4_K)}).tied


def test_the_vocabulary_is_the_number_of_tokens() -> None:
    assert architecture({**LLAMA, "llama.vocab_size": 7}).vocabulary == 1000


def test_a_mixture_in_a_file_that_calls_itself_llama_is_no_dense_model() -> None:
    found = architecture({**LLAMA, "llama.expert_count": 8, "llama.expert_used_count": 2})
    experts = found.layers[0].feed_forward
    assert isinstance(experts, MixtureOfExperts)
    assert (experts.experts, experts.active, experts.intermediate) == (8, 2, 512)


def renamed(name: str, **more: object) -> dict[str, object]:
    pairs = {key.replace("llama.", f"{name}."): one for key, one in LLAMA.items()}
    return {
        **pairs,
        "general.architecture": name,
        **{f"{name}.{key.replace('__', '.')}": one for key, one in more.items()},
    }


def test_windows_of_gemma_follow_the_family() -> None:
    found = architecture(renamed("gemma3", block_count=6, attention__sliding_window=512, attention__head_count_kv=2))
    kinds = [layer.attention for layer in found.layers]
    assert [bool(one.window) for one in kinds if isinstance(one, GroupedQueryAttention)] == [True] * 5 + [False]


LATENT: dict[str, object] = {
    "attention__head_count_kv": 1,
    "attention__kv_lora_rank": 512,
    "attention__q_lora_rank": 96,
    "attention__key_length_mla": 192,
    "attention__value_length_mla": 128,
    "expert_count": 8,
    "expert_used_count": 2,
    "expert_shared_count": 1,
    "expert_feed_forward_length": 64,
    "leading_dense_block_count": 1,
}


def test_a_latent_cache_is_read_as_one() -> None:
    latent = architecture(renamed("deepseek2", **LATENT)).layers[0].attention
    assert isinstance(latent, LatentAttention)
    assert (latent.cached_width, latent.nope_dim) == (576, 128)


def test_a_file_that_makes_the_engine_cache_full_heads_is_refused() -> None:
    old = renamed("deepseek2", **{key: one for key, one in LATENT.items() if "mla" not in key})
    assert refused(old) == {"deepseek2.attention.key_length_mla"}


@pytest.mark.parametrize(
    ("pairs", "field"),
    [
        ({**LLAMA, "general.architecture": "newest"}, "general.architecture"),
        ({}, "general.architecture"),
        ({**LLAMA, "llama.ssm.state_size": 128}, "ssm_state_size"),
        ({**LLAMA, "llama.attention.sliding_window": 128}, "sliding_window"),
        ({**LLAMA, "llama.attention.head_count_kv": [2, 1]}, "num_key_value_heads"),
        ({**LLAMA, "llama.block_count": 0}, "num_hidden_layers"),
    ],
)
def test_what_is_not_understood_is_refused_by_name(pairs: dict[str, object], field: str) -> None:
    assert field in refused(pairs)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"GGML", "begin as a GGUF"),
        (stored({}, version=1), "version 1"),
        (stored(LLAMA)[:200], "cut off"),
        (stored({}, {"w": ((3,), Q8_0)}), "blocks of 32"),
        (stored({}, {"w": ((3,), 99)}), "type 99"),
        (stored({}, {"w": ((1,) * 9, F32)}), "9 dimensions"),
        (b"GGUF" + struct.pack("<IQQ", 3, 1 << 62, 0), "larger than"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<I", 77), "unknown type 77"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQ", 9, 9, 1), "unknown type 9"),
        (b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + text("k") + struct.pack("<IIQ", 9, 8, 1 << 50), "cut off"),
    ],
)
def test_a_header_that_contradicts_itself_is_refused(content: bytes, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        read_gguf(content, TYPES)


@given(st.binary(max_size=300))
def test_any_bytes_behind_the_magic_give_sizes_or_a_reason(content: bytes) -> None:
    try:
        read_gguf(b"GGUF\x03\x00\x00\x00" + content, TYPES)
    except ConfigError as fault:
        reason = str(fault)
    else:
        reason = "read"
    assert reason
