"""Nothing is left out in silence: of every kind of work, whatever its spec states, a figure stands or is missing."""

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import pytest

from pliego.sizing.expected import expected
from pliego.sizing.terms import Term, WorkloadSizing
from pliego.spec.applicability import MODES, home
from pliego.workflow.composition import Composition
from pliego.workflow.sizing import write_sizing

Sized = Callable[..., WorkloadSizing]

HEAD: Final = {"id": "R-1", "title": "A title", "version": "1", "language": "en", "issued": "2026-12-01"}
WORK: Final = [(kind, mode) for kind, modes in MODES.items() for mode in modes]


@pytest.fixture(scope="module")
def composition_of(
    composed: Callable[[Path], Composition], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[dict[str, Any]], Composition]:
    folder = tmp_path_factory.mktemp("expected")

    def compose(workload: dict[str, Any]) -> Composition:
        file = folder / f"{len(list(folder.iterdir()))}.yaml"
        spec = {"schema": "pliego/v1", "rfq": HEAD, "workloads": {"work": workload}}
        file.write_text(json.dumps(spec), encoding="utf-8")
        return composed(file)

    return compose


@pytest.fixture(scope="module")
def sized(composition_of: Callable[[dict[str, Any]], Composition]) -> Sized:
    return lambda workload: composition_of(workload).sizing.workloads[0]


@pytest.mark.parametrize(("kind", "mode"), WORK)
def test_a_spec_of_required_keys_alone_has_or_lacks_each_expected_figure(
    composition_of: Callable[[dict[str, Any]], Composition], kind: str, mode: str
) -> None:
    composition = composition_of({"task": {"kind": kind, "mode": mode}})
    (sizing,) = composition.sizing.workloads
    said = {*(term.key for term in (*sizing.terms, *sizing.machine)), *(one.figure for one in sizing.missing)}
    wanted = {one.figure for one in expected(kind, mode)}
    assert wanted
    assert wanted <= said
    written = json.loads(write_sizing(composition.sizing, "json"))["sizing"]["workloads"][0]
    assert wanted <= {one["key"] for one in written["terms"]} | {one["figure"] for one in written["missing"]}


@pytest.mark.parametrize(("kind", "mode"), WORK)
def test_what_is_missing_says_why_and_asks_for_keys_that_this_work_has(sized: Sized, kind: str, mode: str) -> None:
    for one in sized({"task": {"kind": kind, "mode": mode}}).missing:
        assert one.needs or one.reason
        for path in one.needs:
            belongs = home(path[2:4]) or home(path[2:3])
            assert belongs is None or not belongs.kinds or kind in belongs.kinds, path
            assert belongs is None or not belongs.modes or mode in belongs.modes, path


SERVED: Final[dict[str, Any]] = {
    "task": {"kind": "text-generation", "mode": "online", "images": {"per_request": 2, "max_pixels": 1_048_576}},
    "model": {"id": "Qwen/Qwen2.5-VL-7B-Instruct"},
    "precision": {"weights": "bf16", "kv_cache": "bf16", "runtime": {"name": "vllm", "version": "0.19"}},
    "context": {
        "input": {"typical": 1200, "p95": 6000, "max": 16_000},
        "output": {"typical": 300, "p95": 800, "max": 2000},
    },
    "load": {"peak": "4 req/s"},
    "slo": {"ttft_p95": "1.5 s", "tpot_p95": "60 ms"},
}
NIGHTLY: Final[dict[str, Any]] = {
    "task": {"kind": "text-generation", "mode": "batch"},
    "model": {"id": "openai/gpt-oss-20b"},
    "precision": {"weights": "bf16", "kv_cache": "bf16"},
    "context": {"input": {"max": 1000}, "output": {"max": 100}},
    "load": {"documents": 100_000, "concurrency": {"peak": 8}},
    "slo": {"deadline": "8 h"},
}
ADAPTATION: Final[dict[str, Any]] = {
    "task": {
        "kind": "text-generation", "mode": "fine-tuning", "method": "lora", "rank": 16, "sequence_length": 2048,
        "micro_batch": 4, "tokens": 4_000_000,
    },
    "model": {"id": "meta-llama/Llama-3.1-8B-Instruct"},
    "precision": {"weights": "bf16"},
    "data": {"size": "6 GB", "loader_workers": 4, "sample": "3 MB"},
    "checkpoints": {"content": "adapters", "keep": 3, "write_time": "10 s"},
    "slo": {"deadline": "1 d"},
}  # fmt: skip
PICTURES: Final[dict[str, Any]] = {
    "task": {"kind": "image-generation", "mode": "fine-tuning", "method": "full", "samples": 9000, "epochs": 3},
    "model": {"parameters": 2.6e9},
    "precision": {"weights": "bf16"},
    "data": {"size": "2 TB"},
    "checkpoints": {"content": "weights", "keep": 2},
    "slo": {"deadline": "1 d"},
}
TRANSCRIPTS: Final[dict[str, Any]] = {
    "task": {"kind": "speech-to-text", "mode": "batch"},
    "model": {"parameters": 1.5e9},
    "precision": {"weights": "fp16"},
    "load": {"audio": "300 h"},
    "slo": {"deadline": "10 h"},
}
SEARCH: Final[dict[str, Any]] = {
    "task": {"kind": "vector-search", "mode": "online"},
    "index": {
        "type": "ivf-pq", "vectors": 1_000_000, "dimensions": 768, "format": "float16", "cells": 4096,
        "subvectors": 96, "code_bits": 6, "metadata": "1 kB", "replicas": 2,
    },
}  # fmt: skip
GRAPH: Final[dict[str, Any]] = {
    "task": {"kind": "vector-search", "mode": "online"},
    "index": {
        "type": "hnsw", "vectors": 1_000_000, "dimensions": 768, "format": "float16", "links": 32, "metadata": "1 kB",
        "replicas": 2,
    },
}  # fmt: skip
TABLE: Final[dict[str, Any]] = {
    "task": {"kind": "classic-ml", "mode": "training", "algorithm": "gradient-boosting"},
    "data": {"size": "90 GB", "rows": 120_000_000, "columns": 140, "value_format": "float32", "copies": 3},
}
STATED: Final = {
    "served": SERVED, "nightly": NIGHTLY, "adaptation": ADAPTATION, "pictures": PICTURES, "transcripts": TRANSCRIPTS,
    "search": SEARCH, "graph": GRAPH, "table": TABLE,
}  # fmt: skip

QUESTIONS: Final = {
    "slo.deadline", "checkpoints", "checkpoints.write_time", "data.loader_workers", "task.images", "index.metadata",
    "slo.ttft_p95", "slo.tpot_p95", "slo", "load.peak",
}  # fmt: skip
"""Keys that ask for a figure of their own: without them it is not wanted. The levels and the rate stand for each other
in the request rate alone; what they lack for the sequences in flight is held by the tests of the load."""

EXAMPLES: Final = {f"kv_cache_request_{name}" for name in ("typical", "p95", "max")}
"""Figures of one request of a stated length: of a length that is not stated nobody wants one."""

RELEASE: Final = {"activation_peak", "captured_graphs", "runtime_outside"}
"""What an engine holds: of an unknown one another term stands for it, with a range over all that are known."""

REQUIRED: Final = {
    "task", "task.kind", "task.mode", "index.type", "index.vectors", "index.dimensions", "task.images.per_request",
    "task.images.max_pixels",
}  # fmt: skip


def without_one(workload: dict[str, Any], *above: str) -> Iterator[tuple[str, ...]]:
    """Yield the keys that may be left out."""
    for key, value in workload.items():
        if ".".join((*above, key)) not in REQUIRED:
            yield (*above, key)
        if isinstance(value, dict):
            yield from without_one(value, *above, key)


def left_out(workload: dict[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    copy = deepcopy(workload)
    part = copy
    for key in path[:-1]:
        part = part[key]
    del part[path[-1]]
    return copy if part or len(path) == 1 else left_out(copy, path[:-1])


CASES: Final = [(name, path) for name, workload in STATED.items() for path in without_one(workload)]


@pytest.mark.parametrize(("name", "path"), CASES, ids=lambda one: one if isinstance(one, str) else ".".join(one))
def test_a_key_that_is_left_out_is_named_or_its_stand_in_is_an_assumption(
    sized: Sized, name: str, path: tuple[str, ...]
) -> None:
    whole, part = sized(STATED[name]), sized(left_out(STATED[name], path))
    before, after = figures(whole), figures(part)
    if ".".join(path) in QUESTIONS:
        return
    gone = before.keys() - after.keys() - EXAMPLES
    assert not gone or set(part.missing) - set(whole.missing), gone
    for key in before.keys() & after.keys():
        if before[key].value != after[key].value:
            assert is_said(key, before, after), key


def figures(sizing: WorkloadSizing) -> dict[str, Term]:
    """Return the terms by key; an accelerator that the sums ask for decides on what follows from its size."""
    of_size = {"host_memory", *RELEASE} if sizing.term("needed") else set()
    return {term.key: term for term in (*sizing.terms, *sizing.machine) if term.key not in of_size}


def is_said(key: str, before: dict[str, Term], after: dict[str, Term]) -> bool:
    """Say whether another figure without a statement carries an assumption, other sources, or follows from such."""
    term = after[key]
    if set(term.sources) - set(before[key].sources) or term.formula != before[key].formula:
        return True
    changed = {one.key for one in term.inputs} - {key}
    return any(one in before and one in after and is_said(one, before, after) for one in changed)
