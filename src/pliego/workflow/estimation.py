"""`pliego estimate`: options of a command line instead of a spec, through the same checks and arithmetic."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil
from pathlib import Path
from typing import Any, Final

from pliego.catalog.loading import load_catalog
from pliego.findings import Finding, has_errors
from pliego.grouped_numbers import readings
from pliego.resolve.model import Resolved
from pliego.resolve.resolving import resolve
from pliego.sizing.calculation import size
from pliego.sizing.terms import Sizing
from pliego.spec.models import Spec
from pliego.spec.rules import check_rules
from pliego.spec.scalars import plain_scalar
from pliego.spec.schema_walk import as_meant
from pliego.spec.source import Data
from pliego.spec.validation import check_schema
from pliego.workflow.inputs import read_configs
from pliego.workflow.option_names import PLACES, WORKLOAD, by_option, by_option_name
from pliego.workflow.sizing import shows_figures, write_sizing

_LENGTHS: Final = ("typical", "p95", "max")
_MOST_TRIED: Final = 8


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
        return Estimate(by_option(findings))
    spec = Spec.model_validate(data)
    configs, input_findings = read_configs(spec, Path())
    resolved = resolve(spec, load_catalog(), configs)
    sizing = size(resolved)
    if resolved.reference is not None and not {"count", "tensor_parallel", "pipeline_parallel"} & _given(options):
        sizing = size(_with_fewest(resolved, sizing))
    unknown = _unknown_model if options.get("parameters") is None else tuple
    found = (*findings, *input_findings, *unknown(resolved.findings), *sizing.findings)
    text = write_sizing(by_option_name(sizing), kind) if shows_figures(found) else None
    return Estimate(by_option(found), text)


def _given(options: Mapping[str, str | None]) -> set[str]:
    return {name for name, text in options.items() if text is not None}


def _spec_data(options: Mapping[str, str | None]) -> Data:
    """Return the spec that says what the options say; the rest of it is only there to make it whole."""
    data: dict[str, Any] = {
        "schema": "pliego/v1",
        "rfq": {"id": "estimate", "title": "estimate", "version": "1", "language": "en", "issued": "2000-01-01"},
        "workloads": {WORKLOAD: {"task": {"kind": _kind(options), "mode": "online"}}},
    }
    for name, path in PLACES.items():
        text = options.get(name)
        if text is None:
            continue
        *above, key = map(str, path)
        part = data
        for name_above in above:
            part = part.setdefault(name_above, {})
        part[key] = _value(name, text)
    return as_meant(data, {PLACES[name]: text for name, text in options.items() if text is not None})


def _kind(options: Mapping[str, str | None]) -> str:
    """Return the kind of work that the model is published for; with an output it writes text."""
    row = load_catalog().model(options.get("model") or "")
    modality = row.modality if row is not None and options.get("output") is None else ""
    return _WORK_OF.get(modality, "text-generation")


def _value(name: str, text: str) -> Data:
    if name in ("input", "output"):
        lengths = [_whole(part) for part in text.split("/")]
        return {"max": lengths[0]} if len(lengths) == 1 else dict(zip(_LENGTHS, lengths, strict=False))
    if name == "adapters":
        count, _, rank = text.partition(":")
        return {"count": _whole(count), "rank": _whole(rank)}
    if name == "draft":
        layers = _scalar(text)
        return {"layers": layers} if isinstance(layers, int) else {"model": text.strip()}
    if name == "rope_scaling":
        method, _, factor = text.partition(":")
        return {"type": method.strip(), "factor": _scalar(factor)}
    return _scalar(text)


def _whole(text: str) -> Data:
    """Return a value of which a whole number is wanted; one whose mark may group thousands stays text."""
    return text.strip() if readings(text.strip()) else _scalar(text)


def _scalar(text: str) -> Data:
    """Return a value as YAML reads it. What it reads as nothing (`null`, `~`, an empty text) is text here."""
    value = plain_scalar(text.strip())
    return text.strip() if value is None else value


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
