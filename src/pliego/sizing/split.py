"""How a model may be divided: by tensor parallelism within layers, by pipeline stages between them."""

from typing import Final

from pliego.catalog.architecture import (
    Architecture,
    Attention,
    DenseMLP,
    GatedDelta,
    GroupedQueryAttention,
    Layer,
    MixtureOfExperts,
)
from pliego.sizing.parameters import Part

SIZES: Final = (1, 2, 4, 8)
"""The tensor-parallel sizes that are offered: accelerators of one node, in steps that engines accept."""


def obstacle(architecture: Architecture, tensor_parallel: int) -> tuple[str, int] | None:
    """Return what does not divide as (name, number): heads, key-value heads, the intermediate size.

    Key-value heads may also be fewer than the accelerators, if they can be replicated evenly.
    """
    for layer in dict.fromkeys(architecture.layers):
        found = _undivided_heads(layer.attention, tensor_parallel) or _undivided_width(layer, tensor_parallel)
        if found:
            return found
    return None


def _undivided_heads(attention: Attention | None, size: int) -> tuple[str, int] | None:
    match attention:
        case GroupedQueryAttention(heads=heads, kv_heads=kv_heads):
            if heads % size:
                return "attention heads", heads
            return ("key-value heads", kv_heads) if kv_heads % size and size % kv_heads else None
        case GatedDelta(key_heads=heads):
            return ("key heads of linear attention", heads) if heads % size else None
        case None:
            return None
        case _:
            return ("attention heads", attention.heads) if attention.heads % size else None


def _undivided_width(layer: Layer, size: int) -> tuple[str, int] | None:
    match layer.feed_forward:
        case DenseMLP(intermediate=width):
            return ("intermediate size", width) if width % size else None
        case MixtureOfExperts() as network:
            widths = [network.intermediate, *(one.intermediate for one in (network.shared, network.dense) if one)]
            return next((("intermediate size", width) for width in widths if width % size), None)
        case _:
            return None


def tensor_parallel_sizes(architecture: Architecture) -> tuple[int, ...]:
    """Return the possible sizes among 1, 2, 4 and 8."""
    return tuple(size for size in SIZES if obstacle(architecture, size) is None)


def stage_lengths(layers: int, stages: int, *, uneven_last: bool = False) -> tuple[int, ...]:
    """Return the layers of each stage as vLLM divides them: what is left over goes to stages before the last.

    80 layers in 3 stages are 27 + 27 + 26; with many left over, the first stage is the last to get one more.
    `uneven_last`: all of it goes to the last stage, as in early releases.
    """
    least, left = divmod(layers, stages)
    lengths = [least] * stages
    if uneven_last:
        lengths[-1] += left
        return tuple(lengths)
    for place in range(2, left + 2):
        lengths[-place] += 1
    return tuple(lengths)


def stages(
    architecture: Architecture, tensor_parallel: int, pipeline_parallel: int, *, uneven_last: bool = False
) -> tuple[Part, ...]:
    """Return what one accelerator of each stage holds."""
    parts, first = [], 0
    for length in stage_lengths(len(architecture.layers), pipeline_parallel, uneven_last=uneven_last):
        parts.append(Part(architecture, tensor_parallel, first, first + length))
        first += length
    return tuple(parts)
