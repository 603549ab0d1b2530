"""A prediction sees input columns and nothing else."""

from collections.abc import Callable
from pathlib import Path

import pytest

from measured.rows import FILE, GIB, INPUT_COLUMNS, NoMeasurementsError, latest, read_rows

ANSWERS = ("_gib", "kv_tokens", "kv_blocks", "kv_bytes", "max_concurrency", "kv_ratio", "buffers", "printed")
"""What the names of measured and derived columns hold."""


def test_no_input_column_holds_an_answer_or_names_the_row() -> None:
    inputs = set(INPUT_COLUMNS) - {"gpu_mem_total_gib"}
    assert not [name for name in inputs if any(part in name for part in ANSWERS)]
    assert not inputs & {"id", "model_id", "source", "source_date", "notes", "confidence", "model_revision"}


def test_a_row_is_split_into_inputs_and_measurements(measurements: Callable[..., Path]) -> None:
    (row,) = read_rows(measurements({"notes": "weights were 14.99 GiB", "chunked_prefill": ""}))
    assert set(row.given) <= set(INPUT_COLUMNS)
    assert "chunked_prefill" not in row.given
    assert row.measured["weights"] == 14.99 * GIB
    assert row.measured["kv_bytes_per_token"] == 131078
    assert row.architecture == "meta-llama/Llama-3.1-8B"


def test_only_what_counts_is_compared(measurements: Callable[..., Path]) -> None:
    changes = {"scorable_weights": "no", "kv_available_gib": "", "activation_peak_gib": "-0.1"}
    (row,) = read_rows(measurements(changes))
    assert set(row.measured) == {"kv_bytes_per_token"}


def test_a_missing_file_or_column_is_said(tmp_path: Path) -> None:
    with pytest.raises(NoMeasurementsError, match=f"no {FILE} in"):
        read_rows(tmp_path)
    (tmp_path / FILE).write_text("id,engine\n", encoding="utf-8")
    with pytest.raises(NoMeasurementsError, match="lacks the columns activation_peak_gib, architecture"):
        read_rows(tmp_path)


def test_the_newest_source_dates_the_whole(measurements: Callable[..., Path]) -> None:
    folder = measurements({"source_date": "2025"}, {"source_date": "2026-04-22"}, {"source_date": ""})
    assert latest(read_rows(folder)) == "2026-04-22"
