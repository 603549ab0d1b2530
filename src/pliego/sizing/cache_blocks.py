"""The blocks of a cache as vLLM makes them: layers in groups of equal number, pages of equal size.

A model whose layers all cache alike has one group. Where some have a window or keep a state, layers of one kind are
cut into groups of as many layers as the smallest kind has, the last one filled up with empty slots; one block holds
a page for each layer of a group, and every group takes blocks of its own. So a request of 8,192 tokens of
gpt-oss-20b takes 512 + 513 blocks of 16 tokens.
"""

from collections import Counter
from dataclasses import dataclass
from math import ceil
from typing import Final

from pliego.catalog.architecture import Layer, Window
from pliego.sizing.cache_rates import CacheFormat, state_bytes, token_bytes, window_of, window_token_bytes
from pliego.sizing.parameters import Part

ALIGNMENT: Final = 16
"""Where pages of state and of attention have to match, blocks grow in steps of 16 tokens."""

_ALMOST_EQUAL: Final = 1.25
"""Kinds whose numbers of layers differ by less are put in groups of the larger number (vLLM)."""


@dataclass(frozen=True, slots=True)
class BlockGroup:
    """Groups of layers of one kind: how many, tokens in a block, and what is cached (a window, a state, or all)."""

    groups: int
    tokens: int
    window: Window | None
    state: bool


@dataclass(frozen=True, slots=True)
class BlockLayout:
    """Blocks of one pool.

    Attributes:
        bytes: bytes of a block on one rank: one page for each layer of a group.
        groups: the groups of layers.
        state_blocks: blocks that a sequence takes in each group that keeps a state.

    """

    bytes: float
    groups: tuple[BlockGroup, ...]
    state_blocks: int

    @property
    def all_groups(self) -> int:
        """Groups of every kind."""
        return sum(one.groups for one in self.groups)

    @property
    def tokens(self) -> int:
        """Tokens in a block of the groups that cache all tokens, else of the first group."""
        whole = [one.tokens for one in self.groups if one.window is None and not one.state]
        return whole[0] if whole else self.groups[0].tokens

    def for_sequence(self, length: float, step: int) -> int:
        """Return the blocks that a sequence of `length` tokens takes, with `step` tokens in a step at most.

        A window reserves what it looks back plus the tokens of a step, and one block more for the tail.
        """
        return sum(one.groups * self.of_group(one, length, step) for one in self.groups)

    def of_group(self, group: BlockGroup, length: float, step: int) -> int:
        """Return the blocks that such a sequence takes in each group of one kind."""
        if group.state:
            return self.state_blocks
        if group.window is None:
            return ceil(length / group.tokens)
        if group.window.chunked:
            return ceil(min(group.window.tokens + step, length) / group.tokens)
        return ceil(min(group.window.tokens - 1 + step, length) / group.tokens) + 1

    def in_pool(self, pool: float) -> int:
        """Return the whole blocks in a pool of so many bytes."""
        return int(pool // self.bytes)


def block_layout(part: Part, form: CacheFormat, block_size: int, state_blocks: int, *, grouped: bool) -> BlockLayout:
    """Return the blocks of a part; where layers are not `grouped`, every layer caches all tokens."""
    kinds = Counter(_kind(layer, form) for layer in part.layers if _caches(layer, form))
    if not grouped:
        every = sum(_token(layer, form) for layer in part.layers)
        return BlockLayout(every * block_size, (BlockGroup(1, block_size, None, state=False),), state_blocks)
    if len(kinds) <= 1:
        return _of_one_kind(part, form, block_size, state_blocks)
    size, page = _group_size(tuple(kinds.values())), _page(part, form, block_size)
    groups = tuple(
        BlockGroup(ceil(count / size), max(block_size, int(page // width)) if width else 1, window, state)
        for (window, state, width), count in kinds.items()
    )
    return BlockLayout(page * size, groups, state_blocks)


def _of_one_kind(part: Part, form: CacheFormat, block_size: int, state_blocks: int) -> BlockLayout:
    """Return the blocks where all layers cache alike, whatever width each has."""
    window = next((window_of(layer) for layer in part.layers if _caches(layer, form)), None)
    state = any(state_bytes(layer, form) for layer in part.layers)
    held = sum(state_bytes(layer, form) for layer in part.layers)
    every = held if state else sum(_token(layer, form) for layer in part.layers) * block_size
    return BlockLayout(every, (BlockGroup(1, block_size, window, state),), state_blocks)


def _group_size(counts: tuple[int, ...]) -> int:
    least, most = min(counts), max(counts)
    return most if most < least * _ALMOST_EQUAL else least


def _page(part: Part, form: CacheFormat, block_size: int) -> float:
    """Return the bytes of the page of one layer: that of the widest layer, and no smaller than a state."""
    widest = max(_token(layer, form) for layer in part.layers)
    state = max(state_bytes(layer, form) for layer in part.layers)
    if state <= widest * block_size or not widest:
        return max(widest * block_size, state)
    return widest * ALIGNMENT * ceil(state / (ALIGNMENT * widest))


def _kind(layer: Layer, form: CacheFormat) -> tuple[Window | None, bool, float]:
    return window_of(layer), state_bytes(layer, form) > 0, _token(layer, form)


def _caches(layer: Layer, form: CacheFormat) -> bool:
    return _token(layer, form) > 0 or state_bytes(layer, form) > 0


def _token(layer: Layer, form: CacheFormat) -> float:
    return window_token_bytes(layer, form) if window_of(layer) else token_bytes(layer.attention, form)
