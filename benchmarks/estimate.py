"""How long the arithmetic takes, after import and with the catalog read: one run, and all accelerators for a workload.

    python benchmarks/estimate.py [--most-each MS] [--most-all MS]

Prints medians; exit code 1 where one is above its limit.
"""

import argparse
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from pliego.catalog import Catalog, load_catalog
from pliego.catalog.architecture import Architecture
from pliego.resolve.resolving import resolve
from pliego.sizing.calculation import size
from pliego.sizing.estimates import exact
from pliego.sizing.prediction import predict
from pliego.sizing.runs import RunInputs
from pliego.workflow.reading import read_spec

EXAMPLE = Path(__file__).resolve().parents[1] / "examples" / "assistant" / "spec.yaml"
MODELS = (
    "meta-llama/Llama-3.1-8B",
    "Qwen/Qwen3-30B-A3B",
    "deepseek-ai/DeepSeek-V3",
    "openai/gpt-oss-120b",
)
"""One of each kind: dense, with experts, with latent attention, with windows."""

RUNS = 51
H100 = 79.19 * 2**30


def inputs_of(model: str, catalog: Catalog) -> RunInputs:
    """Return a run of a model on eight H100, at the defaults of vLLM 0.19."""
    row, weights = catalog.model(model), catalog.number_format("bf16")
    release = catalog.engine_release("vllm", "0.19")
    if row is None or not isinstance(row.reading, Architecture) or weights is None or release is None:
        raise SystemExit(f"{model} is not understood")
    return RunInputs(row.reading, weights, release, exact(H100), large_card=True, tensor_parallel=8)


def milliseconds(work: Callable[[], object]) -> float:
    """Return the median of `RUNS` runs after one that is not counted."""
    times = []
    for _ in range(RUNS + 1):
        begin = perf_counter()
        work()
        times.append((perf_counter() - begin) * 1000)
    return median(times[1:])


def report(name: str, took: float, most: float) -> bool:
    """Print a time beside its limit and say whether it is held."""
    print(f"{name:<58} {took:8.3f} ms   (at most {most:g})")
    return took <= most


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="time of the arithmetic")
    parser.add_argument("--most-each", type=float, default=1.0, help="milliseconds for one run (default: 1)")
    parser.add_argument("--most-all", type=float, default=100.0, help="milliseconds for a workload (default: 100)")
    given = parser.parse_args()
    catalog = load_catalog()
    held = []
    for model in MODELS:
        took = milliseconds(partial(predict, inputs_of(model, catalog)))
        held.append(report(f"one run: {model}", took, given.most_each))
    resolved = resolve(read_spec(EXAMPLE).spec(), catalog, {})
    number = len(catalog.accelerators)
    took = milliseconds(partial(size, resolved))
    held.append(report(f"one workload on each of {number} accelerators", took, given.most_all))
    return 0 if all(held) else 1


if __name__ == "__main__":
    sys.exit(main())
