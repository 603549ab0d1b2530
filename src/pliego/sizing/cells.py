"""The cache of llama.cpp and its kin: cells that are allocated at the start, for every layer its own number."""

from dataclasses import dataclass, replace
from math import ceil
from typing import Final

from pliego.catalog.architecture import GroupedQueryAttention, Layer, Window
from pliego.catalog.engines import EngineRelease
from pliego.sizing.cache_rates import CacheFormat, state_bytes, token_bytes, window_of, window_token_bytes
from pliego.sizing.parameters import Part

PADDING: Final = 256
"""Cells come in multiples of this."""

CUDA_CONTEXT: Final = 150 * 2**20
"""What the driver holds on each card and no log prints: residual of six readings of a whole process (about 154 MiB)."""

_WINDOW_BITS: Final = 16
_SCORE_BYTES: Final = 4
_FLASH_COLUMNS: Final = 4


@dataclass(frozen=True, slots=True)
class Cells:
    """The cells asked for: in all, the sequences that share them, tokens of a micro-batch, and whether in one pool."""

    context: int
    sequences: int
    micro_batch: int
    unified: bool

    @property
    def each(self) -> int:
        """Cells of one stream."""
        return self.context if self.unified else self.context // self.sequences

    @property
    def streams(self) -> int:
        """Pools of cells."""
        return 1 if self.unified else self.sequences

    def of_window(self, window: Window) -> int:
        """Return the cells of a layer with a window, in all streams."""
        looked_at = window.tokens * (self.sequences if self.unified else 1)
        wanted = min(self.each, looked_at + self.micro_batch)
        return min(self.context, self.streams * PADDING * ceil(wanted / PADDING))


def allocated(part: Part, form: CacheFormat, release: EngineRelease, cells: Cells) -> float:
    """Return the bytes of the cache over all cards: each layer's cells, without the state of recurrent layers."""
    kept = replace(form, latent=release.latent)
    return sum(_layer(layer, kept, release, cells) for layer in part.layers)


def _layer(layer: Layer, form: CacheFormat, release: EngineRelease, cells: Cells) -> float:
    window = window_of(layer)
    if window is None or not isinstance(layer.attention, GroupedQueryAttention):
        return cells.context * (token_bytes(layer.attention, form) + (window_token_bytes(layer, form) if window else 0))
    if release.windows != "cells" or window.chunked:
        return cells.context * token_bytes(layer.attention, form)
    wide = replace(form, key_bits=max(form.key_bits, _WINDOW_BITS), value_bits=max(form.value_bits, _WINDOW_BITS))
    return cells.of_window(window) * token_bytes(layer.attention, wide if release.window_16_bit else form)


def recurrent(part: Part, form: CacheFormat, sequences: int) -> float:
    """Return the bytes of state of recurrent layers, which is in 32 bit throughout."""
    wide = replace(form, other_bits=32)
    return sequences * sum(state_bytes(layer, wide) for layer in part.layers)


def compute_buffer(part: Part, cells: Cells, *, flash_attention: bool) -> float:
    """Return the compute buffer of a card: logits of a micro-batch, and without flash attention the scores.

    The scores of one layer are 32-bit values for each head, token of the micro-batch and cell.
    """
    architecture = part.architecture
    logits = _SCORE_BYTES * cells.micro_batch * architecture.vocabulary
    hidden = _SCORE_BYTES * cells.micro_batch * architecture.hidden * _FLASH_COLUMNS
    if flash_attention:
        return logits + hidden
    heads = max((getattr(layer.attention, "heads", 0) for layer in part.layers), default=0)
    return max(logits + hidden, _SCORE_BYTES * heads * cells.micro_batch * cells.each)
