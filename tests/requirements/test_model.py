"""The shape of a requirement."""

from dataclasses import FrozenInstanceError

import pytest

from pliego.requirements.model import Area, Direction, LevelName, Origin, Requirement, Threshold, Verification


def test_a_requirement_is_a_value() -> None:
    threshold = Threshold(Direction.TEXT, "words")
    one = Requirement(
        "CLAUSES-A", ("clauses", "a"), LevelName.MANDATORY, Area.CLAUSES, "clause", None, threshold, "declaration",
        Verification.CONTRACT,
    )  # fmt: skip
    assert (one.pilot_case, one.scoring, dict(one.facts), one.rationale, one.origin) == (
        None,
        None,
        {},
        (),
        Origin.SPEC,
    )
    with pytest.raises(FrozenInstanceError):
        one.id = "X"  # type: ignore[misc]
