"""A level in words: the sign is that of its requirement."""

import pytest

from pliego.document.model import Inline
from pliego.render.translation import Translator
from pliego.rfq.levels import asked_values, joined_values
from pliego.spec.values import CountLevel, DurationLevel, Level, ListLevel, NumberLevel, YesLevel


def texts(values: tuple[Inline | None, ...]) -> list[str | None]:
    plain = Translator("en").text
    return [plain(value).replace("\u202f", " ").replace("\u00a0", " ") if value else None for value in values]


@pytest.mark.parametrize(
    ("kind", "level", "expected"),
    [
        ("backup_rto", DurationLevel.model_validate({"must": "8 h", "prefer": "4 h"}), ["≤ 8 h", "≤ 4 h"]),
        ("backup_retention", DurationLevel.model_validate("30 d"), ["≥ 30 days", None]),
        ("backup_copies", CountLevel.model_validate({"prefer": 3}), [None, "≥ 3"]),
        ("real_time_factor", NumberLevel.model_validate(0.25), ["≤ 0.25", None]),
        ("processing_contract", YesLevel.model_validate(True), ["Yes", None]),
        ("processing_contract", YesLevel.model_validate(False), [None, None]),
        ("backup_scope", ListLevel.model_validate(["a", "b"]), ["a, b", None]),
        ("backup_rto", None, [None, None]),
    ],
)
def test_values_with_their_sign(kind: str, level: Level[object] | None, expected: list[str | None]) -> None:
    assert texts(asked_values(kind, level, ())) == expected


def test_both_in_one_cell() -> None:
    level = DurationLevel.model_validate({"must": "8 h", "prefer": "4 h"})
    assert texts(joined_values("backup_rto", level, ())) == ["≤ 8 h", "preferred: ≤ 4 h"]
