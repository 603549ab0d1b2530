"""The header of a GGUF file, byte by byte: key-value pairs and the list of tensors (GGUF versions 2 and 3).

Long lists, such as the tokens of the vocabulary, are counted and not kept.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from typing import Final, TypeAlias

from pliego.catalog.checkpoint import StoredTensor, TensorType
from pliego.intake.config_json import ConfigError

MAGIC: Final = b"GGUF"
MOST_HEADER: Final = 200_000_000
"""Vocabularies of 260 thousand tokens with their merges take some 10 MB."""

_VERSIONS: Final = (2, 3)
_MOST_PAIRS: Final = 100_000
_MOST_TENSORS: Final = 1_000_000
_MOST_KEPT: Final = 4_096
_MOST_NAME: Final = 65_536
_LARGEST: Final = 1 << 60
_STRING: Final = 8
_ARRAY: Final = 9
_NUMBERS: Final = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
"""Formats of `struct` by the number of a value's type."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A list that was counted and not kept."""

    length: int


Value: TypeAlias = int | float | bool | str | Counted | tuple[int | float | bool, ...]


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """Key-value pairs, tensors, and the bytes of tensors by type."""

    pairs: Mapping[str, Value]
    tensors: tuple[StoredTensor, ...]
    formats: Mapping[str, int]


class _Cursor:
    """A place in the bytes that moves on with each value."""

    def __init__(self, content: bytes) -> None:
        self._content = content
        self._place = len(MAGIC)

    def number(self, kind: int) -> int | float | bool:
        """Return the next number of a type."""
        form = struct.Struct("<" + _NUMBERS[kind])
        begin = self._advance(form.size)
        value: int | float | bool = form.unpack_from(self._content, begin)[0]
        return value

    def length(self, most: int) -> int:
        """Return the next 64-bit count, which is at most `most`."""
        value = int(self.number(10))
        if value > most:
            raise ConfigError(f"a count of {value} is larger than {most}")
        return value

    def text(self) -> str:
        """Return the next text."""
        size = self.length(MOST_HEADER)
        begin = self._advance(size)
        return self._content[begin : begin + min(size, _MOST_NAME)].decode("utf-8", "replace")

    def value(self, kind: int) -> Value:
        """Return the next value of a type."""
        if kind == _STRING:
            return self.text()
        if kind == _ARRAY:
            return self._array()
        if kind not in _NUMBERS:
            raise ConfigError(f"a value of the unknown type {kind}")
        return self.number(kind)

    def _array(self) -> Value:
        kind, size = int(self.number(4)), self.length(_LARGEST)
        if kind == _STRING:
            for _ in range(size):
                self._advance(self.length(MOST_HEADER))
            return Counted(size)
        if kind not in _NUMBERS:
            raise ConfigError(f"a list of the unknown type {kind}")
        if size > _MOST_KEPT:
            self._advance(size * struct.calcsize("<" + _NUMBERS[kind]))
            return Counted(size)
        return tuple(self.number(kind) for _ in range(size))

    def _advance(self, size: int) -> int:
        begin = self._place
        if size > len(self._content) - begin:
            raise ConfigError("the header is cut off, or longer than is read")
        self._place += size
        return begin


def parse_gguf(content: bytes, types: Mapping[int, TensorType]) -> GgufHeader:
    """Return what the header says; the tensors' data may be missing.

    Raises:
        ConfigError: not this format, another version, cut off, or a type that is not known.

    """
    if content[: len(MAGIC)] != MAGIC:
        raise ConfigError("it does not begin as a GGUF file does")
    cursor = _Cursor(content)
    version = int(cursor.number(4))
    if version not in _VERSIONS:
        raise ConfigError(f"version {version} of GGUF is not known")
    number, pairs_number = cursor.length(_MOST_TENSORS), cursor.length(_MOST_PAIRS)
    pairs: dict[str, Value] = {}
    for _ in range(pairs_number):
        key = cursor.text()
        if key in pairs:
            raise ConfigError(f"the key {key[:60]!r} stands twice")
        pairs[key] = cursor.value(int(cursor.number(4)))
    tensors, formats = [], dict[str, int]()
    for _ in range(number):
        tensor, name = _tensor(cursor, types)
        tensors.append(tensor)
        formats[name] = formats.get(name, 0) + tensor.size
    return GgufHeader(pairs, tuple(tensors), formats)


def _tensor(cursor: _Cursor, types: Mapping[int, TensorType]) -> tuple[StoredTensor, str]:
    name, dimensions = cursor.text(), int(cursor.number(4))
    if dimensions > 8:
        raise ConfigError(f"the tensor {name[:60]!r} has {dimensions} dimensions")
    values = prod(cursor.length(_LARGEST) for _ in range(dimensions))
    number = int(cursor.number(4))
    cursor.number(10)  # where its data begins
    kind = types.get(number)
    if kind is None:
        raise ConfigError(f"the type {number} of the tensor {name[:60]!r} is not known")
    if values > _LARGEST or values % kind.values:
        raise ConfigError(f"the tensor {name[:60]!r} is not made of blocks of {kind.values}")
    return StoredTensor(name, values, values // kind.values * kind.size), kind.name
