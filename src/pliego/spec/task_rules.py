"""Rules on tasks: what goes together in an adapter, an image, a vector index and a model's licence."""

from collections.abc import Iterator, Mapping, Sequence
from math import isqrt, sqrt
from typing import Final

from pliego.findings import Finding, SpecPath
from pliego.spec.parsed import Whole
from pliego.spec.schema_walk import Visit
from pliego.spec.source import Data

_FEWEST_PIXELS: Final = 50_176
"""224 x 224 pixels: the smallest image that vision encoders in use take. Fewer are meant as something else."""

_INDEX_KEYS: Final[Mapping[str, tuple[str, ...]]] = {
    "links": ("hnsw",),
    "build_candidates": ("hnsw",),
    "cells": ("ivf-flat", "ivf-pq"),
    "subvectors": ("ivf-pq",),
    "code_bits": ("ivf-pq",),
}


def check_tasks(whole: Whole, known: Sequence[Visit]) -> Iterator[Finding]:
    """Find parts of workloads that contradict each other, and sizes that nobody means."""
    for visit in known:
        if len(visit.path) == 2 and visit.path[0] == "workloads" and isinstance(visit.value, dict):
            yield from _adapter(visit.path, _mapping(visit.value, "task"))
            yield from _checkpoints(visit.path, _mapping(visit.value, "task"), _mapping(visit.value, "checkpoints"))
            yield from _images(visit.path, _mapping(visit.value, "task"))
            yield from _index(visit.path, _mapping(visit.value, "index"))
    yield from _names(whole)


def _mapping(value: Mapping[str, Data], key: str) -> Mapping[str, Data]:
    part = value.get(key)
    return part if isinstance(part, dict) else {}


def _adapter(path: SpecPath, task: Mapping[str, Data]) -> Iterator[Finding]:
    """Find a rank without low-rank adapters, and adapters without the rank that they are sized by."""
    method = task.get("method")
    if task.get("mode") != "fine-tuning":
        return
    if "rank" in task and method == "full":
        hint = "remove it, or write lora as 'method'"
        yield Finding("P318", (*path, "task", "rank"), {"method": "full"}, hint, at_key=True)
    if method in ("lora", "qlora") and "rank" not in task:
        yield Finding("P319", (*path, "task", "method"), {"method": str(method)}, "add 'rank', such as 16")


def _checkpoints(path: SpecPath, task: Mapping[str, Data], checkpoints: Mapping[str, Data]) -> Iterator[Finding]:
    """Find adapters that are kept of a training that makes none."""
    mode, method = task.get("mode"), task.get("method")
    if checkpoints.get("content") != "adapters":
        return
    if mode == "pre-training" or (mode == "fine-tuning" and method == "full"):
        training = "pre-training" if mode == "pre-training" else "fine-tuning by method full"
        hint = "write training-state or weights"
        yield Finding("P327", (*path, "checkpoints", "content"), {"training": training}, hint)


def _images(path: SpecPath, task: Mapping[str, Data]) -> Iterator[Finding]:
    pixels = _mapping(task, "images").get("max_pixels")
    if type(pixels) is int and 0 < pixels < _FEWEST_PIXELS:
        side = round(sqrt(pixels))
        facts = {"pixels": f"{pixels:,}", "side": f"{side} x {side}"}
        hint = "write width times height, such as 1048576 for 1024 x 1024; a number of patches is no number of pixels"
        yield Finding("P320", (*path, "task", "images", "max_pixels"), facts, hint)


def _index(path: SpecPath, index: Mapping[str, Data]) -> Iterator[Finding]:
    kind, dimensions, parts = index.get("type"), index.get("dimensions"), index.get("subvectors")
    if not isinstance(kind, str):
        return
    for key, kinds in _INDEX_KEYS.items():
        if key in index and kind not in kinds:
            facts = {"key": key, "type": kind, "types": ", ".join(kinds)}
            yield Finding("P321", (*path, "index", key), facts, "remove it, or correct the type", at_key=True)
    if kind != "ivf-pq" or type(dimensions) is not int or type(parts) is not int:
        return
    if 0 < dimensions <= _MOST_DIMENSIONS and parts > 0 and dimensions % parts:  # the schema tells of others
        facts = {"parts": str(parts), "dimensions": str(dimensions)}
        yield Finding("P322", (*path, "index", "subvectors"), facts, _divisors(dimensions, parts))


_MOST_DIMENSIONS: Final = 1_000_000_000


def _divisors(dimensions: int, parts: int) -> str:
    """Name the numbers next to `parts` that divide the dimensions; each below the square root has one above it."""
    small = [number for number in range(1, isqrt(dimensions) + 1) if dimensions % number == 0]
    near = sorted(
        {*small, *(dimensions // number for number in small)}, key=lambda number: (abs(number - parts), number)
    )
    return f"write {' or '.join(map(str, sorted(near[:2])))}"


def _names(whole: Whole) -> Iterator[Finding]:
    """Find names of workloads, in lots and among those that share machines, that no workload has."""
    workloads = whole.get(("workloads",))
    names = list(workloads) if isinstance(workloads, dict) else []
    for path, value in whole.items():
        lot = len(path) == 5 and path[:2] == ("rfq", "lots") and path[3] == "workloads"
        if isinstance(value, str) and (path[:1] == ("colocate",) or lot) and value not in names:
            yield unknown_workload(path, value, names)


def unknown_workload(path: SpecPath, name: str, names: Sequence[str]) -> Finding:
    """Return the finding on a name that no workload has."""
    from pliego.spec.suggestions import closest  # noqa: PLC0415 (difflib, for faults only)

    meant = closest(name, list(names))
    hint = f"did you mean '{meant}'?" if meant else f"write one of {', '.join(names[:12])}"
    return Finding("P323", path, {"name": name[:60]}, hint)
