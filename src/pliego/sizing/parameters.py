"""Parameters by group: of a whole architecture, or of the part that one accelerator holds."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, prod

from pliego.catalog.architecture import (
    Architecture,
    CachingAttention,
    GroupedQueryAttention,
    Layer,
    ParameterGroup,
    TensorKind,
    Tensors,
)
from pliego.sizing.tensors import layer_tensors


@dataclass(frozen=True, slots=True)
class Part:
    """What one accelerator holds: layers `first` to before `last`, shared by `tensor_parallel` of them.

    With `expert_parallel`, routed experts are divided by number among the same accelerators, not each of them.
    """

    architecture: Architecture
    tensor_parallel: int
    first: int
    last: int
    expert_parallel: bool = False

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers of this part."""
        return self.architecture.layers[self.first : self.last]

    @property
    def begins(self) -> bool:
        """Whether the embedding is here, with towers and an encoder."""
        return self.first == 0

    @property
    def ends(self) -> bool:
        """Whether the final norm, the head and the sampler are here."""
        return self.last == len(self.architecture.layers)


def whole(architecture: Architecture, tensor_parallel: int = 1) -> Part:
    """Return all layers, shared by `tensor_parallel` accelerators."""
    return Part(architecture, tensor_parallel, 0, len(architecture.layers))


@dataclass(frozen=True, slots=True)
class TensorGroup:
    """Tensors that count, quantise and divide alike.

    Attributes:
        name: the group they are counted in.
        kind: what they are to a number format.
        parameters: parameters of all of them together.
        units: equal parts that accelerators share: each holds ceil(units / tensor parallel) of them, so that
            one unit, and key-value heads below one for each accelerator, are held by all.
        experts: routed experts among which they are divided instead, 1 for what is no expert.

    """

    name: ParameterGroup
    kind: TensorKind
    parameters: int
    units: int
    experts: int = 1

    def held(self, tensor_parallel: int, *, expert_parallel: bool = False) -> int:
        """Return the parameters on each of the accelerators that share a layer (on the fullest of them)."""
        units = self.experts if expert_parallel and self.experts > 1 else self.units
        return ceil(units / tensor_parallel) * self.parameters // units


def tensor_groups(architecture: Architecture) -> tuple[TensorGroup, ...]:
    """Return all tensors of an architecture, grouped."""
    return part_groups(whole(architecture))


def part_groups(part: Part) -> tuple[TensorGroup, ...]:
    """Return the tensors of the layers of a part and of what stands before and after, not yet divided."""
    return _groups(part.architecture, part.first, part.last)


def prediction_groups(architecture: Architecture) -> tuple[TensorGroup, ...]:
    """Return the tensors of layers that predict further tokens: held only by an engine that drafts with them."""
    prediction = architecture.prediction
    if prediction is None:
        return ()
    layers = (one for layer in prediction.layers for one in layer_tensors(layer, architecture.hidden))
    return _gathered((*prediction.tensors, *layers))


@lru_cache(maxsize=256)
def _groups(architecture: Architecture, first: int, last: int) -> tuple[TensorGroup, ...]:
    part = Part(architecture, 1, first, last)
    found = [*_before(part), *_after(part)]
    for layer in part.layers:
        found += layer_tensors(layer, architecture.hidden)
    return _gathered(found)


def _gathered(tensors: Iterable[Tensors]) -> tuple[TensorGroup, ...]:
    sums: dict[tuple[ParameterGroup, TensorKind, int, int], int] = {}
    for one in tensors:
        experts = one.shape[0] if one.group == "experts" else 1
        key = (one.group, one.kind, one.units, experts)
        sums[key] = sums.get(key, 0) + one.count * prod(one.shape)
    return tuple(
        TensorGroup(group, kind, parameters, units, experts)
        for (group, kind, units, experts), parameters in sums.items()
        if parameters
    )


def _before(part: Part) -> Iterator[Tensors]:
    """Yield what stands before the first layer: embedding, other tables, towers and an encoder."""
    architecture = part.architecture
    if not part.begins:
        return
    rows, hidden = architecture.vocabulary, architecture.hidden
    yield Tensors("embedding", "embedding", (rows, hidden), units=rows)
    yield from architecture.before
    for tower in architecture.towers:
        yield from tower.tensors
    if architecture.encoder:
        yield from architecture.encoder.tensors
        for layer in architecture.encoder.layers:
            yield from layer_tensors(layer, hidden)


def _after(part: Part) -> Iterator[Tensors]:
    """Yield what stands after the last layer. A tied head is the embedding, except where stages part the two."""
    architecture = part.architecture
    if not part.ends:
        return
    if architecture.final_norms:
        yield Tensors("norms", "norm", (architecture.hidden,), architecture.final_norms)
    yield from architecture.after
    if architecture.head and not (architecture.tied and part.begins):
        rows = architecture.head_rows or architecture.vocabulary
        yield Tensors("lm_head", "head", (rows, architecture.hidden), units=rows)


@dataclass(frozen=True, slots=True)
class ParameterCount:
    """Parameters that one accelerator holds, by group and by what they are to a number format."""

    groups: tuple[tuple[ParameterGroup, int], ...]
    kinds: tuple[tuple[TensorKind, int], ...]

    @property
    def by_group(self) -> dict[ParameterGroup, int]:
        """Parameters of each group that the architecture has."""
        return dict(self.groups)

    @property
    def total(self) -> int:
        """All parameters."""
        return sum(number for _, number in self.groups)

    @property
    def embedding(self) -> int:
        """Tables of tokens, positions and types."""
        return self.by_group.get("embedding", 0)

    @property
    def attention(self) -> int:
        """Attention, and what stands in its place."""
        return self._of("attention", "linear_attention_or_ssm")

    @property
    def feed_forward(self) -> int:
        """Dense networks, experts, what all tokens pass beside them, and routers."""
        return self._of("mlp", "experts", "shared_experts", "router")

    @property
    def norms(self) -> int:
        """Norms of the text model."""
        return self.by_group.get("norms", 0)

    @property
    def head(self) -> int:
        """The output head, a pooler or a classifier."""
        return self._of("lm_head", "head")

    @property
    def towers(self) -> int:
        """Towers for images and sound, projectors, and what is in no other group."""
        return self._of("vision", "audio", "projector", "other")

    @property
    def biases(self) -> int:
        """Bias vectors."""
        return dict(self.kinds).get("bias", 0)

    @property
    def linear(self) -> int:
        """The matrices of the text model's layers, which a weight format below 16 bit applies to as a rule."""
        return dict(self.kinds).get("linear", 0) + dict(self.kinds).get("expert", 0)

    def _of(self, *names: ParameterGroup) -> int:
        return sum(number for name, number in self.groups if name in names)


_TOWERS = ("vision", "audio", "projector")


def count_parameters(part: Part) -> ParameterCount:
    """Count what one accelerator holds.

    Matrices of towers and projectors are counted as kind `other`: formats below 16 bit leave them out.
    """
    groups: dict[ParameterGroup, int] = {}
    kinds: dict[TensorKind, int] = {}
    for group in part_groups(part):
        held = group.held(part.tensor_parallel, expert_parallel=part.expert_parallel)
        kind: TensorKind = "other" if group.name in _TOWERS and group.kind == "linear" else group.kind
        groups[group.name] = groups.get(group.name, 0) + held
        kinds[kind] = kinds.get(kind, 0) + held
    return ParameterCount(tuple(groups.items()), tuple(kinds.items()))


def kv_heads_on_each(layer: Layer, tensor_parallel: int) -> int:
    """Return the key-value heads on each of the accelerators that share a layer: at least one, if it has any."""
    attention = layer.attention
    return max(1, attention.kv_heads // tensor_parallel) if isinstance(attention, GroupedQueryAttention) else 0


def caching_layers(part: Part) -> tuple[CachingAttention, ...]:
    """Return the attention of those layers of a part that keep something for each token."""
    kinds = (layer.attention for layer in part.layers)
    caching = (one for one in kinds if isinstance(one, CachingAttention))
    return tuple(one for one in caching if not (isinstance(one, GroupedQueryAttention) and one.shared_cache))
