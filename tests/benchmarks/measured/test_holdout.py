"""Optimism: what is lost when the group that is judged was not fitted to."""

from collections.abc import Callable

import pytest

from measured.holdout import optimism
from measured.outcomes import Outcome

Build = Callable[..., Outcome]


def test_a_level_that_all_models_share_is_no_optimism(outcome: Build) -> None:
    rows = [outcome(110, 100, architecture=f"m{n}", kind=("vllm",)) for n in range(20)]
    found = optimism(rows, "model")["weights"]
    assert found.groups == 20
    assert found.fitted.p90 == pytest.approx(0)
    assert found.held_out.p90 == pytest.approx(0)


def test_a_level_that_one_source_has_alone_is(outcome: Build) -> None:
    rows = [outcome(150, 100, source="one host", kind=("vllm",)) for _ in range(5)]
    rows += [outcome(100, 100, source="another", kind=("vllm",)) for _ in range(4)]
    found = optimism(rows, "source")["weights"]
    assert found.fitted.median == pytest.approx(0)
    assert found.held_out.median == pytest.approx(1 / 3)


def test_rows_without_a_prediction_take_no_part(outcome: Build) -> None:
    assert optimism([outcome(1, reason="unknown")], "model") == {}
