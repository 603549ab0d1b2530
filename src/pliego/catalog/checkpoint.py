"""What the header of a weight file says: exact bytes by group, and an architecture where the file has one."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from pliego.catalog.architecture import Architecture, ConfigReading, ParameterGroup


@dataclass(frozen=True, slots=True)
class StoredTensor:
    """A tensor in a file: its name, number of values and bytes; `packed` values are several in one."""

    name: str
    values: int
    size: int
    packed: bool = False


@dataclass(frozen=True, slots=True)
class TensorType:
    """How a GGUF file stores values of a type: `values` of them in `size` bytes."""

    name: str
    values: int
    size: int


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """The weights in a file, or in the files that an index lists.

    Attributes:
        form: what was read. An index tells the bytes in all, and no tensor's size.
        total_bytes: bytes of all tensors.
        bytes_by_group: the same by parameter group; empty for an index.
        parameters: values stored, None where several are packed in one or where only bytes are known.
        number_formats: names of the types of tensors by the bytes stored in each, largest first.
        reading: the architecture in a GGUF file, or the reasons against it; None where a file has none.

    """

    form: Literal["safetensors", "safetensors index", "gguf"]
    total_bytes: int
    bytes_by_group: tuple[tuple[ParameterGroup, int], ...] = ()
    parameters: int | None = None
    number_formats: tuple[tuple[str, int], ...] = ()
    reading: ConfigReading | None = None

    @property
    def architecture(self) -> Architecture | None:
        """The architecture, where the file has one that is understood."""
        return self.reading if isinstance(self.reading, Architecture) else None


ModelReading: TypeAlias = ConfigReading | Checkpoint
"""What a file named as a model's configuration reads as."""

_NAMES: Final[tuple[tuple[ParameterGroup, str], ...]] = (
    ("projector", r"multi_modal_projector|mm_projector|embed_vision|^mm\."),
    ("vision", r"vision|visual|^v\."),
    ("audio", r"audio|^a\."),
    ("router", r"(mlp|moe|mixer|feed_forward)\.(gate|router)\.|router|shared_expert_gate|ffn_gate_inp|e_score"),
    ("norms", r"norm|Norm|\.ln_"),
    ("shared_experts", r"shared_expert|_shexp"),
    ("experts", r"experts?\.|_exps"),
    ("linear_attention_or_ssm", r"linear_attn|mamba|mixer\.(in_proj|out_proj|conv1d|A_log|D|dt_bias)|\.ssm_"),
    ("lm_head", r"lm_head|embed_out|^output\.(weight|bias|scales)"),
    ("embedding", r"embed|wte|wpe|token_embd|position_embd|token_types"),
    ("attention", r"attn|attention|mixer\.[qkvo]_proj"),
    ("mlp", r"mlp|ffn|feed_forward|mixer\.(up|down)_proj|intermediate|output\.dense|dense_(h|4h)_to|fc[12]"),
    ("head", r"pooler|classifier|score"),
)
"""Parts of tensor names by group, in the order in which they are tried."""

_GROUPS: Final = tuple((group, re.compile(pattern)) for group, pattern in _NAMES)


def group_of(name: str) -> ParameterGroup:
    """Return the group of a tensor by its name, as published models, and GGUF files, name them."""
    return next((group for group, pattern in _GROUPS if pattern.search(name)), "other")


def bytes_by_group(tensors: Iterable[StoredTensor]) -> tuple[tuple[ParameterGroup, int], ...]:
    """Return the bytes of each group."""
    sums: dict[ParameterGroup, int] = {}
    for tensor in tensors:
        group = group_of(tensor.name)
        sums[group] = sums.get(group, 0) + tensor.size
    return tuple(sums.items())
