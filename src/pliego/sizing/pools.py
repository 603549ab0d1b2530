"""How an engine shares out the memory of a card: what is left for the cache, by the rule of each engine.

vLLM takes a share of the whole card and subtracts weights, the activation peak and what libraries hold; SGLang keeps a
share for weights and cache alone; TensorRT-LLM, TGI and LMDeploy take a share of what is free after loading. For all
but vLLM there are few measurements.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pliego.catalog.engines import EngineRule, Spread

_CONTEXT_BYTES = 512 * 2**20
"""Driver context of one card before anything is loaded, where a rule starts from what is free."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card in bytes: what an engine sees of it, and the share that it takes."""

    visible: float
    utilization: float

    @property
    def budget(self) -> float:
        """What the engine may use."""
        return self.visible * self.utilization


@dataclass(frozen=True, slots=True)
class Load:
    """What is on a card beside the cache, in bytes. `graphs` is 0 where they are outside the budget."""

    weights: float
    activation: float
    non_torch: float
    graphs: float


def pool(rule: EngineRule, card: Card, load: Load) -> float | None:
    """Return the bytes left for the cache, negative where nothing is; None for engines that keep no pool."""
    match rule:
        case "vllm":
            return card.budget - load.weights - load.activation - load.non_torch - load.graphs
        case "sglang":
            return card.budget - load.weights
        case "tensorrt-llm" | "tgi" | "lmdeploy":
            free = card.visible - _CONTEXT_BYTES - load.weights - load.activation - load.non_torch
            return card.utilization * free
        case _:
            return None


def nearest(measured: Mapping[int, Spread], ranks: int) -> Spread:
    """Return the figure for the largest measured number of accelerators that is not above `ranks`."""
    return measured[max(number for number in measured if number <= ranks)]
