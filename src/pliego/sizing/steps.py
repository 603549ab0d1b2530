"""What an engine does where the user sets nothing: limits of a step, share of the memory, length of a profiling run."""

from dataclasses import dataclass
from typing import Final

from pliego.catalog.architecture import Architecture, GroupedQueryAttention, StateLayer
from pliego.catalog.engines import EngineRelease, ModelFeature, StepLimits
from pliego.catalog.facts import Accelerator
from pliego.sizing.runs import RunInputs

_SLOWEST_LINK: Final = 200
"""GB/s in both directions: below it are bridges between two cards, for which libraries reserve no shared memory."""

LARGEST_IMAGE: Final = 16_384
"""Tokens that the largest image makes in encoders of any resolution (Qwen2-VL and later)."""


def is_linked(accelerator: Accelerator) -> bool:
    """Say whether the cards of a node have a direct link of their own beside the bus (NVLink, Infinity Fabric)."""
    speed = accelerator.interconnect.get("gb_per_s_bidirectional_per_gpu")
    return isinstance(speed, int | float) and speed >= _SLOWEST_LINK


def is_large(release: EngineRelease, visible: float, accelerator: str | None = None) -> bool:
    """Say whether the release's defaults for large cards apply to a card of so many visible bytes.

    `accelerator` is its catalog id: some large cards are left out by name.
    """
    excepted = accelerator is not None and accelerator.startswith(release.defaults.large_except)
    return visible >= release.defaults.large_from and not excepted


@dataclass(frozen=True, slots=True)
class Step:
    """A step as it is profiled: its tokens and its sequences, after what is set and what is the default.

    `image_tokens` are those of the images that fill it, all encoded at once, in releases that profile so; None where
    text and one largest image are profiled apart.
    """

    tokens: int
    sequences: int
    image_tokens: int | None = None


def limits(inputs: RunInputs) -> StepLimits:
    """Return the limits of a step, as set or by default."""
    defaults = inputs.release.defaults
    chosen = defaults.large if inputs.large_card else defaults.small
    return StepLimits(
        inputs.max_num_batched_tokens or chosen.batched_tokens,
        inputs.max_num_seqs or chosen.sequences,
    )


def longest(inputs: RunInputs) -> int | None:
    """Return the longest sequence, as set or as the model's; None where neither is known."""
    return inputs.max_model_len or inputs.architecture.max_positions


def profiled(inputs: RunInputs) -> Step:
    """Return the step of the profiling run: the limits, or one longest sequence where prompts are not cut in pieces.

    Uncut, a step has room for the default number of tokens at least. Releases that fill the run with images sample as
    many sequences as largest images fill it, at least one; a sequence that no largest image fits in is text.
    """
    chosen, defaults, length = limits(inputs), inputs.release.defaults, longest(inputs)
    image = largest_image(inputs.architecture, inputs.encoder_tokens) if defaults.image_tokens else 0
    least = defaults.image_tokens if image and not inputs.max_num_batched_tokens else 0
    whole = not _in_pieces(inputs) and length is not None
    tokens = max(chosen.batched_tokens, least, (length or 0) if whole else 0)
    if not image:
        return Step(tokens, min(chosen.sequences, tokens))
    sequences = max(1, min(chosen.sequences, tokens // image))
    fits = tokens // sequences >= image
    return Step(tokens, sequences, image * sequences if fits else 0)


def largest_image(architecture: Architecture, stated: int | None = None) -> int:
    """Return the tokens of the largest image or video: as stated or as the encoder has it; 0 where neither says it."""
    towers = [tower for tower in architecture.towers if tower.modality == "vision"]
    if not towers or stated == 0:
        return 0
    return stated or max(tower.passed_tokens or (LARGEST_IMAGE if tower.tokens is None else 0) for tower in towers)


def _in_pieces(inputs: RunInputs) -> bool:
    """Say whether long prompts are processed in pieces, as set or by default."""
    if inputs.chunked_prefill is not None:
        return inputs.chunked_prefill
    defaults = inputs.release.defaults
    if defaults.chunked_above is None or defaults.chunked_prefill:
        return defaults.chunked_prefill
    excepted = _features(inputs.architecture).intersection(defaults.chunked_except)
    return (longest(inputs) or 0) > defaults.chunked_above and not excepted


def _features(architecture: Architecture) -> frozenset[ModelFeature]:
    """Return what a model has. Windows in some layers alone are none: it is served as one of full attention."""
    found: set[ModelFeature] = set()
    if any(tower.modality == "vision" for tower in architecture.towers):
        found.add("images")
    mixing = {layer.attention for layer in architecture.layers if layer.attention is not None}
    if any(isinstance(one, StateLayer) for one in mixing):
        found.add("states")
    if all(isinstance(one, GroupedQueryAttention) and one.window and not one.window.chunked for one in mixing):
        found.add("windows")
    return frozenset(found)


def utilization(inputs: RunInputs) -> float:
    """Return the share of the memory, as set or by default."""
    return inputs.utilization or inputs.release.defaults.utilization
