"""Partial offload: which layers stay on the cards of llama.cpp when not all of them fit."""

from dataclasses import dataclass

from pliego.catalog.number_formats import NumberFormat
from pliego.sizing.parameters import Part
from pliego.sizing.quantised import stored_weights


@dataclass(frozen=True, slots=True)
class Offload:
    """Layers on the accelerators, and the bytes of weights there and in host memory."""

    layers: int
    on_accelerators: float
    on_host: float


def offload(part: Part, weights: NumberFormat, room: float, cache_each_layer: float) -> Offload:
    """Return how many layers fit into `room` bytes, each with its cache; the last ones go first (llama.cpp).

    The token embedding always stays on the host; the head goes with the last layer.
    """
    architecture, everything = part.architecture, stored_weights(part, weights).bytes
    begins = embedding_bytes(part, weights)

    def used(layers: int) -> float:
        tail = Part(architecture, part.tensor_parallel, part.last - layers, part.last)
        return stored_weights(tail, weights).bytes - (begins if tail.begins else 0)

    fewest, most = 0, part.last - part.first
    while fewest < most:
        middle = (fewest + most + 1) // 2
        if used(middle) + middle * cache_each_layer <= room:
            fewest = middle
        else:
            most = middle - 1
    held = used(fewest) if fewest else 0.0
    return Offload(fewest, held, everything - held)


def embedding_bytes(part: Part, weights: NumberFormat) -> float:
    """Return the bytes of the token embedding in its own type; a tied one has the type of the output."""
    architecture = part.architecture
    bits: float = weights.bits_of_other_values
    if weights.mix is not None:
        bits = (weights.mix.output if architecture.tied else weights.mix.embedding).bits
    return architecture.vocabulary * architecture.hidden * bits / 8
