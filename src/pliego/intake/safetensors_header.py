"""The header of a safetensors file, or the index of several: from bytes to exact sizes, safely."""

from math import prod
from typing import Any, Final

from pliego.catalog.checkpoint import Checkpoint, StoredTensor, bytes_by_group
from pliego.intake.config_json import ConfigError, parse_config

LENGTH_BYTES: Final = 8
"""A file begins with the length of its header, little endian."""

MOST_HEADER: Final = 100_000_000
"""What the format allows for a header."""

_LARGEST: Final = 1 << 60
_MOST_DIMENSIONS: Final = 16

_BITS: Final = {
    "BOOL": 8,
    "U8": 8,
    "I8": 8,
    "F8_E4M3": 8,
    "F8_E5M2": 8,
    "F8_E8M0": 8,
    "U16": 16,
    "I16": 16,
    "F16": 16,
    "BF16": 16,
    "U32": 32,
    "I32": 32,
    "F32": 32,
    "U64": 64,
    "I64": 64,
    "F64": 64,
    "C64": 64,
    "F4": 4,
    "F6_E2M3": 6,
    "F6_E3M2": 6,
}
"""Bits of a value by the name of its type (safetensors 0.6)."""

_PACKED: Final = ("U8", "I32", "U32", "I64")
"""Types in which formats of a few bits store several weights in one value."""


def header_length(first: bytes) -> int | None:
    """Return the bytes of the header if these first nine bytes may begin a safetensors file."""
    length = int.from_bytes(first[:LENGTH_BYTES], "little")
    begins = first[LENGTH_BYTES : LENGTH_BYTES + 1] == b"{"
    return length if begins and 2 <= length <= MOST_HEADER else None


def parse_header(content: bytes) -> Checkpoint:
    """Return what the header of a safetensors file says; only its length and the header are looked at.

    Raises:
        ConfigError: it is cut off, no JSON, or a tensor's bytes do not agree with its shape.

    """
    length = header_length(content[: LENGTH_BYTES + 1])
    if length is None:
        raise ConfigError("it does not begin as a safetensors file does")
    if len(content) < LENGTH_BYTES + length:
        raise ConfigError(f"the header of {length} bytes is cut off")
    header = parse_config(content[LENGTH_BYTES : LENGTH_BYTES + length], MOST_HEADER)
    tensors, formats = [], dict[str, int]()
    for name, entry in header.items():
        if name == "__metadata__":
            continue
        tensor, kind = _tensor(name, entry)
        tensors.append(tensor)
        formats[kind] = formats.get(kind, 0) + tensor.size
    if not tensors:
        raise ConfigError("the header lists no tensor")
    packed = any(tensor.packed for tensor in tensors)
    return Checkpoint(
        "safetensors",
        sum(tensor.size for tensor in tensors),
        bytes_by_group(tensors),
        None if packed else sum(tensor.values for tensor in tensors),
        tuple(sorted(formats.items(), key=lambda item: -item[1])),
    )


def _tensor(name: str, entry: Any) -> tuple[StoredTensor, str]:
    kind, shape, offsets = _entry(name, entry)
    values = prod(shape)
    size = offsets[1] - offsets[0]
    if kind not in _BITS:
        raise ConfigError(f"the type {kind[:20]!r} of the tensor {name[:60]!r} is not known")
    if size != -(-values * _BITS[kind] // 8):
        raise ConfigError(f"the tensor {name[:60]!r} has {size} bytes, which its shape does not make")
    return StoredTensor(name, values, size, kind in _PACKED and name.endswith(("qweight", "packed", "qzeros"))), kind


def _entry(name: str, entry: Any) -> tuple[str, list[int], list[int]]:
    shown = name[:60]
    if not isinstance(entry, dict):
        raise ConfigError(f"the entry of the tensor {shown!r} is no object")
    kind = entry.get("dtype")
    shape, offsets = _whole(entry.get("shape")), _whole(entry.get("data_offsets"))
    if not isinstance(kind, str) or shape is None or len(shape) > _MOST_DIMENSIONS:
        raise ConfigError(f"the tensor {shown!r} has no type or no shape")
    if offsets is None or len(offsets) != 2 or offsets[0] > offsets[1]:
        raise ConfigError(f"the tensor {shown!r} has no place in the file")
    return kind, shape, offsets


def _whole(values: object) -> list[int] | None:
    """Return a list of whole numbers from 0, None for anything else."""
    if not isinstance(values, list):
        return None
    return values if all(type(one) is int and 0 <= one <= _LARGEST for one in values) else None


def is_index(value: dict[str, Any]) -> bool:
    """Say whether a JSON object is the index of a checkpoint in several files."""
    return isinstance(value.get("weight_map"), dict)


def read_index(value: dict[str, Any]) -> Checkpoint:
    """Return what an index says: the bytes of all tensors.

    Raises:
        ConfigError: it does not state them.

    """
    metadata = value.get("metadata")
    total = metadata.get("total_size") if isinstance(metadata, dict) else None
    total = int(total) if isinstance(total, float) and total.is_integer() else total
    if type(total) is not int or not 0 < total <= _LARGEST:
        raise ConfigError("the index has no metadata.total_size")
    return Checkpoint("safetensors index", total)
