"""The types of number formats: how weights and cached values are stored, and what loads them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from pliego.catalog.architecture import ParameterGroup

Capability: TypeAlias = tuple[int, int]
"""A CUDA compute capability, for example (8, 9)."""


@dataclass(frozen=True, slots=True)
class BlockType:
    """How a GGUF file stores a block of values. `narrow_bits` holds for rows that are no multiple of 256."""

    name: str
    bits: float
    narrow_bits: float


LayerRange: TypeAlias = Literal["all", "more", "middle", "first_eighth", "first_sixteenth", "first_4", "first_2"]
"""Which layers a rule is for. `more`: the first and the last eighth, and every third of those between."""

MixRole: TypeAlias = Literal["value", "query_key", "attention_output", "fused", "down", "gate_up", "experts"]
"""Which matrices a rule is for; `down` and `gate_up` also mean those of experts; `fused` is one
matrix for queries, keys and values, as in layers that keep a state."""


@dataclass(frozen=True, slots=True)
class MixRule:
    """Another block type for some matrices of some layers. `wide`: four query heads or more for each key-value head."""

    block: BlockType
    layers: LayerRange
    wide: bool


@dataclass(frozen=True, slots=True)
class Mix:
    """The block types of a GGUF file: of most matrices, of embedding and output, and the exceptions by role."""

    base: BlockType
    embedding: BlockType
    output: BlockType
    rules: Mapping[MixRole, tuple[MixRule, ...]]


@dataclass(frozen=True, slots=True)
class Loading:
    """Which cards an engine loads a format on.

    Attributes:
        nvidia_from: least compute capability that loads it, None where no NVIDIA card does.
        native_from: least compute capability that multiplies in it; below it the weights only take less room.
        nvidia_before: first compute capability that does not load it any more, None where there is none.
        also: other kinds of accelerators (`amd`, `intel`, `cpu`, `other`).

    """

    nvidia_from: Capability | None
    native_from: Capability | None
    nvidia_before: Capability | None
    also: tuple[str, ...]


Feature: TypeAlias = Literal["experts", "state", "latent", "window"]
"""What an architecture has: routed experts, layers that keep a state, latent attention, layers with a window."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Parameter groups that published checkpoints leave at 16 bit in architectures that have all these features."""

    features: tuple[Feature, ...]
    groups: tuple[ParameterGroup, ...]


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """A number format of weights, of cached values, or of both.

    Attributes:
        id: the name in a spec.
        name: the name in a document.
        weights: whether weights are stored in it; otherwise only a cache is.
        bits_per_weight: bits of a quantised weight, scales and zero points included.
        bits_of_other_values: bits of parameters that the format leaves alone.
        bits_per_cache_value: bits of a cached key or value, None where no cache is stored in it.
        scope: what it applies to: `all` tensors alike, `linear` layers, `experts` alone, or after a `gguf` mix.
        towers: whether it also applies to linear layers of encoders for images and sound.
        mix: block types of a GGUF file.
        kept: what published checkpoints leave at 16 bit beyond that, by features of the architecture.
        expert_multiple: the intermediate size of routed experts on a rank is filled up to a multiple of this.
        floor: whether it leaves out what every real file has beside the weights.
        native_as: names under which accelerators list it.
        loads: by engine, the cards on which it is loaded.
        caches: by engine, the cards on which a cache is kept in it.

    """

    id: str
    name: str
    weights: bool
    bits_per_weight: float
    bits_of_other_values: int
    bits_per_cache_value: float | None
    scope: Literal["all", "linear", "experts", "gguf"]
    towers: bool
    mix: Mix | None
    kept: tuple[Kept, ...]
    expert_multiple: int
    floor: bool
    native_as: tuple[str, ...]
    loads: Mapping[str, Loading]
    caches: Mapping[str, Loading]
    sources: tuple[str, ...]
    as_of: str

    @property
    def uniform(self) -> bool:
        """Whether every value has the same width."""
        return self.scope == "all"
