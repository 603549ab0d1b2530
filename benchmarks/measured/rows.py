"""Rows of `inference_memory.csv`, split into what a prediction may read, what it is compared with, and the rest."""

import csv
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Final

FILE: Final = "inference_memory.csv"

QUANTITIES: Final[Mapping[str, str]] = {
    "weights": "weights_gib",
    "kv_bytes_per_token": "kv_bytes_per_token_measured",
    "activation_peak": "activation_peak_gib",
    "kv_pool": "kv_available_gib",
}
"""What is compared, and the column of the measurement."""

SCORABLE: Final[Mapping[str, str]] = {
    "weights": "scorable_weights",
    "kv_bytes_per_token": "scorable_kv_bytes_per_token",
    "activation_peak": "scorable_activation",
    "kv_pool": "scorable_kv_pool",
}
"""The column that says whether a row counts for a quantity."""

INPUT_COLUMNS: Final = (
    "engine", "engine_family", "engine_version", "release_group", "architecture", "weight_format", "dtype",
    "gpu_name", "gpu_count", "gpu_mem_total_gib", "tp", "pp", "dp", "max_model_len", "gpu_memory_utilization",
    "kv_cache_dtype", "block_size", "max_num_seqs", "max_num_batched_tokens", "enforce_eager", "chunked_prefill",
    "other_flags", "n_ctx", "n_parallel", "offload", "scope",
)  # fmt: skip
"""All that a prediction may read. `model_id` is left out: the architecture stands for it."""

_PER_GIB: Final = frozenset({"weights", "activation_peak", "kv_pool"})
GIB: Final = 1 << 30


class NoMeasurementsError(Exception):
    """The folder holds no measurements, or a file without the columns that are needed."""


@dataclass(frozen=True, slots=True)
class Row:
    """One measured run.

    Attributes:
        id: names the row in a report, never in a prediction.
        given: the input columns that are not blank; all that a prediction is made from.
        measured: bytes (or bytes per token) by quantity, where the row counts for it.
        source: who published it; a group for holding out.
        columns: the row as written, for the rule that says what counts.

    """

    id: str
    given: Mapping[str, str]
    measured: Mapping[str, float]
    source: str
    columns: Mapping[str, str]

    @property
    def architecture(self) -> str:
        """The model file with the same geometry; a group for holding out."""
        return self.given.get("architecture", "")


def read_rows(folder: Path) -> tuple[Row, ...]:
    """Return the rows of the file in a folder.

    Raises:
        NoMeasurementsError: the file is not there, or columns are missing.

    """
    file = folder / FILE
    if not file.is_file():
        raise NoMeasurementsError(f"no {FILE} in {folder}")
    with file.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        needed = {"id", "source", *INPUT_COLUMNS, *QUANTITIES.values(), *SCORABLE.values()}
        missing = sorted(needed - set(reader.fieldnames or ()))
        if missing:
            raise NoMeasurementsError(f"{file} lacks the columns {', '.join(missing)}")
        return tuple(_rows(reader))


def _rows(reader: "csv.DictReader[str]") -> Iterator[Row]:
    for written in reader:
        columns = {name: (value or "").strip() for name, value in written.items() if isinstance(name, str)}
        given = {name: columns[name] for name in INPUT_COLUMNS if columns[name]}
        yield Row(columns["id"], given, dict(_measured(columns)), columns["source"], columns)


def _measured(columns: Mapping[str, str]) -> Iterator[tuple[str, float]]:
    for quantity, column in QUANTITIES.items():
        value = number(columns[column])
        if columns[SCORABLE[quantity]] == "yes" and value is not None and value > 0:
            yield quantity, value * (GIB if quantity in _PER_GIB else 1)


def number(text: str | None) -> float | None:
    """Return a number as written in a cell, None where there is none."""
    try:
        value = float(text or "")
    except ValueError:
        return None
    return value if isfinite(value) else None


def latest(rows: Iterable[Row]) -> str:
    """Return the newest date of a source, as an ISO date; sources name a year, a month or a day."""
    return max((row.columns.get("source_date", "") for row in rows), default="")
