"""Options of `pliego estimate` in place of spec paths: in findings, their hints, and the sizing."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from pliego.finding_codes import CODES
from pliego.findings import Finding, SpecPath
from pliego.sizing.terms import Sizing, Source

WORKLOAD: Final = "estimate"
"""The one workload of the spec that options stand for."""

_WITHIN_WORKLOAD: Final = 2

PLACES: Final[dict[str, SpecPath]] = {
    "model": ("workloads", WORKLOAD, "model", "id"),
    "config": ("workloads", WORKLOAD, "model", "config"),
    "parameters": ("workloads", WORKLOAD, "model", "parameters"),
    "weights": ("workloads", WORKLOAD, "precision", "weights"),
    "kv_cache": ("workloads", WORKLOAD, "precision", "kv_cache"),
    "engine": ("workloads", WORKLOAD, "precision", "runtime", "name"),
    "engine_version": ("workloads", WORKLOAD, "precision", "runtime", "version"),
    "tensor_parallel": ("workloads", WORKLOAD, "precision", "runtime", "tensor_parallel"),
    "pipeline_parallel": ("workloads", WORKLOAD, "precision", "runtime", "pipeline_parallel"),
    "memory_utilization": ("workloads", WORKLOAD, "precision", "runtime", "memory_utilization"),
    "max_model_length": ("workloads", WORKLOAD, "precision", "runtime", "max_model_length"),
    "max_batched_tokens": ("workloads", WORKLOAD, "precision", "runtime", "max_batched_tokens"),
    "max_sequences": ("workloads", WORKLOAD, "precision", "runtime", "max_sequences"),
    "rope_scaling": ("workloads", WORKLOAD, "precision", "runtime", "rope_scaling"),
    "adapters": ("workloads", WORKLOAD, "precision", "runtime", "adapters"),
    "draft": ("workloads", WORKLOAD, "precision", "runtime", "draft"),
    "input": ("workloads", WORKLOAD, "context", "input"),
    "output": ("workloads", WORKLOAD, "context", "output"),
    "concurrency": ("workloads", WORKLOAD, "load", "concurrency", "peak"),
    "accelerator": ("hardware", "reference"),
    "count": ("hardware", "count"),
    "margin": ("assumptions", "memory_margin"),
}
"""Where each option would stand in a spec."""


_IN_PARTS: Final = ("input", "output", "rope_scaling", "adapters", "draft")
"""Options whose value stands for several keys of a spec."""

_QUOTED: Final = re.compile(r"`([a-z]\w*(?:\.\w+)*)(?:: ([^`]+))?`")
_PART: Final = re.compile(r"\w+: ([^,{}]+)")

_WORDS: Final = {
    "; in YAML, >- joins lines into one": "",
    "remove the key": "leave it out",
    "it starts at the spec": "it starts at the current folder",
}
"""What is said of a file that holds a spec, and what of a command line."""


def by_option(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return findings with options in place of paths and keys; each has a hint, its own or the advice of its code."""
    return tuple(replace(one, path=_option(one.path) or (), hint=hint_by_option(one), at_key=False) for one in findings)


def hint_by_option(finding: Finding) -> str:
    """Return what to do, with options in place of the keys of a spec that it quotes.

    A key is looked for beside the finding's own place first, so that `model` of a draft is `--draft`.
    """
    hint = finding.hint or CODES[finding.code].advice
    for of_a_file, of_options in _WORDS.items():
        hint = hint.replace(of_a_file, of_options)

    def named(found: re.Match[str]) -> str:
        keys = tuple(found[1].split("."))
        name = next(_candidates(finding.path, keys), None)
        if name is None:
            return found[0]
        return f"`{flag(name)} {_written(found[2])}`" if found[2] else f"`{flag(name)}`"

    return _QUOTED.sub(named, hint)


def _written(value: str) -> str:
    """Return a value as an option has it: `{type: yarn, factor: 4}` is `yarn:4`."""
    return ":".join(part.strip() for part in _PART.findall(value)) if value.startswith("{") else value


def _candidates(path: SpecPath, keys: SpecPath) -> Iterator[str]:
    """Yield the options that keys may mean: beside a path or above it, within a value in parts, then anywhere."""
    beside = [(*path[:length], *keys) for length in range(len(path), -1, -1)]
    yield from (name for one in beside for name, place in PLACES.items() if place == one)
    for one in beside:
        yield from (name for name in _IN_PARTS if one[: len(PLACES[name])] == PLACES[name])
    yield from (name for name, place in PLACES.items() if place[-len(keys) :] == keys)


def flag(name: str) -> str:
    """Return an option as it is typed."""
    return "MODEL" if name == "model" else "--" + name.replace("_", "-")


def _option(path: SpecPath) -> SpecPath | None:
    """Return the option that stands at a path of the spec or above it, else the first below it within a workload."""
    above = (name for name, place in PLACES.items() if path[: len(place)] == place)
    below = (name for name, place in PLACES.items() if place[: len(path)] == path and len(path) > _WITHIN_WORKLOAD)
    found = next(above, None) or next(below, None)
    return (flag(found),) if found else None


def by_option_name(sizing: Sizing) -> Sizing:
    """Return the sizing with options in place of spec paths, and as the source of what they state."""
    workloads = []
    for workload in sizing.workloads:
        missing = tuple(
            replace(one, needs=tuple(dict.fromkeys(option for path in one.needs if (option := _option(path)))))
            for one in workload.missing
        )
        findings = by_option(workload.findings)
        workloads.append(replace(_renamed(replace(workload, findings=())), missing=missing, findings=findings))
    return Sizing(tuple(workloads))


def _renamed(value: Any) -> Any:
    """Return a value of the sizing with every path and every source of the spec renamed."""
    if isinstance(value, tuple):
        return tuple(map(_renamed, value))
    if not is_dataclass(value) or isinstance(value, type):
        return value
    if isinstance(value, Source):
        return replace(value, key="options") if value.key == "spec" else value
    changed: dict[str, Any] = {}
    for field in fields(value):
        before = getattr(value, field.name)
        after = _option(before) if field.name == "path" and before else _renamed(before)
        if after is not before:
            changed[field.name] = after
    return replace(value, **changed) if changed else value
