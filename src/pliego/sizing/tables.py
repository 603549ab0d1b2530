"""What an engine makes beside the weights and prints with them: rotary tables, copies of matrices."""

from typing import Final

from pliego.catalog.architecture import Architecture, Attention, GroupedQueryAttention, LatentAttention
from pliego.sizing.parameters import Part

_TABLE_BYTES: Final = 2
_COPY_BYTES: Final = 2
_AXES_LONGER: Final = 4


def rotary_tables(architecture: Architecture, value_bytes: int = _TABLE_BYTES) -> int:
    """Return the bytes of cosine and sine for every position: one table for each width of a rotated head.

    131,072 positions of 128 values are the 0.031 GiB by which engines print more than the weights of Llama-3.1-8B;
    10 million of Llama-4-Scout are 2.5 GiB. Where images have positions in time, height and width, tables are four
    times as long (vLLM, layers/rotary_embedding/mrope.py).
    """
    widths = {_rotated(layer.attention, architecture.rotary_share) for layer in architecture.layers}
    longer = _AXES_LONGER if any(tower.axes for tower in architecture.towers) else 1
    return value_bytes * longer * (architecture.max_positions or 0) * sum(widths)


def _rotated(attention: Attention | None, share: float) -> int:
    match attention:
        case GroupedQueryAttention(head_dim=width):
            return int(width * share)
        case LatentAttention(rope_dim=width):
            return width
        case _:
            return 0


def latent_copies(part: Part) -> int:
    """Return the bytes of the matrices out of the latent vector, which engines that cache it keep twice."""
    copied = 0
    for layer in part.layers:
        attention = layer.attention
        if isinstance(attention, LatentAttention):
            heads = -(-attention.heads // part.tensor_parallel)
            copied += heads * (attention.nope_dim + attention.value_dim) * attention.kv_rank
    return _COPY_BYTES * copied
