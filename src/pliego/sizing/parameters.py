"""Parameters of a dense model by formula, whole or for the part that one accelerator holds."""

from dataclasses import dataclass
from math import ceil

from pliego.catalog.architecture import Architecture, Layer


@dataclass(frozen=True, slots=True)
class Part:
    """What one accelerator holds: layers `first` to before `last`, shared by `tensor_parallel` of them."""

    architecture: Architecture
    tensor_parallel: int
    first: int
    last: int

    @property
    def layers(self) -> tuple[Layer, ...]:
        """The layers of this part."""
        return self.architecture.layers[self.first : self.last]

    @property
    def begins(self) -> bool:
        """Whether the embedding is here."""
        return self.first == 0

    @property
    def ends(self) -> bool:
        """Whether the final norm, the head and the sampler are here."""
        return self.last == len(self.architecture.layers)


def whole(architecture: Architecture, tensor_parallel: int = 1) -> Part:
    """Return all layers, shared by `tensor_parallel` accelerators."""
    return Part(architecture, tensor_parallel, 0, len(architecture.layers))


@dataclass(frozen=True, slots=True)
class ParameterCount:
    """Parameters by group; `biases` are those of attention and feed-forward networks, counted there too."""

    embedding: int
    attention: int
    feed_forward: int
    norms: int
    head: int
    biases: int

    @property
    def total(self) -> int:
        """All parameters."""
        return self.embedding + self.attention + self.feed_forward + self.norms + self.head

    @property
    def linear(self) -> int:
        """The matrices of the layers, which a weight format below 16 bit applies to."""
        return self.attention + self.feed_forward - self.biases


def count_parameters(part: Part) -> ParameterCount:
    """Count what one accelerator holds.

    Query heads, intermediate size and vocabulary are divided by the accelerators that share a layer.
    Key-value heads are divided too, down to one on each, and then replicated. Norms and the biases of
    output projections are replicated. A tied head is the embedding itself, except where the two are on
    different accelerators.
    """
    architecture = part.architecture
    hidden, shares = architecture.hidden, part.tensor_parallel
    matrix = ceil(architecture.vocabulary / shares) * hidden
    attention = feed_forward = biases = 0
    norms = hidden if part.ends else 0
    for layer in part.layers:
        heads, kv_heads = layer.attention.heads // shares, kv_heads_on_each(layer, shares)
        width = (heads + 2 * kv_heads) * layer.attention.head_dim
        layer_biases = (width if layer.attention.qkv_bias else 0) + (hidden if layer.attention.output_bias else 0)
        attention += hidden * (width + heads * layer.attention.head_dim) + layer_biases
        intermediate = ceil(layer.feed_forward.intermediate / shares)
        mlp_biases = 2 * intermediate + hidden if layer.feed_forward.bias else 0
        feed_forward += 3 * hidden * intermediate + mlp_biases
        biases += layer_biases + mlp_biases
        norms += layer.norms * hidden + layer.attention.query_norm + layer.attention.key_norm
    head = matrix if part.ends and not (architecture.tied and part.begins) else 0
    return ParameterCount(matrix if part.begins else 0, attention, feed_forward, norms, head, biases)


def kv_heads_on_each(layer: Layer, tensor_parallel: int) -> int:
    """Return the key-value heads on each of the accelerators that share a layer: at least one."""
    return max(1, layer.attention.kv_heads // tensor_parallel)
