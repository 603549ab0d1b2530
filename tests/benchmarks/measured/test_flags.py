"""Flags as rows of measurements list them."""

import pytest

from measured.flags import Flags, read_flags

SILENT = Flags(
    None,
    unified=False,
    full_windows=False,
    encoder_tokens=None,
    decode_context_parallel=1,
    expert_parallel=False,
    text_only=False,
)


@pytest.mark.parametrize(
    ("text", "name", "value"),
    [
        ("mla 2; flash_attn off", "flash_attention", False),
        ("split-mode row; flash_attn", "flash_attention", True),
        ("kv_unified; flash_attn", "unified", True),
        ("flash_attn; kv_unified false", "unified", False),
        ("flash_attn; swa-full", "full_windows", True),
        ("mm_encoder_budget=16384 tok/1 image", "encoder_tokens", 16384),
        ("limit image=0; mm_encoder_budget=16384 tok/1 image", "encoder_tokens", 0),
        ("language_model_only; mm_encoder_budget=16384", "encoder_tokens", 0),
        ("language_model_only", "text_only", True),
        ("decode_context_parallel_size=8", "decode_context_parallel", 8),
        ("enable_expert_parallel", "expert_parallel", True),
    ],
)
def test_a_flag_sets_what_it_names(text: str, name: str, value: object) -> None:
    assert getattr(read_flags(text), name) == value


@pytest.mark.parametrize("text", ["", "enable_prefix_caching=False; attn=FLASH_ATTN", "limit image=2 audio=0"])
def test_other_flags_are_passed_over(text: str) -> None:
    assert read_flags(text) == SILENT
