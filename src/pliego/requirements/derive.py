"""Spec + Sizing → requirements, in the order in which the document shows them."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import ceil
from typing import cast

from pydantic import BaseModel

from pliego.findings import SpecPath
from pliego.requirements.model import (
    LevelName,
    MemoryAlternative,
    Origin,
    Requirement,
    Scoring,
    Threshold,
    ThresholdValue,
)
from pliego.requirements.rules import Rule, matches
from pliego.requirements.table import LICENCE_RULES, RULES, SIZING_RULES
from pliego.resolve.model import Duty
from pliego.sizing.terms import Sizing, Term, WorkloadSizing
from pliego.spec.ids import requirement_id
from pliego.spec.models import Spec, Workload
from pliego.spec.sections.model import Model
from pliego.spec.sections.runtime_parts import RopeScaling
from pliego.spec.values import Level
from pliego.units import GIB, Quantity

Facts = Mapping[str, Quantity | int | str]


Duties = Mapping[str, tuple[Duty, ...]]
"""What the licences of the models ask for, by workload."""


def derive_requirements(
    spec: Spec, sizing: Sizing, duties: Duties | None = None, reference: MemoryAlternative | None = None
) -> tuple[Requirement, ...]:
    """Return all requirements of the spec, grouped by area and in the order of the table within an area.

    `reference` is the layout that the buyer names; it becomes a requirement, in neutral figures, only for a workload
    whose memory cannot be computed for want of its load.
    """
    found = [*_from_spec(spec), *_from_sizing(spec, sizing, reference), *_from_licences(duties or {})]
    order = [*RULES[:2], *LICENCE_RULES, *RULES[2:], *SIZING_RULES]
    kinds = {rule.kind: number for number, rule in reversed(list(enumerate(order)))}
    areas = {area: number for number, area in enumerate(type(order[0].area))}
    names = list(spec.workloads)

    def place(requirement: Requirement) -> tuple[int, int, int]:
        workload = names.index(requirement.workload) if requirement.workload else -1
        return areas[requirement.area], workload, kinds[requirement.kind]

    return tuple(sorted(found, key=place))


@dataclass(frozen=True, slots=True)
class _Subject:
    """What one spec path contributes to its requirements, whatever their level."""

    rule: Rule
    path: SpecPath
    workload: str | None
    facts: Facts

    def requirement(self, level: LevelName, value: ThresholdValue, scoring: Scoring | None = None) -> Requirement:
        """Return the requirement of one level."""
        rule = self.rule
        return Requirement(
            id=requirement_id(self.path, preferred=level is LevelName.PREFERRED),
            path=self.path,
            level=level,
            area=rule.area,
            kind=rule.kind,
            workload=self.workload,
            threshold=Threshold(rule.direction, value),
            evidence=rule.evidence,
            verification=rule.verification,
            pilot_case=rule.pilot_case,
            scoring=scoring,
            facts=self.facts,
        )


def _from_spec(spec: Spec) -> Iterator[Requirement]:
    for path, value in walk_values(spec):
        rule = next(rule for rule in RULES if matches(rule.pattern, path))
        workload = str(path[1]) if path[0] == "workloads" else None
        facts = _facts(path, spec.workloads[workload]) if workload else _general_facts(path, spec)
        subject = _Subject(rule, path, workload, facts)
        if isinstance(value, Level):
            yield from _from_level(subject, value)
        elif (bare := _bare_value(value)) is not None:
            yield subject.requirement(LevelName.MANDATORY, bare)


def _bare_value(value: object) -> ThresholdValue | None:
    """Return the threshold of a value that takes no level; None where it makes no requirement."""
    return value.id if isinstance(value, Model) else str(value)


def walk_values(spec: Spec) -> Iterator[tuple[SpecPath, object]]:
    """Yield every value of the spec that may become a requirement, with its path, in the order of the models."""
    yield from _walk((), spec)


def _walk(path: SpecPath, value: object) -> Iterator[tuple[SpecPath, object]]:
    if any(matches(rule.pattern, path) for rule in RULES) and value is not None:
        yield path, value
    if isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from _walk((*path, name), getattr(value, name))
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _walk((*path, name), part)


def _from_level(subject: _Subject, level: "Level[ThresholdValue]") -> Iterator[Requirement]:
    must = _wanted(level.must)
    if must is not None:
        yield subject.requirement(LevelName.MANDATORY, must)
    if level.prefer is None:
        return
    value, start = _wanted(level.prefer.value), _wanted(level.prefer.start)
    if value is not None:
        scoring = Scoring(level.prefer.weight, must if start is None else start)
        yield subject.requirement(LevelName.PREFERRED, value, scoring)


def _wanted(value: object) -> ThresholdValue | None:
    """Return a threshold value, or None where nothing is asked for: no value, or a `false`."""
    return None if value is None or value is False else _plain(value)


def _plain(value: object) -> ThresholdValue:
    """Return a threshold value: lists become tuples, everything else stays."""
    return tuple(value) if isinstance(value, list) else cast("ThresholdValue", value)


def _general_facts(path: SpecPath, spec: Spec) -> Facts:
    if path[0] == "clauses":
        return {"clause": str(path[1])}
    if path[0] == "pipelines" and spec.pipelines:
        pipeline = spec.pipelines[str(path[1])]
        clock = {"starts": pipeline.starts, "ends": pipeline.ends}
        return {**{key: text for key, text in clock.items() if text}, **_percentile(str(path[-1]))}
    return {}


def _percentile(name: str) -> dict[str, int]:
    _, mark, number = name.rpartition("_p")
    return {"percentile": int(number)} if mark and number.isdigit() else {}


def _facts(path: SpecPath, workload: Workload) -> Facts:
    """Return what the requirement's sentence names: the load that it is judged under, percentile, revision, users."""
    section, name = str(path[2]), str(path[-1])
    facts: dict[str, Quantity | int | str] = {}
    if section in ("slo", "model"):
        facts |= {"task": workload.task.kind, "mode": workload.task.mode}
    if section == "slo":
        load = workload.load
        if load and load.peak:
            facts["rate"] = load.peak
            facts["arrival"] = load.arrival or "any"
        if load and load.concurrency and load.concurrency.peak:
            facts["sequences"] = load.concurrency.peak
        facts |= _percentile(name)
    if section == "model" and workload.model and workload.model.revision:
        facts["revision"] = workload.model.revision
    if section == "rights" and workload.rights and workload.rights.monthly_active_users:
        facts["users"] = workload.rights.monthly_active_users
    return facts


def _from_sizing(spec: Spec, sizing: Sizing, reference: MemoryAlternative | None) -> Iterator[Requirement]:
    for workload_sizing in sizing.workloads:
        name = workload_sizing.workload
        for rule in SIZING_RULES:
            path = tuple(name if part == "*" else part for part in rule.pattern)
            value, facts = _sized(rule, spec.workloads[name], workload_sizing)
            if rule.kind == "hardware_memory" and value is None and reference and _lacks_load(workload_sizing):
                value, facts = (reference,), {"basis": "reference"}
            if value is not None:
                requirement = _Subject(rule, path, name, facts).requirement(LevelName.MANDATORY, value)
                yield replace(requirement, rationale=_rationale(rule.kind, workload_sizing), origin=Origin.SIZING)


def _lacks_load(sizing: WorkloadSizing) -> bool:
    """Say whether the memory could be computed if the load were stated."""
    return bool(sizing.splits) and any(one.figure in ("concurrency_peak", "tokens_peak") for one in sizing.missing)


def _from_licences(duties: Duties) -> Iterator[Requirement]:
    for name, of_workload in duties.items():
        for duty in of_workload:
            rule = next(rule for rule in LICENCE_RULES if rule.pattern[-1] == duty.kind)
            path = tuple(name if part == "*" else part for part in rule.pattern)
            facts: Facts = {"licence": duty.licence, "as_of": duty.as_of, "verified": "yes" if duty.verified else "no"}
            value = True if duty.text is None else duty.text
            yield replace(
                _Subject(rule, path, name, facts).requirement(LevelName.MANDATORY, value), origin=Origin.LICENCE
            )


def _sized(rule: Rule, workload: Workload, sizing: WorkloadSizing) -> tuple[ThresholdValue | None, Facts]:
    context, load = workload.context, workload.load
    longest_input = context.input.max if context and context.input else None
    longest_output = context.output.max if context and context.output else None
    if rule.kind == "capacity_sequences":
        peak = load.concurrency.peak if load and load.concurrency else None
        return peak, {"task": workload.task.kind}
    if rule.kind == "capacity_context":
        if longest_input is not None and workload.task.kind != "text-generation":
            return longest_input, {"input": longest_input}
        if longest_input is None or longest_output is None:
            return None, {}
        facts: dict[str, Quantity | int | str] = {"input": longest_input, "output": longest_output}
        if (scaling := _scaling(workload)) is not None:
            facts["scaling"] = scaling.type
        return longest_input + longest_output, facts
    alternatives = tuple(
        MemoryAlternative(alternative.accelerators, asked_for(alternative.driver_total.value))
        for alternative in sizing.alternatives
    )
    return alternatives or None, {}


def _scaling(workload: Workload) -> RopeScaling | None:
    runtime = workload.precision.runtime if workload.precision else None
    return runtime.rope_scaling if runtime else None


def asked_for(driver_total: float) -> float:
    """Return bytes rounded up to a tenth of a GiB: what is printed is what is asked for, in every format."""
    return ceil(driver_total / GIB * 10) / 10 * GIB


def _rationale(kind: str, sizing: WorkloadSizing) -> tuple[Term, ...]:
    keys = {"hardware_memory": ("weights", "kv_cache_peak", "needed", "plan")}.get(kind, ())
    return tuple(term for key in keys if (term := sizing.term(key)) is not None)
