"""The benchmark as it is run: its output, its refusals, and the floors below which accuracy must not fall."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import accuracy
from measured.document import surroundings, table
from measured.holdout import optimism
from measured.outcomes import Outcome, outcomes_of
from measured.report import TARGETS, verdicts
from measured.residuals import distance, fit
from measured.rows import INPUT_COLUMNS, QUANTITIES, Row, latest, read_rows
from measured.runs import run_of
from pliego.catalog import load_catalog
from pliego.sizing.prediction import predict

ARCHITECTURES = (
    "meta-llama/Llama-3.1-8B",
    "Qwen/Qwen3-30B-A3B",
    "deepseek-ai/DeepSeek-V3",
    "openai/gpt-oss-20b",
    "Qwen/Qwen3-Next-80B-A3B-Instruct",
    "google/gemma-3-27b-it",
)

CLASSES = ("weights", "kv_bytes_per_token", "activation_peak")
POOLS = ("vllm_017_on", "vllm_earlier", "llama_cpp")
KEYS = {"n", "refused", "median", "p90", "bias", "coverage"}

FLOORS = {
    "weights": (0.001, 0.027),
    "kv_bytes_per_token": (0.0001, 0.0005),
    "activation_peak": (0.006, 0.14),
    "vllm_017_on": (0.001, 0.02),
    "vllm_earlier": (0.027, 0.19),
    "llama_cpp": (0.00001, 0.00001),
}
"""Median and 90th percentile of the absolute relative error that a class must not exceed: what was reached, with room.

The 90th percentile of weights is that of forks, of a tower that was not loaded and of modules for drafting; that of
earlier pools is of 17 rows, three of which have settings that no column states (`docs/accuracy.md`).
"""

MISSED = ["kv_pool.vllm_earlier"]
"""Classes whose 90th percentile is above its target; the documentation says why."""

HELD_OUT = 0.9
"""Share of the measurements of a model that its intervals hold where they are fitted without it."""

ANSWERED = 0.9


def run(folder: Path, capsys: pytest.CaptureFixture[str], *options: str) -> str:
    assert accuracy.main(["--data", str(folder), *options]) == 0
    return capsys.readouterr().out


def scores(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    inference = json.loads(run(folder, capsys, "--format", "json"))["inference"]
    assert set(inference) == {*CLASSES, "kv_pool"}
    assert set(inference["kv_pool"]) == set(POOLS)
    flat = {name: inference[name] for name in CLASSES} | inference["kv_pool"]
    assert all(set(one) == KEYS for one in flat.values())
    return flat


def test_json_holds_every_class_also_an_empty_one(
    measurements: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    found = scores(measurements({}), capsys)
    assert found["weights"]["n"] == 1
    assert found["weights"]["median"] < 0.005
    assert found["vllm_017_on"]["median"] < 0.02
    nothing = {"n": 0, "refused": 0, "median": None, "p90": None, "bias": None, "coverage": None}
    assert found["llama_cpp"] == found["vllm_earlier"] == nothing


def test_what_is_not_an_input_changes_nothing(measurements: Callable[..., Path]) -> None:
    """Two rows with the same inputs: the answers, names and notes of the second are all different."""
    other = {"id": "x", "model_id": "y", "source": "z", "notes": "30 GiB", "weights_printed": "1"}
    answers = {"weights_gib": "29.98", "kv_available_gib": "29.05", "activation_peak_gib": "3.78"}
    rows = read_rows(measurements({}, other | answers))
    first, second = (
        [one.figure for one in outcomes_of([row], load_catalog(), load_catalog().residuals)] for row in rows
    )
    assert first == second
    assert None not in first


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"engine": "an engine", "engine_family": "an engine"}, "engine an engine is not in the catalog"),
        ({"release_group": "unknown", "engine_version": "an image"}, "vLLM an image is not in the catalog"),
        ({"architecture": "nobody/nothing"}, "architecture nobody/nothing is not in the catalog"),
        ({"weight_format": "int3-new"}, "weight format int3-new is not known"),
        ({"weight_format": "q8_0"}, "weight format q8_0 is not known"),
        ({"kv_cache_dtype": "int3"}, "cache format int3 is not known"),
        ({"tp": "many", "max_num_seqs": "-", "gpu_memory_utilization": "auto"}, None),
        ({"gpu_name": "a card", "gpu_mem_total_gib": ""}, ""),
    ],
)
def test_an_unknown_row_is_refused_with_a_reason_never_a_crash(
    measurements: Callable[..., Path], capsys: pytest.CaptureFixture[str], change: dict[str, str], reason: str | None
) -> None:
    text = run(measurements(change, {}), capsys)
    assert ("refused: " in text) == (reason is not None)
    assert f"refused: {reason}" in text or not reason


CELLS = st.sampled_from(
    ["", "0", "-1", "1", "3", "7", "64", "1e9", "0.5", "auto", "none", "unknown", "NaN", "ø", "inf"]
)


@settings(max_examples=300)
@given(
    st.dictionaries(st.sampled_from([name for name in INPUT_COLUMNS if name != "architecture"]), CELLS, max_size=6),
    st.sampled_from(ARCHITECTURES),
)
def test_no_input_crashes(log: dict[str, str], change: dict[str, str], architecture: str) -> None:
    columns = log | {"architecture": architecture} | change
    cells = {name: columns[name] for name in INPUT_COLUMNS if columns.get(name)}
    row = Row("a", cells, dict.fromkeys(QUANTITIES, 1.0), "s", {})
    outcomes = list(outcomes_of([row], load_catalog(), {}))
    assert [one.quantity for one in outcomes] == list(QUANTITIES)
    assert all((one.figure is None) == bool(one.reason) for one in outcomes)


def test_an_unknown_card_leaves_what_does_not_depend_on_it(
    measurements: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    found = scores(measurements({"gpu_name": "a card", "gpu_mem_total_gib": ""}), capsys)
    assert (found["weights"]["refused"], found["kv_bytes_per_token"]["refused"]) == (0, 0)
    assert found["vllm_017_on"] == {"n": 1, "refused": 1, "median": None, "p90": None, "bias": None, "coverage": None}


def test_the_worst_rows_are_named_and_a_holdout_is_reported(
    measurements: Callable[..., Path], capsys: pytest.CaptureFixture[str]
) -> None:
    folder = measurements({}, {"weights_gib": "30", "source": "another"})
    text = run(folder, capsys, "--holdout", "source")
    assert "worst: row-2 -50.0%" in text
    assert "fitted with the group against fitted without it" in text
    assert (
        json.loads(run(folder, capsys, "--holdout", "model", "--format", "json"))["holdout"]["weights"]["groups"] == 1
    )


def test_the_intervals_judged_are_those_of_the_product(measurements: Callable[..., Path]) -> None:
    catalog = load_catalog()
    for row in read_rows(measurements({}, {"max_num_seqs": ""}, {"weight_format": "fp8", "tp": "2", "gpu_count": "2"})):
        prediction = predict(run_of(row.given, catalog).inputs, catalog.residuals)
        for outcome in outcomes_of([row], catalog, catalog.residuals):
            assert outcome.figure == getattr(prediction, outcome.quantity)


def test_encoders_that_are_not_loaded_take_no_memory(measurements: Callable[..., Path]) -> None:
    """Qwen3.5-35B in FP8 without its image encoder: 33.38 GiB."""
    catalog, model = load_catalog(), {"architecture": "Qwen/Qwen3.5-35B-A3B", "weight_format": "fp8"}
    rows = read_rows(measurements(model | {"other_flags": "language-model-only"}, model))
    without, whole = (predict(run_of(row.given, catalog).inputs).weights for row in rows)
    assert without is not None
    assert whole is not None
    assert without.value / (1 << 30) == pytest.approx(33.38, rel=0.001)
    assert (whole.value - without.value) / (1 << 30) == pytest.approx(0.83, abs=0.01)


def test_of_several_stages_any_may_be_the_one_that_was_printed(measurements: Callable[..., Path]) -> None:
    """Llama-3.1-8B in four stages: 4.26, 3.28, 3.28 and 4.26 GiB."""
    catalog = load_catalog()
    rows = read_rows(measurements(*({"pp": "4", "gpu_count": "4", "weights_gib": gib} for gib in ("3.28", "4.26"))))
    found = [one for one in outcomes_of(rows, catalog, catalog.residuals) if one.quantity == "weights"]
    assert [one.held for one in found] == [True, True]
    assert [round(distance(one), 3) for one in found] == [pytest.approx(0, abs=0.005)] * 2


def test_absent_measurements_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert accuracy.main(["--data", str(tmp_path)]) == 2
    assert "name their folder with --data DIR" in capsys.readouterr().err


@pytest.fixture(scope="module")
def published(measured_folder: Path) -> list[Outcome]:
    """Return the outcomes of the published measurements."""
    return list(outcomes_of(read_rows(measured_folder), load_catalog(), load_catalog().residuals))


def test_accuracy_does_not_slip(measured_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = scores(measured_folder, capsys)
    assert TARGETS.keys() == {*CLASSES, *(f"kv_pool.{name}" for name in POOLS)}
    assert [name for name, target in TARGETS.items() if found[name.partition(".")[2] or name]["p90"] > target] == MISSED
    slipped = [
        (name, found[name]["median"], found[name]["p90"])
        for name, (median, p90) in FLOORS.items()
        if found[name]["median"] > median or found[name]["p90"] > p90
    ]
    assert not slipped
    refused, every = (sum(one[key] for one in found.values()) for key in ("refused", "n"))
    assert 1 - refused / every >= ANSWERED


def test_intervals_are_not_refuted(published: list[Outcome]) -> None:
    assert not [name for name, one in verdicts(published).items() if one.refuted]


@pytest.mark.parametrize("group", ["model", "source"])
def test_intervals_fitted_without_a_group_hold_it(published: list[Outcome], group: str) -> None:
    found = {name: one.held_out.coverage for name, one in optimism(published, group).items()}
    assert not {name: share for name, share in found.items() if share is None or share < HELD_OUT}


def test_the_residuals_of_the_catalog_are_current(published: list[Outcome], measured_folder: Path) -> None:
    """Where this fails: `python benchmarks/accuracy.py --fit`."""
    assert fit(published, latest(read_rows(measured_folder))) == load_catalog().residuals


def test_the_table_of_the_documentation_is_current(published: list[Outcome]) -> None:
    """Where this fails: `python benchmarks/accuracy.py --document`."""
    text = accuracy.DOCUMENT.read_text(encoding="utf-8")
    before, after = surroundings(text)
    assert table(published) in text.removeprefix(before).removesuffix(after)
