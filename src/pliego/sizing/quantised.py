"""Which parameters a number format stores, and in how many bits: uniform, by kind of tensor, or by a GGUF mix."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import ceil
from typing import Final, TypeAlias

from pliego.catalog.architecture import (
    Architecture,
    DenseMLP,
    GatedDelta,
    GroupedQueryAttention,
    LatentAttention,
    Layer,
    MixtureOfExperts,
    ParameterGroup,
    StateLayer,
)
from pliego.catalog.engines import ExpertPadding
from pliego.catalog.number_formats import BlockType, Feature, LayerRange, Mix, MixRole, NumberFormat
from pliego.sizing.parameters import Part, TensorGroup, part_groups, prediction_groups

_BYTE: Final = 8
_TOWERS: Final = ("vision", "audio", "projector")
_SUPER_BLOCK: Final = 256
"""Values in a block of the K and I types: rows that are no multiple of it are stored in another type."""
_WIDE: Final = 4
_ROUTER_BITS: Final = 32
"""GGUF files keep norms, biases and routers in 32 bit."""


@dataclass(frozen=True, slots=True)
class StoredWeights:
    """Parameters on one rank in the format and outside it, with the bits of each.

    `bits` is the mean over the parameters in the format where those have several types.
    """

    quantised: int
    bits: float
    others: int
    other_bits: float

    @property
    def bytes(self) -> float:
        """Bytes of all of them."""
        return (self.quantised * self.bits + self.others * self.other_bits) / _BYTE


def stored_weights(
    part: Part, number_format: NumberFormat, other_bits: int | None = None, padding: ExpertPadding | None = None
) -> StoredWeights:
    """Return what one rank stores. `other_bits` is the width of what the format leaves alone, by default its own.

    Formats of linear layers leave embedding, head, router, norms and biases alone, most of them also towers; formats of
    experts also attention and dense networks. Where a checkpoint of the model in the format is published, its bits
    stand: those of the model's publisher before those of others. A GGUF file holds no towers, which are a file of their
    own.
    `padding`: to what an engine's kernels fill experts in MXFP4 up.
    """
    return published_weights(part, number_format, other_bits, padding)[0]


def published_weights(
    part: Part, number_format: NumberFormat, other_bits: int | None = None, padding: ExpertPadding | None = None
) -> tuple[StoredWeights, ...]:
    """Return what one rank stores, for each published checkpoint of the format; one by rule where none is known."""
    if number_format.mix is not None:
        return (_stored_mix(part, number_format.mix),)
    width = other_bits or number_format.bits_of_other_values
    if number_format.uniform:
        total = sum(_held(group, part) for group in part_groups(part))
        return (StoredWeights(total, number_format.bits_per_weight, 0, number_format.bits_of_other_values),)
    rule = padding or ExpertPadding(None, None, number_format.expert_multiple, 1)
    filled = rule if number_format.expert_multiple > 1 else None
    return tuple(_stored(part, number_format, bits, width, filled) for bits in _bits_of_groups(part, number_format))


_GroupBits: TypeAlias = Mapping[ParameterGroup, float]


def _bits_of_groups(part: Part, number_format: NumberFormat) -> Iterator[_GroupBits]:
    """Yield the bits of groups that are not stored as the format says, for each checkpoint that is known."""
    known = [one for one in part.architecture.variants if one.number_format == number_format.id]
    if known:
        yield from (dict(one.bits) for one in known)
    else:
        yield dict.fromkeys(_kept(part.architecture, number_format), float(number_format.bits_of_other_values))


def _stored(
    part: Part, number_format: NumberFormat, bits: _GroupBits, width: float, filled: ExpertPadding | None
) -> StoredWeights:
    inside, stored, others = 0, 0.0, 0
    for group in part_groups(part):
        each = _group_bits(group, number_format, bits)
        if each is None or each >= number_format.bits_of_other_values:
            others += _held(group, part)
        else:
            held = _with_filling(group, part, filled, each)
            inside, stored = inside + held, stored + held * each
    return StoredWeights(inside, stored / inside if inside else number_format.bits_per_weight, others, width)


def _group_bits(group: TensorGroup, number_format: NumberFormat, bits: _GroupBits) -> float | None:
    """Return the bits of a weight of a group, None where the format leaves it alone."""
    if group.kind == "head":
        return bits.get(group.name)
    if group.kind not in ("linear", "expert") or (group.name in _TOWERS and not number_format.towers):
        return None
    if number_format.scope == "experts" and group.kind != "expert":
        return None
    return bits.get(group.name, number_format.bits_per_weight)


def _with_filling(group: TensorGroup, part: Part, filled: ExpertPadding | None, bits: float) -> int:
    """Return the parameters held with the rows and columns that a kernel adds to routed experts."""
    held = _held(group, part)
    if group.kind != "expert" or filled is None:
        return held
    each = ceil(group.units / (1 if part.expert_parallel else part.tensor_parallel))
    return round(held * filled.share(each, part.architecture.hidden, bits))


def drafting_bytes(part: Part, number_format: NumberFormat) -> float:
    """Return the bytes of layers that predict further tokens, where they are loaded too."""
    bits: dict[bool, float] = {True: number_format.bits_per_weight, False: number_format.bits_of_other_values}
    groups = prediction_groups(part.architecture)
    return sum(group.parameters * bits[group.kind in ("linear", "expert")] for group in groups) / _BYTE


def _held(group: TensorGroup, part: Part) -> int:
    return group.held(part.tensor_parallel, expert_parallel=part.expert_parallel)


def _kept(architecture: Architecture, number_format: NumberFormat) -> tuple[ParameterGroup, ...]:
    published = architecture.quantization
    if published is not None and published.bits == round(number_format.bits_per_weight) and published.unquantised:
        return published.unquantised
    has = _features(architecture)
    return next((rule.groups for rule in number_format.kept if has.issuperset(rule.features)), ())


@lru_cache(maxsize=256)
def _features(architecture: Architecture) -> frozenset[Feature]:
    found: set[Feature] = set()
    for layer in dict.fromkeys(architecture.layers):
        attention = layer.attention
        if isinstance(layer.feed_forward, MixtureOfExperts):
            found.add("experts")
        if isinstance(attention, LatentAttention):
            found.add("latent")
        elif isinstance(attention, GroupedQueryAttention):
            found.update(("window",) if attention.window else ())
        elif isinstance(attention, StateLayer):
            found.add("state")
    return frozenset(found)


def _stored_mix(part: Part, mix: Mix) -> StoredWeights:
    quantised, others, bits = 0, 0, 0.0
    for group in part_groups(part):
        if group.name in _TOWERS:
            continue
        held = _held(group, part)
        block = _block(group, mix, tied=part.architecture.tied)
        if block is None:
            others += held
        else:
            quantised += held
            bits += held * _bits(block, part.architecture.hidden)
    bits += sum(_more_bits(layer, place, part, mix) for place, layer in enumerate(part.layers, start=part.first))
    return StoredWeights(quantised, bits / quantised if quantised else 0, others, _ROUTER_BITS)


def _block(group: TensorGroup, mix: Mix, *, tied: bool) -> BlockType | None:
    """Return the type of a group, None for what stays in 32 bit. A tied embedding has the type of the output."""
    match group.kind:
        case "embedding":
            return mix.output if tied else mix.embedding
        case "head":
            return mix.output
        case "linear" | "expert":
            return mix.base
        case _:
            return None


def _bits(block: BlockType, row: int) -> float:
    return block.bits if row % _SUPER_BLOCK == 0 else block.narrow_bits


def _more_bits(layer: Layer, place: int, part: Part, mix: Mix) -> float:
    """Return the bits that the exceptions of a mix add in one layer, on one rank."""
    return (
        sum(
            _role_bits(role, rows, width, layer, place, part.architecture, mix)
            for role, rows, width in _matrices(layer, part.architecture.hidden, whole="experts" in mix.rules)
        )
        / part.tensor_parallel
    )


def _role_bits(
    role: MixRole, parameters: int, row: int, layer: Layer, place: int, architecture: Architecture, mix: Mix
) -> float:
    found = _exception(mix, role, layer, place, len(architecture.layers))
    counted = _bits(mix.base, architecture.hidden)
    return parameters * (_bits(found or mix.base, row) - counted)


def _exception(mix: Mix, role: MixRole, layer: Layer, place: int, layers: int) -> BlockType | None:
    for rule in mix.rules.get(role, ()):
        if _concerns(rule.layers, place, layers) and (not rule.wide or _is_wide(layer)):
            return rule.block
    return None


@lru_cache(maxsize=4096)
def _concerns(which: LayerRange, place: int, layers: int) -> bool:
    """Say whether a rule is for the layer at `place`, as llama.cpp's quantisation decides it."""
    eighth, last_eighth = layers // 8, 7 * layers // 8
    concerned = {
        "all": True,
        "more": place < eighth or place >= last_eighth or (place - eighth) % 3 == 2,
        "middle": eighth <= place < last_eighth,
        "first_eighth": place < eighth,
        "first_sixteenth": place < ceil(layers / 16),
        "first_4": place < 4,
        "first_2": place < 2,
    }
    return concerned[which]


def _is_wide(layer: Layer) -> bool:
    attention = layer.attention
    return isinstance(attention, GroupedQueryAttention) and attention.heads >= _WIDE * attention.kv_heads


def _matrices(layer: Layer, hidden: int, *, whole: bool) -> list[tuple[MixRole, int, int]]:
    """Return the matrices of a layer that a mix treats apart: role, parameters, length of a row.

    `whole`: the mix names all matrices of routed experts at once.
    """
    found: list[tuple[MixRole, int, int]] = []
    match layer.attention:
        case GroupedQueryAttention(shared_cache=False) as attention:
            heads = attention.heads * attention.value_width
            found.append(("value", hidden * attention.kv_heads * attention.value_width, hidden))
            found.append(("query_key", hidden * (attention.heads + attention.kv_heads) * attention.head_dim, hidden))
            found.append(("attention_output", hidden * heads, heads))
        case LatentAttention() as attention:
            heads = attention.heads * attention.value_dim
            found.append(("value", attention.kv_rank * heads, attention.kv_rank))
            found.append(("attention_output", hidden * heads, heads))
        case GatedDelta() as attention:
            found.append(("fused", hidden * attention.convolution_channels, hidden))
        case _:
            pass
    match layer.feed_forward:
        case DenseMLP() as network:
            found += _network(network, hidden)
        case MixtureOfExperts() as network:
            found += _experts(network, hidden, whole=whole)
        case _:
            pass
    return found


def _network(network: DenseMLP, hidden: int) -> list[tuple[MixRole, int, int]]:
    up: tuple[MixRole, int, int] = ("gate_up", (2 if network.gated else 1) * hidden * network.intermediate, hidden)
    return [up, ("down", hidden * network.intermediate, network.intermediate)]


def _experts(network: MixtureOfExperts, hidden: int, *, whole: bool) -> list[tuple[MixRole, int, int]]:
    width, size = network.latent or hidden, network.experts * network.intermediate
    up: MixRole = "experts" if whole else "gate_up"
    down: MixRole = "experts" if whole else "down"
    found = [(up, (2 if network.gated else 1) * width * size, width), (down, width * size, network.intermediate)]
    for beside in (network.shared, network.dense):
        found += _network(beside, hidden) if beside else []
    return found
