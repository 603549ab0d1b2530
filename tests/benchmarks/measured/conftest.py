"""Outcomes made for a test."""

from collections.abc import Callable
from typing import Any

import pytest

from measured.outcomes import Outcome
from pliego.sizing.estimates import Estimate
from pliego.sizing.runs import Evidence, Figure


@pytest.fixture(scope="session")
def outcome() -> Callable[..., Outcome]:
    """Return a builder: measured and predicted value, and the distance of the interval's ends from the latter."""

    def build(measured: float, predicted: float | None = None, within: float = 0.0, **rest: Any) -> Outcome:
        figure = None
        if predicted is not None:
            figure = Figure(Estimate(predicted, predicted - within, predicted + within), Evidence(1, ""))
        fields = {"row": "a", "quantity": "weights", "family": "vllm", "pool_class": "", "architecture": "m"}
        return Outcome(**fields | {"source": "s", "measured": measured, "figure": figure} | rest)

    return build
