"""The one table: every value of the spec with a level has its row, and every row its value."""

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import pytest
from pydantic import BaseModel

from pliego.findings import SpecPath
from pliego.requirements.model import Area, Direction, LevelName, PilotCaseKind, Verification
from pliego.requirements.rules import matches
from pliego.requirements.table import RULES, SIZING_RULES
from pliego.spec.models import Spec
from pliego.spec.sections.model import Model
from pliego.spec.values import Level

BARE = {
    ("workloads", "*", "model"),
    ("workloads", "*", "rights", "use"),
    ("hardware", "reference"),
}
"""Values without a level that become a mandatory requirement by being there."""


def branches(annotation: Any) -> Iterator[Any]:
    """Yield the types of which an annotation is made, without None, Annotated and list."""
    if get_origin(annotation) is dict:
        yield annotation
    elif get_args(annotation) and not (isinstance(annotation, type) and issubclass(annotation, BaseModel)):
        for part in get_args(annotation):
            yield from branches(part)
    else:
        yield annotation


def values(form: Any, path: SpecPath = ()) -> Iterator[tuple[SpecPath, Any]]:
    """Yield every pattern of the spec with its type, `*` for a name that the buyer gives."""
    for part in branches(form):
        if get_origin(part) is dict:
            yield from values(get_args(part)[1], (*path, "*"))
        elif isinstance(part, type) and issubclass(part, BaseModel):
            yield path, part
            for name, field in part.model_fields.items():
                if not (issubclass(part, Level) and name in ("must", "prefer")):
                    yield from values(field.annotation, (*path, name))
        else:
            yield path, part


KNOWN = list(values(Spec))
LEVELS = sorted({path for path, form in KNOWN if isinstance(form, type) and issubclass(form, Level)})


def test_the_walk_finds_the_levels_of_the_spec() -> None:
    assert ("workloads", "*", "slo", "ttft_p95") in LEVELS
    assert ("backup", "copies", "encrypted") in LEVELS
    assert ("clauses", "*") in LEVELS
    assert len(LEVELS) >= 28


@pytest.mark.parametrize("path", LEVELS, ids=".".join)
def test_every_value_with_a_level_has_one_row(path: SpecPath) -> None:
    assert [rule.pattern for rule in RULES].count(path) == 1


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: ".".join(rule.pattern))
def test_no_row_is_dead(rule: Any) -> None:
    assert rule.pattern in LEVELS or rule.pattern in BARE
    assert rule.pattern in {path for path, _ in KNOWN}


def test_what_describes_the_load_or_the_basis_of_the_figures_is_no_requirement() -> None:
    for section in ("context", "load", "task"):
        assert not [rule for rule in RULES if rule.pattern[:3] == ("workloads", "*", section)]
    assert not [rule for rule in RULES if rule.pattern[2:4] == ("precision", "runtime")]
    assert not [rule for rule in RULES if "count" in rule.pattern or "nodes" in rule.pattern]
    assert not [rule for rule in RULES if rule.pattern[0] in ("internal", "assumptions", "rfq")]


def test_the_requirements_that_come_from_the_sizing_are_a_closed_list() -> None:
    assert [rule.pattern[2:] for rule in SIZING_RULES] == [
        ("capacity", "sequences"),
        ("capacity", "context"),
        ("hardware", "memory"),
    ]
    known = {path for path, _ in KNOWN}
    assert not [rule for rule in SIZING_RULES if rule.pattern in known]


@pytest.mark.parametrize("rule", RULES + SIZING_RULES, ids=lambda rule: ".".join(rule.pattern))
def test_a_pilot_verifies_by_a_case_and_nothing_else_does(rule: Any) -> None:
    assert (rule.verification is Verification.PILOT) == (rule.pilot_case is not None)


def test_availability_is_not_left_to_a_pilot_of_a_day() -> None:
    (rule,) = [rule for rule in RULES if rule.kind == "availability"]
    assert rule.verification is Verification.CONTRACT_AND_REPORT


def test_the_vocabulary_is_used() -> None:
    rules = RULES + SIZING_RULES
    assert {rule.area for rule in rules} == set(Area)
    assert {rule.direction for rule in rules} == set(Direction)
    assert {rule.verification for rule in rules} == set(Verification)
    assert {rule.pilot_case for rule in rules} - {None} == set(PilotCaseKind)
    assert [str(level) for level in LevelName] == ["mandatory", "preferred"]


def test_a_pattern_fits_paths_of_its_length_only() -> None:
    assert matches(("clauses", "*"), ("clauses", "no-resale"))
    assert not matches(("clauses", "*"), ("clauses",))
    assert not matches(("clauses", "*"), ("clauses", "a", "must"))
    assert not matches(("backup", "copies"), ("backup", "scope"))


def test_the_models_name_a_model() -> None:
    assert ("workloads", "*", "model") in {path for path, form in KNOWN if form is Model}
