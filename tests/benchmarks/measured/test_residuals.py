"""Residual quantiles: from outcomes to rows of the catalog."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from measured.outcomes import Outcome
from measured.residuals import distance, fit, write
from measured.scores import score
from pliego.catalog.residuals import residuals

Build = Callable[..., Outcome]
GIB = 1 << 30


def models(outcome: Build, errors: list[float], **rest: object) -> list[Outcome]:
    """One row for each model, predicted 100 and measured with an error."""
    kind = rest.get("kind", ())
    return [outcome(100 * (1 + error), 100, architecture=f"{n} {kind}", **rest) for n, error in enumerate(errors)]


def test_enough_models_give_the_conformal_quantile(outcome: Build) -> None:
    rows = models(outcome, [n / 100 for n in range(19)], kind=("vllm",))
    found = fit(rows, "2026-04-22")["weights", ("vllm",)]
    assert (found.share, found.of, found.measurements, found.models) == (pytest.approx(0.17), "value", 19, 19)


def test_runs_of_one_model_count_once(outcome: Build) -> None:
    rows = models(outcome, [0.01, 0.02, 0.2]) + [outcome(100, 100, architecture="0 ()")] * 30
    found = fit(rows, "")["weights", ()]
    assert (found.measurements, found.models) == (33, 3)
    assert found.share == pytest.approx(0.2 * 0.9 * 4 / 3)


def test_thin_evidence_is_never_narrower_than_the_wider_kind(outcome: Build) -> None:
    many = models(outcome, [0.1] * 30, kind=("vllm", "quantised"))
    few = models(outcome, [0.001, 0.002], kind=("vllm", "16 bit"))
    wide = models(outcome, [0.4], kind=("vllm", "other"))
    found = fit(many + few + wide, "")
    assert ("weights", ("vllm", "16 bit")) not in found
    assert found["weights", ("vllm", "other")].share == pytest.approx(0.72)
    assert found["weights", ("vllm",)].share == pytest.approx(0.1)


def test_from_nine_models_on_the_largest_distance_holds_a_further_one(outcome: Build) -> None:
    rows = models(outcome, [n / 100 for n in range(1, 10)], kind=("vllm", "quantised"))
    assert fit(rows, "")["weights", ("vllm", "quantised")].share == pytest.approx(0.09)


def test_a_distance_of_more_than_the_value_says_nothing(outcome: Build) -> None:
    errors = [n / 100 for n in range(1, 12)]
    rows = models(outcome, [*errors, 6.5], kind=("vllm", "defaults"), quantity="activation_peak")
    assert fit(rows, "")["activation_peak", ("vllm", "defaults")].share == pytest.approx(0.11)
    wide = models(outcome, [0.3] * 20, kind=("vllm", "vllm-0.19"), quantity="activation_peak")
    assert fit(rows + wide, "")["activation_peak", ("vllm", "defaults")].share == pytest.approx(0.3)


def test_the_distance_from_the_nearest_of_several_checkpoints_counts(outcome: Build) -> None:
    between = outcome(90, 100, spread=(15.0, 0.0))
    assert distance(between) == 0
    assert distance(outcome(80, 100, spread=(15.0, 0.0))) == pytest.approx(0.05)
    assert distance(outcome(103, 100, spread=(15.0, 0.0))) == pytest.approx(0.03)
    renewed = between.renewed(100, {})
    assert renewed.figure is not None
    assert (renewed.figure.low, renewed.figure.high) == (85, 100)


def test_a_pool_errs_by_a_share_of_its_budget(outcome: Build) -> None:
    pool = outcome(2 * GIB, 3 * GIB, quantity="kv_pool", budget=50 * GIB)
    allocated = outcome(2 * GIB, 3 * GIB, quantity="kv_pool")
    assert distance(pool) == pytest.approx(0.02)
    assert distance(allocated) == pytest.approx(1 / 3)
    found = fit([pool, allocated], "")["kv_pool", ()]
    assert (found.of, found.measurements) == ("budget", 1)


def test_fitted_intervals_hold_the_rows_they_were_fitted_to(outcome: Build) -> None:
    rows = models(outcome, [(-1) ** n * n / 50 for n in range(40)], kind=("vllm", "16 bit"))
    fitted = fit(rows, "")
    assert (score(one.renewed(100, fitted) for one in rows).coverage or 0) >= 0.9


def test_what_is_written_is_read_again(outcome: Build, tmp_path: Path) -> None:
    rows = fit(models(outcome, [n / 1000 for n in range(12)], kind=("vllm", "16 bit")), "2026-04-22")
    write(rows, "2026-04-22", "start-up logs", tmp_path / "residuals.json")
    data = json.loads((tmp_path / "residuals.json").read_text(encoding="utf-8"))
    assert residuals(data) == rows
    assert data["sources"] == ["start-up logs"]
