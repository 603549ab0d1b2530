"""A spec that asks for everything that can be asked for, at both levels: each row of the table becomes two rows."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from pydantic import BaseModel

from pliego.document.model import Document
from pliego.findings import SpecPath
from pliego.render.html import write_html
from pliego.render.localised import localise
from pliego.render.markdown import write_markdown
from pliego.render.translation import LANGUAGES
from pliego.requirements.model import Direction, LevelName
from pliego.requirements.rules import Rule, matches
from pliego.requirements.table import RULES
from pliego.spec import values
from pliego.spec.applicability import strangers
from pliego.spec.models import Spec
from pliego.spec.sections.protection import Copies
from pliego.workflow.composition import Composition

RequestOf = Callable[..., Document]

WORKLOADS = {
    "chat": {"kind": "text-generation", "mode": "online"},
    "embed": {"kind": "embedding", "mode": "batch"},
    "picture": {"kind": "image-generation", "mode": "online"},
    "hear": {"kind": "speech-to-text", "mode": "online"},
    "speak": {"kind": "text-to-speech", "mode": "online"},
    "find": {"kind": "vector-search", "mode": "online"},
    "rows": {"kind": "classic-ml", "mode": "batch"},
    "tune": {"kind": "text-generation", "mode": "fine-tuning", "method": "lora", "rank": 8},
}

SAMPLES: dict[type[Any], tuple[Any, Any]] = {
    values.DurationLevel: ("4 h", "8 h"),
    values.ShareLevel: ("50 %", "60 %"),
    values.TokenRateLevel: ("100 tok/s", "200 tok/s"),
    values.DocumentRateLevel: ("1000 documents/h", "2000 documents/h"),
    values.ImageRateLevel: ("10 images/min", "20 images/min"),
    values.RowRateLevel: ("1000 rows/s", "2000 rows/s"),
    values.DataLevel: ("1 TB", "2 TB"),
    values.DataRateLevel: ("1 GB/s", "2 GB/s"),
    values.BandwidthLevel: ("100 Gbit/s", "200 Gbit/s"),
    values.CountLevel: (2, 3),
    Copies: (2, 3),
    values.NumberLevel: (1.2, 1.4),
    values.RegionsLevel: (["EEA"], ["ES", "FR"]),
    values.TextLevel: ("The buyer's words.", "Other words."),
    values.LineLevel: ("570", "580"),
    values.ListLevel: (["one"], ["one", "two"]),
    values.YesLevel: (True, True),
    values.ManagementLevel: ("runtime", "model-service"),
    values.SupportHoursLevel: ("business-hours", "24x7"),
    values.TenancyLevel: ("isolated", "dedicated"),
    values.KeysLevel: ("provider", "buyer"),
    values.RoleLevel: ("processor", "controller"),
    values.SurvivalLevel: (["restart"], ["restart", "host-replacement"]),
    values.MonitoringLevel: (["memory"], ["memory", "errors"]),
    values.IntervalNameLevel: ("yearly", "quarterly"),
    values.NumberFormatLevel: ("bf16", "fp8"),
    values.CacheFormatLevel: ("bf16", "fp8"),
}
"""A smaller and a larger, or a lower and a higher, value of each kind of level."""

BARE = {("model",): {"id": "Qwen/Qwen3-8B"}, ("rights", "use"): "internal"}


def level_of(pattern: SpecPath) -> type[Any]:
    """Return the type of the level that stands at a pattern of the spec."""
    form: Any = Spec
    for key in pattern:
        form = mapping_value(form) if key == "*" else part(form, str(key))
    return form  # type: ignore[no-any-return]


def part(form: Any, key: str) -> Any:
    return unwrapped(form.model_fields[key].annotation)


def mapping_value(form: Any) -> Any:
    return unwrapped(form.__args__[1])


def unwrapped(annotation: Any) -> Any:
    """Strip None and Annotated from an annotation."""
    while True:
        if hasattr(annotation, "__metadata__"):
            annotation = annotation.__origin__
        elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
            return annotation
        elif type(None) in getattr(annotation, "__args__", ()):
            annotation = next(one for one in annotation.__args__ if one is not type(None))
        else:
            return annotation


def asked(rule: Rule, form: type[Any]) -> dict[str, Any]:
    """Return a mandatory and a better preferred value; nothing is better than yes."""
    less, more = SAMPLES[form]
    if rule.direction is Direction.YES:
        return {"must": True}
    better_is_less = rule.direction is Direction.AT_MOST
    return {"must": more, "prefer": less} if better_is_less else {"must": less, "prefer": more}


def places(rule: Rule) -> Iterator[SpecPath]:
    """Yield where in the spec below a rule is put: in a workload that has the key, a pipeline, a kind of storage."""
    if rule.pattern[0] != "workloads":
        yield tuple("fast" if part == "*" else part for part in rule.pattern)
        return
    name = next(
        name
        for name, task in WORKLOADS.items()
        if not {rule.pattern[2:], rule.pattern[2:3]} & {*strangers(kind=task["kind"]), *strangers(mode=task["mode"])}
    )
    yield ("workloads", name, *rule.pattern[2:])


def every_level() -> dict[str, Any]:
    """Return a spec in which each row of the table stands at both levels."""
    whole: dict[str, Any] = {
        "schema": "pliego/v1",
        "rfq": {"id": "R-1", "title": "Everything", "version": "1", "language": "en", "issued": "2026-12-01"},
        "workloads": {name: {"task": dict(task)} for name, task in WORKLOADS.items()},
        "pipelines": {"fast": {"steps": [{"workload": "find"}, {"workload": "chat"}]}},
        "operation": {"storage": {"fast": {"kind": "file"}}},
    }
    for rule in RULES:
        for place in places(rule):
            inside = whole
            for key in place[:-1]:
                inside = inside.setdefault(str(key), {})
            bare = BARE.get(place[2:]) if place[0] == "workloads" else None
            value = bare if bare is not None else asked(rule, level_of(rule.pattern))
            if isinstance(inside.get(str(place[-1])), dict) and isinstance(value, dict):
                inside[str(place[-1])] |= value
            else:
                inside[str(place[-1])] = value
    return whole


@pytest.fixture(scope="module")
def everything(composed: Callable[[Path], Composition], tmp_path_factory: pytest.TempPathFactory) -> Composition:
    file = tmp_path_factory.mktemp("everything") / "spec.yaml"
    file.write_text(yaml.safe_dump(every_level(), sort_keys=False), encoding="utf-8")
    return composed(file)


def test_each_row_of_the_table_becomes_a_mandatory_and_a_preferred_requirement(everything: Composition) -> None:
    for rule in RULES:
        found = [one for one in everything.requirements if matches(rule.pattern, one.path)]
        levels = {one.level for one in found}
        one_level = rule.pattern[2:] in BARE or rule.direction is Direction.YES
        assert levels == ({LevelName.MANDATORY} if one_level else set(LevelName)), rule.pattern
        assert {one.kind for one in found} == {rule.kind}


def test_preferred_values_are_better_than_mandatory_ones(everything: Composition) -> None:
    assert not [finding for finding in everything.findings if finding.code == "P501"]


def weakened(part: Any) -> Any:
    """Return a part of a spec in which each preferred value is weaker than the mandatory one."""
    if not isinstance(part, dict):
        return part
    if part.get("must") is True:
        return {**part, "prefer": False}
    if "prefer" in part:
        part = {**part, "must": part["prefer"], "prefer": part["must"]}
    return {key: weakened(value) for key, value in part.items()}


UNORDERED = ("weights", "kv_cache", "role")
"""Keys whose values are not better or worse than one another; nor are the buyer's sentences."""


def test_preferred_values_that_are_weaker_are_told_for_each_row(
    composed: Callable[[Path], Composition], tmp_path: Path
) -> None:
    file = tmp_path / "spec.yaml"
    file.write_text(yaml.safe_dump(weakened(every_level()), sort_keys=False), encoding="utf-8")
    told = {one.path[:-1] for one in composed(file).findings if one.code == "P501"}
    ordered = [rule for rule in RULES if rule.pattern[2:] not in BARE and rule.direction is not Direction.TEXT]
    wanted = {next(places(rule)) for rule in ordered if rule.pattern[-1] not in UNORDERED}
    assert told == wanted


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_requirement_is_written_in_every_language(
    everything: Composition, request_of: RequestOf, language: str
) -> None:
    plain = localise(request_of(everything, language))
    for text in (write_markdown(plain), write_html(plain)):
        assert all(one.id in text for one in everything.requirements)
        assert "None" not in text
