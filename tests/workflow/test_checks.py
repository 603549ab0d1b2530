"""Checks that need facts."""

from collections.abc import Callable
from pathlib import Path

from pliego.workflow.checks import check_facts
from pliego.workflow.composition import Composition


def test_the_findings_are_those_of_the_composition(chat: Callable[..., Composition], tmp_path: Path) -> None:
    made = chat("model: {id: nobody/unknown}\nslo: {tpot_p50: {must: 9 ms, prefer: 9 ms}}")
    found = check_facts(made.spec, tmp_path)
    assert found == made.findings
    assert [finding.code for finding in found] == ["P401", "P501"]


def test_a_sound_spec_has_none(example: Callable[[str], Composition], tmp_path: Path) -> None:
    assert check_facts(example("assistant").spec, tmp_path) == ()
