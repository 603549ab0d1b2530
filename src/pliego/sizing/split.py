"""How a model may be divided: by tensor parallelism within layers, by pipeline stages between them."""

from typing import Final

from pliego.catalog.architecture import Architecture
from pliego.sizing.parameters import Part

SIZES: Final = (1, 2, 4, 8)
"""The tensor-parallel sizes that are offered: accelerators of one node, in steps that engines accept."""


def obstacle(architecture: Architecture, tensor_parallel: int) -> tuple[str, int] | None:
    """Return what does not divide as (name, number): heads, key-value heads, the intermediate size.

    Key-value heads may also be fewer than the accelerators, if they can be replicated evenly.
    """
    for layer in dict.fromkeys(architecture.layers):
        heads, kv_heads = layer.attention.heads, layer.attention.kv_heads
        if heads % tensor_parallel:
            return "attention heads", heads
        if kv_heads % tensor_parallel and tensor_parallel % kv_heads:
            return "key-value heads", kv_heads
        if layer.feed_forward.intermediate % tensor_parallel:
            return "intermediate size", layer.feed_forward.intermediate
    return None


def tensor_parallel_sizes(architecture: Architecture) -> tuple[int, ...]:
    """Return the possible sizes among 1, 2, 4 and 8."""
    return tuple(size for size in SIZES if obstacle(architecture, size) is None)


def stage_lengths(layers: int, stages: int) -> tuple[int, ...]:
    """Return the layers of each stage as vLLM divides them: what is left over goes to stages before the last.

    80 layers in 3 stages are 27 + 27 + 26; with many left over, the first stage is the last to get one more.
    """
    least, left = divmod(layers, stages)
    lengths = [least] * stages
    for place in range(2, left + 2):
        lengths[-place] += 1
    return tuple(lengths)


def stages(architecture: Architecture, tensor_parallel: int, pipeline_parallel: int) -> tuple[Part, ...]:
    """Return what one accelerator of each stage holds."""
    parts, first = [], 0
    for length in stage_lengths(len(architecture.layers), pipeline_parallel):
        parts.append(Part(architecture, tensor_parallel, first, first + length))
        first += length
    return tuple(parts)
