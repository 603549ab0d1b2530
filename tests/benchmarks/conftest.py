"""What the tests of the benchmarks start from: measurements made for a test, and the real ones where they are."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from measured.folders import VARIABLE, default_folder
from measured.rows import FILE, INPUT_COLUMNS, QUANTITIES, SCORABLE

ROOT = Path(__file__).resolve().parents[2]

ADMIN = (
    "id",
    "model_id",
    "model_inferred",
    "bad",
    "consistency_flag",
    "weights_printed",
    "source",
    "source_date",
    "notes",
)
COLUMNS = (*ADMIN, *INPUT_COLUMNS, *QUANTITIES.values(), *SCORABLE.values())

LLAMA_ON_H100 = {
    "engine": "vllm",
    "engine_family": "vllm",
    "engine_version": "0.19.0 (V1)",
    "release_group": "0.17-0.20",
    "architecture": "meta-llama/Llama-3.1-8B",
    "weight_format": "bf16",
    "dtype": "bfloat16",
    "gpu_name": "NVIDIA H100 80GB HBM3",
    "gpu_count": "1",
    "gpu_mem_total_gib": "79.19",
    "tp": "1",
    "pp": "1",
    "max_model_len": "8192",
    "gpu_memory_utilization": "0.95",
    "kv_cache_dtype": "auto",
    "block_size": "16",
    "max_num_seqs": "1024",
    "max_num_batched_tokens": "8192",
    "offload": "none",
    "scope": "per_rank",
    "weights_gib": "14.99",
    "kv_bytes_per_token_measured": "131078",
    "activation_peak_gib": "1.89",
    "kv_available_gib": "58.11",
    "source": "a start-up log",
    "source_date": "2026-04-22",
    "model_inferred": "no",
    "bad": "no",
    "consistency_flag": "OK",
}
"""A start-up log of vLLM 0.19.0, published in llm-d-incubation/llm-d-planner."""


@pytest.fixture(scope="session")
def log() -> dict[str, str]:
    """Return the columns of that log."""
    return LLAMA_ON_H100


@pytest.fixture
def measurements(tmp_path: Path) -> Callable[..., Path]:
    """Return a writer of a folder of measurements: each row is Llama-3.1-8B on an H100 except for what it is given."""

    def written(*changes: dict[str, str]) -> Path:
        yes = dict.fromkeys(SCORABLE.values(), "yes")
        with (tmp_path / FILE).open("w", encoding="utf-8", newline="") as lines:
            writer = csv.DictWriter(lines, COLUMNS, restval="")
            writer.writeheader()
            for number, change in enumerate(changes, start=1):
                writer.writerow({"id": f"row-{number}"} | LLAMA_ON_H100 | yes | change)
        return tmp_path

    return written


@pytest.fixture(scope="session")
def measured_folder() -> Path:
    """Return the folder of real measurements; what needs them is skipped where they are not on this machine."""
    folder = default_folder(ROOT)
    if not (folder / FILE).is_file():
        pytest.skip(f"no measurements on this machine; {VARIABLE} names their folder")
    return folder
