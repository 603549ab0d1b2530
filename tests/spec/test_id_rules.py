import pytest

from pliego.requirements.table import RULES, SIZING_RULES
from pliego.spec.id_rules import check_ids
from pliego.spec.ids import FROM_SIZING, WITHOUT_LEVEL
from pliego.spec.schema_walk import visits
from pliego.spec.source import Data


def codes(data: Data) -> list[str]:
    return [finding.code for finding in check_ids(list(visits(data)))]


def test_a_collision_names_both_places() -> None:
    (finding,) = check_ids(list(visits({"clauses": {"two.dots": "a", "two dots": "b"}})))
    assert finding.message == "the id CLAUSES-TWO-DOTS is made twice: from clauses.two.dots and from clauses.two dots"
    assert finding.path == ("clauses", "two dots")


def test_a_preferred_level_can_collide_with_a_name() -> None:
    assert codes({"clauses": {"a": {"must": "x", "prefer": "y"}, "a preferred": "z"}}) == ["P314"]


def test_both_levels_of_one_path_do_not_collide() -> None:
    assert codes({"backup": {"rpo": {"must": "8 h", "prefer": "4 h"}, "copies": {"must": 2, "sites": ["EU"]}}}) == []


def test_names_of_sections_present_and_to_come_are_reserved() -> None:
    workload: Data = {"task": {}}
    assert codes({"workloads": {"data-residency": workload, "pilot": workload, "chat": workload}}) == ["P313", "P313"]


def test_a_name_needs_a_latin_letter() -> None:
    assert codes({"clauses": {"语言": "x", "法": "y"}}) == ["P316", "P316"]


@pytest.mark.parametrize("name", ["x model", "x rights use", "x hardware memory", "x capacity sequences"])
def test_ids_without_a_level_and_of_the_sizing_are_unique_too(name: str) -> None:
    workload: Data = {"model": {"id": "example/model"}, "rights": {"use": "internal"}}
    data: Data = {"workloads": {"clauses-x": workload}, "clauses": {name: "One."}}
    (finding,) = check_ids(list(visits(data)))
    assert (finding.code, finding.path) == ("P314", ("clauses", name))


def test_the_closed_list_of_ids_is_that_of_the_requirements() -> None:
    assert {("workloads", "*", *path) for path in FROM_SIZING} == {rule.pattern for rule in SIZING_RULES}
    levelled = {("workloads", "*", *path) for path in WITHOUT_LEVEL}
    assert levelled <= {rule.pattern for rule in RULES}
