"""What layers cache: bytes for a token, bytes for a sequence, and how far back a window reaches."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

from pliego.catalog.architecture import (
    Attention,
    CompressedAttention,
    GroupedQueryAttention,
    LatentAttention,
    Layer,
    SparseIndexer,
    Window,
)
from pliego.catalog.number_formats import NumberFormat
from pliego.sizing.parameters import Part

BITS: Final = 8
_STATE_BYTES: Final = {"float32": 4, "float64": 8}
_INDEX_KEY_BYTES: Final = 1
_INDEX_SCALE_BYTES: Final = 4
"""Keys of an indexer are cached in FP8 with one 32-bit scale each, whatever the format of the cache (vLLM)."""


@dataclass(frozen=True, slots=True)
class CacheFormat:
    """Bits of cached keys, values and 16-bit state, and how many ranks share a layer and a sequence.

    `latent` says what latent attention caches: its vector, the vector with a copy of its value part (`twice`), or all
    heads in `full`.
    """

    key_bits: float
    value_bits: float
    tensor_parallel: int = 1
    context_parallel: int = 1
    other_bits: int = 16
    latent: Literal["latent", "twice", "full"] = "latent"


def cache_format(
    values: NumberFormat, tensor_parallel: int = 1, *, keys: NumberFormat | None = None, other_bits: int = 16
) -> CacheFormat | None:
    """Return the cache format; None for a format that no cache is stored in."""
    key = keys or values
    if values.bits_per_cache_value is None or key.bits_per_cache_value is None:
        return None
    return CacheFormat(key.bits_per_cache_value, values.bits_per_cache_value, tensor_parallel, other_bits=other_bits)


def heads_on_each(heads: int, tensor_parallel: int) -> int:
    """Return the key-value heads on each of the ranks that share a layer: divided down to one, then replicated."""
    return max(1, heads // tensor_parallel)


def token_bytes(attention: Attention | None, form: CacheFormat) -> float:
    """Return the bytes that one more token takes in one layer on one rank; 0 for layers that keep a state.

    A latent vector is needed by every head, so that each tensor-parallel rank holds all of it.
    """
    match attention:
        case GroupedQueryAttention():
            if attention.shared_cache:
                return 0
            heads = heads_on_each(attention.kv_heads, form.tensor_parallel)
            bits = heads * (attention.head_dim * form.key_bits + attention.value_width * form.value_bits)
            return bits / BITS / form.context_parallel + index_bytes(attention.indexer)
        case LatentAttention():
            return _latent_bits(attention, form) / BITS / form.context_parallel + index_bytes(attention.indexer)
        case CompressedAttention():
            if not attention.ratio:
                return 0
            return (attention.head_dim * form.key_bits / BITS + index_bytes(attention.indexer)) / attention.ratio
        case _:
            return 0


def _latent_bits(attention: LatentAttention, form: CacheFormat) -> float:
    match form.latent:
        case "full":
            heads = heads_on_each(attention.heads, form.tensor_parallel)
            key = attention.nope_dim + attention.rope_dim
            return heads * (key * form.key_bits + attention.value_dim * form.value_bits)
        case "twice":
            return attention.cached_width * form.key_bits + attention.kv_rank * form.value_bits
        case "latent":
            return attention.cached_width * form.key_bits


def index_bytes(indexer: SparseIndexer | None) -> float:
    """Return the bytes that an indexer caches for a token: its key and a scale."""
    return indexer.head_dim * _INDEX_KEY_BYTES + _INDEX_SCALE_BYTES if indexer else 0


def window_of(layer: Layer) -> Window | None:
    """Return how far back a layer looks; None where it looks at the whole sequence or keeps a state."""
    match layer.attention:
        case GroupedQueryAttention():
            return layer.attention.window
        case CompressedAttention():
            return None if layer.attention.ratio else Window(layer.attention.window)
        case _:
            return None


def window_token_bytes(layer: Layer, form: CacheFormat) -> float:
    """Return the bytes of one token inside the window of a layer."""
    if isinstance(layer.attention, CompressedAttention):
        return layer.attention.head_dim * form.key_bits / BITS
    return token_bytes(layer.attention, form)


def state_bytes(layer: Layer, form: CacheFormat) -> float:
    """Return the bytes of state that one sequence keeps in a layer on one rank: recurrence and convolution.

    Heads and channels are divided by the ranks that share the layer.
    """
    attention = layer.attention
    if attention is None or isinstance(attention, GroupedQueryAttention | LatentAttention | CompressedAttention):
        return 0
    width = _STATE_BYTES.get(attention.state_dtype or "", form.other_bits // BITS)
    kernel = getattr(attention, "kernel", 1)
    convolution = attention.convolution_channels * max(0, kernel - 1) * form.other_bits // BITS
    return (attention.state_values * width + convolution) / form.tensor_parallel


@dataclass(frozen=True, slots=True)
class CacheRates:
    """What the layers of a part cache on one rank.

    Attributes:
        token: bytes of one token in the layers that look at the whole sequence.
        windows: for each window, bytes of one token in the layers that have it.
        state: bytes of state for one sequence.

    """

    token: float
    windows: tuple[tuple[Window, float], ...]
    state: float

    @property
    def every_token(self) -> float:
        """Bytes of one token while no window is full: in all layers."""
        return self.token + sum(each for _, each in self.windows)

    @property
    def hybrid(self) -> bool:
        """Whether some layers do not cache the whole sequence."""
        return bool(self.windows or self.state)

    def sequence(self, tokens: float, beyond: float = 0) -> float:
        """Return the bytes of a sequence of `tokens`; a window holds `beyond` tokens more than it looks back."""
        inside = sum(min(tokens, window.tokens + beyond) * each for window, each in self.windows)
        return tokens * self.token + inside + self.state


def cache_rates(part: Part, form: CacheFormat) -> CacheRates:
    """Return what the layers of a part cache."""
    return rates_of(part.layers, form)


def rates_of(layers: Iterable[Layer], form: CacheFormat) -> CacheRates:
    """Return what these layers cache."""
    token = state = 0.0
    windows: dict[Window, float] = {}
    for layer in layers:
        window = window_of(layer)
        if window is None:
            token += token_bytes(layer.attention, form)
        else:
            windows[window] = windows.get(window, 0) + window_token_bytes(layer, form)
        state += state_bytes(layer, form)
    return CacheRates(token, tuple(windows.items()), state)
