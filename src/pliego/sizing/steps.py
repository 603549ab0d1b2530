"""What an engine does where the user sets nothing: limits of a step, share of the memory, length of a profiling run."""

from dataclasses import dataclass
from typing import Final

from pliego.catalog.engines import EngineRelease, StepLimits
from pliego.catalog.facts import Accelerator
from pliego.sizing.runs import RunInputs

_SLOWEST_LINK: Final = 200
"""GB/s in both directions: below it are bridges between two cards, for which libraries reserve no shared memory."""


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
    """A step as it is profiled: its tokens and its sequences, after what is set and what is the default."""

    tokens: int
    sequences: int


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
    """Return the step of the profiling run: the limits, or one longest sequence where prompts are not cut in pieces."""
    chosen, defaults, length = limits(inputs), inputs.release.defaults, longest(inputs)
    pieces = inputs.chunked_prefill
    if pieces is None:
        above = defaults.chunked_above
        pieces = defaults.chunked_prefill or (above is not None and (length or 0) > above)
    tokens = chosen.batched_tokens if pieces or length is None else max(length, inputs.max_num_batched_tokens or 0)
    return Step(tokens, min(chosen.sequences, tokens))


def utilization(inputs: RunInputs) -> float:
    """Return the share of the memory, as set or by default."""
    return inputs.utilization or inputs.release.defaults.utilization
