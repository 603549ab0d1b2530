"""`pliego estimate`: options of a command line instead of a spec, through the same checks and arithmetic."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any, Final

from pliego.catalog.loading import load_catalog
from pliego.findings import Finding, SpecPath, has_errors
from pliego.resolve.model import Resolved
from pliego.resolve.resolving import resolve
from pliego.sizing.calculation import size
from pliego.sizing.terms import Sizing, Source
from pliego.spec.models import Spec
from pliego.spec.rules import check_rules
from pliego.spec.scalars import plain_scalar
from pliego.spec.schema_walk import as_meant
from pliego.spec.source import Data
from pliego.spec.validation import check_schema
from pliego.workflow.inputs import read_configs
from pliego.workflow.sizing import shows_figures, write_sizing

_WORKLOAD: Final = "estimate"
_LENGTHS: Final = ("typical", "p95", "max")
_MOST_TRIED: Final = 8
_WITHIN_WORKLOAD: Final = 2

_PLACES: Final[dict[str, SpecPath]] = {
    "model": ("workloads", _WORKLOAD, "model", "id"),
    "config": ("workloads", _WORKLOAD, "model", "config"),
    "parameters": ("workloads", _WORKLOAD, "model", "parameters"),
    "weights": ("workloads", _WORKLOAD, "precision", "weights"),
    "kv_cache": ("workloads", _WORKLOAD, "precision", "kv_cache"),
    "engine": ("workloads", _WORKLOAD, "precision", "runtime", "name"),
    "engine_version": ("workloads", _WORKLOAD, "precision", "runtime", "version"),
    "tensor_parallel": ("workloads", _WORKLOAD, "precision", "runtime", "tensor_parallel"),
    "pipeline_parallel": ("workloads", _WORKLOAD, "precision", "runtime", "pipeline_parallel"),
    "memory_utilization": ("workloads", _WORKLOAD, "precision", "runtime", "memory_utilization"),
    "max_model_length": ("workloads", _WORKLOAD, "precision", "runtime", "max_model_length"),
    "max_batched_tokens": ("workloads", _WORKLOAD, "precision", "runtime", "max_batched_tokens"),
    "max_sequences": ("workloads", _WORKLOAD, "precision", "runtime", "max_sequences"),
    "rope_scaling": ("workloads", _WORKLOAD, "precision", "runtime", "rope_scaling"),
    "adapters": ("workloads", _WORKLOAD, "precision", "runtime", "adapters"),
    "draft": ("workloads", _WORKLOAD, "precision", "runtime", "draft"),
    "input": ("workloads", _WORKLOAD, "context", "input"),
    "output": ("workloads", _WORKLOAD, "context", "output"),
    "concurrency": ("workloads", _WORKLOAD, "load", "concurrency", "peak"),
    "accelerator": ("hardware", "reference"),
    "count": ("hardware", "count"),
    "margin": ("assumptions", "memory_margin"),
}
"""Where each option would stand in a spec."""

_OPTION_OF: Final = {"version": "engine_version", "name": "engine", "reference": "accelerator"}
_QUOTED: Final = re.compile(r"`(\w+)(?:: ([^`{}]+))?`")


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an estimate found, options named in place of spec paths, and its text where there are figures."""

    findings: tuple[Finding, ...]
    text: str | None = None


_WORK_OF: Final = {"embedding": "embedding", "reranker": "reranking"}
"""The kind of work by what a model of the catalog is published for; all others write text."""


def estimate(options: Mapping[str, str | None], kind: str) -> Estimate:
    """Size what the options state and write it as `text`, `json` or `md`, in English.

    `options` maps names (`weights`, `kv_cache`, `input`, …) to texts as written; an option that is None is not
    given, and what is missing for a figure is listed. `input` and `output` are one length, which every request
    then has, or `typical/p95/max`; `rope_scaling` is `type:factor`, `adapters` `count:rank`, `draft` a model or
    layers. With an accelerator but neither count nor split, the fewest that hold are checked.
    """
    data = _spec_data(options)
    findings = (*check_schema(data), *check_rules(data))
    if has_errors(findings):
        return Estimate(_by_option(findings))
    spec = Spec.model_validate(data)
    configs, input_findings = read_configs(spec, Path())
    resolved = resolve(spec, load_catalog(), configs)
    sizing = size(resolved)
    if resolved.reference is not None and not {"count", "tensor_parallel", "pipeline_parallel"} & _given(options):
        sizing = size(_with_fewest(resolved, sizing))
    unknown = _unknown_model if options.get("parameters") is None else tuple
    found = (*findings, *input_findings, *unknown(resolved.findings), *sizing.findings)
    text = write_sizing(_by_option_name(sizing), kind) if shows_figures(found) else None
    return Estimate(_by_option(found), text)


def _given(options: Mapping[str, str | None]) -> set[str]:
    return {name for name, text in options.items() if text is not None}


def _spec_data(options: Mapping[str, str | None]) -> Data:
    """Return the spec that says what the options say; the rest of it is only there to make it whole."""
    data: dict[str, Any] = {
        "schema": "pliego/v1",
        "rfq": {"id": "estimate", "title": "estimate", "version": "1", "language": "en", "issued": "2000-01-01"},
        "workloads": {_WORKLOAD: {"task": {"kind": _kind(options), "mode": "online"}}},
    }
    for name, path in _PLACES.items():
        text = options.get(name)
        if text is None:
            continue
        *above, key = map(str, path)
        part = data
        for name_above in above:
            part = part.setdefault(name_above, {})
        part[key] = _value(name, text)
    return as_meant(data, {_PLACES[name]: text for name, text in options.items() if text is not None})


def _kind(options: Mapping[str, str | None]) -> str:
    """Return the kind of work that the model is published for; with an output it writes text."""
    row = load_catalog().model(options.get("model") or "")
    modality = row.modality if row is not None and options.get("output") is None else ""
    return _WORK_OF.get(modality, "text-generation")


def _value(name: str, text: str) -> Data:
    if name in ("input", "output"):
        lengths = [plain_scalar(part.strip()) for part in text.split("/")]
        return {"max": lengths[0]} if len(lengths) == 1 else dict(zip(_LENGTHS, lengths, strict=False))
    if name == "adapters":
        count, _, rank = text.partition(":")
        return {"count": plain_scalar(count.strip()), "rank": plain_scalar(rank.strip())}
    if name == "draft":
        layers = plain_scalar(text.strip())
        return {"layers": layers} if isinstance(layers, int) else {"model": text.strip()}
    if name == "rope_scaling":
        method, _, factor = text.partition(":")
        return {"type": method.strip(), "factor": plain_scalar(factor.strip())}
    return plain_scalar(text.strip())


def _with_fewest(resolved: Resolved, sizing: Sizing) -> Resolved:
    """Return the spec with the fewest of the reference that hold it, or with the most that were tried."""
    reference = resolved.reference
    fit = next((fit for fit in sizing.workloads[0].fits if reference and fit.accelerator == reference.id), None)
    if fit is None or reference is None:
        return resolved
    devices = fit.fewest or fit.fewest_if_high or _MOST_TRIED
    return replace(resolved, count=ceil(devices / reference.devices))


def _unknown_model(findings: tuple[Finding, ...]) -> Iterator[Finding]:
    """Make an unknown model an error: without it an estimate has nothing to say."""
    for finding in findings:
        if finding.code == "P401":
            near = finding.hint if finding.hint and finding.hint.startswith("did you mean") else None
            hint = near or "name its config.json with --config FILE; `pliego catalog models` lists what is known"
            yield replace(finding, code="P406", facts={"kind": "model", "name": finding.facts["name"]}, hint=hint)
        else:
            yield finding


def _by_option(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    return tuple(replace(one, path=_option(one.path) or (), hint=_hint(one), at_key=False) for one in findings)


def _hint(finding: Finding) -> str | None:
    """Return the hint with options in place of spec keys."""
    if finding.code == "P411" and finding.hint:
        scaling = f"--rope-scaling yarn:{finding.facts['factor']}"
        return f"{scaling} raises the limit to {finding.facts['extended']} tokens, if the model was made for it"
    return _QUOTED.sub(_as_option, finding.hint) if finding.hint else None


def _as_option(found: re.Match[str]) -> str:
    name = _OPTION_OF.get(found[1], found[1])
    if name not in _PLACES:
        return found[0]
    return f"`{_flag(name)} {found[2]}`" if found[2] else f"`{_flag(name)}`"


def _flag(name: str) -> str:
    return "MODEL" if name == "model" else "--" + name.replace("_", "-")


def _option(path: SpecPath) -> SpecPath | None:
    """Return the option that stands at a path of the spec or above it, else the first below it within a workload."""
    above = (name for name, place in _PLACES.items() if path[: len(place)] == place)
    below = (name for name, place in _PLACES.items() if place[: len(path)] == path and len(path) > _WITHIN_WORKLOAD)
    found = next(above, None) or next(below, None)
    return (_flag(found),) if found else None


def _by_option_name(sizing: Sizing) -> Sizing:
    """Return the sizing with options in place of spec paths, and as the source of what they state."""
    workloads = []
    for workload in sizing.workloads:
        missing = tuple(
            replace(one, needs=tuple(dict.fromkeys(option for path in one.needs if (option := _option(path)))))
            for one in workload.missing
        )
        findings = _by_option(workload.findings)
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
