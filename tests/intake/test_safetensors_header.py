import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pliego.intake.config_json import ConfigError
from pliego.intake.safetensors_header import header_length, is_index, parse_header, read_index

TENSORS: dict[str, Any] = {
    "__metadata__": {"format": "pt"},
    "model.embed_tokens.weight": {"dtype": "BF16", "shape": [100, 8], "data_offsets": [0, 1600]},
    "model.layers.0.self_attn.q_proj.weight": {"dtype": "F8_E4M3", "shape": [8, 8], "data_offsets": [1600, 1664]},
    "model.layers.0.mlp.experts.0.up_proj.weight": {"dtype": "F4", "shape": [3, 3], "data_offsets": [1664, 1669]},
    "lm_head.weight": {"dtype": "BF16", "shape": [100, 8], "data_offsets": [1669, 3269]},
}


def stored(header: object) -> bytes:
    content = json.dumps(header).encode()
    return len(content).to_bytes(8, "little") + content


def test_sizes_are_exact_by_group() -> None:
    found = parse_header(stored(TENSORS) + b"data that is not looked at")
    assert dict(found.bytes_by_group) == {"embedding": 1600, "attention": 64, "experts": 5, "lm_head": 1600}
    assert found.total_bytes == 3269
    assert found.parameters == 800 + 64 + 9 + 800
    assert found.number_formats[0] == ("BF16", 3200)


def test_weights_that_are_packed_are_not_counted_as_values() -> None:
    packed = {"model.layers.0.mlp.down_proj.qweight": {"dtype": "I32", "shape": [8, 8], "data_offsets": [0, 256]}}
    found = parse_header(stored(packed))
    assert found.parameters is None
    assert found.total_bytes == 256


def changed(**changes: object) -> object:
    return {"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8], **changes}}


@pytest.mark.parametrize(
    ("header", "reason"),
    [
        ([], "begin as a safetensors"),
        ({}, "lists no tensor"),
        ({"w": 1}, "no object"),
        (changed(dtype="F31"), "'F31'"),
        (changed(dtype=None), "no type"),
        (changed(shape="2"), "no type or no shape"),
        (changed(shape=[-2]), "no type or no shape"),
        (changed(shape=[10**30]), "no type or no shape"),
        (changed(shape=[True, 2]), "no type or no shape"),
        (changed(shape=[3]), "8 bytes, which its shape does not make"),
        (changed(data_offsets=[8, 0]), "no place"),
        (changed(data_offsets=[0]), "no place"),
        (changed(shape=[1] * 17), "no type or no shape"),
    ],
)
def test_a_header_that_contradicts_itself_is_refused(header: object, reason: str) -> None:
    with pytest.raises(ConfigError, match=reason):
        parse_header(stored(header))


def test_a_header_that_is_cut_off_is_refused() -> None:
    with pytest.raises(ConfigError, match="cut off"):
        parse_header(stored(TENSORS)[:40])


def test_an_enormous_header_is_none() -> None:
    assert header_length((1 << 40).to_bytes(8, "little") + b"{") is None


@given(st.binary(max_size=300))
def test_any_bytes_behind_a_length_give_sizes_or_a_reason(content: bytes) -> None:
    try:
        parse_header((len(content) + 1).to_bytes(8, "little") + b"{" + content)
    except ConfigError as fault:
        reason = str(fault)
    else:
        reason = "read"
    assert reason


def test_an_index_gives_the_bytes_of_all_weights() -> None:
    index = {
        "metadata": {"total_size": 16060522496},
        "weight_map": {"lm_head.weight": "model-00004-of-00004.safetensors"},
    }
    assert is_index(index)
    assert read_index(index).total_bytes == 16_060_522_496


@pytest.mark.parametrize("metadata", [None, {}, {"total_size": "1"}, {"total_size": True}, {"total_size": -1}])
def test_an_index_without_a_size_is_refused(metadata: object) -> None:
    with pytest.raises(ConfigError, match="total_size"):
        read_index({"metadata": metadata, "weight_map": {}})
