from datetime import date
from typing import Any

import pytest
from pydantic import ValidationError

from pliego.spec.models import Spec
from pliego.spec.values import CountLevel, DurationLevel


def spec(**parts: Any) -> dict[str, Any]:
    rfq = {"id": "R", "title": "T", "version": "1", "language": "en", "issued": "2026-12-01"}
    workloads = {"chat": {"task": {"kind": "text-generation", "mode": "online"}}}
    return {"schema": "pliego/v1", "rfq": rfq, "workloads": workloads, **parts}


def test_a_bare_value_is_mandatory() -> None:
    assert DurationLevel.model_validate("8 h") == DurationLevel.model_validate({"must": "8 h"})
    assert CountLevel.model_validate(2).must == 2


def test_a_bare_preference_is_its_value() -> None:
    level = DurationLevel.model_validate({"prefer": "4 h"})
    assert level.must is None
    assert level.prefer is not None
    assert (str(level.prefer.value), level.prefer.weight, level.prefer.start) == ("4 h", 1, None)


def test_a_preference_says_where_points_begin() -> None:
    level = DurationLevel.model_validate({"prefer": {"value": "4 h", "weight": 2.5, "from": "8 h"}})
    assert level.prefer is not None
    assert (str(level.prefer.start), level.prefer.weight) == ("8 h", 2.5)


def test_values_keep_what_was_written() -> None:
    built = Spec.model_validate(spec(backup={"rpo": "1.50 h"}))
    assert built.rfq.issued == date(2026, 12, 1)
    written = built.model_dump(mode="json", by_alias=True, exclude_none=True)
    assert written["backup"]["rpo"]["must"] == "1.50 h"
    assert written["rfq"]["issued"] == "2026-12-01"
    assert Spec.model_validate(written) == built


@pytest.mark.parametrize("parts", [{"backup": {"rpo": True}}, {"backup": {"copies": "2"}}, {"unknown": 1}])
def test_models_are_strict_behind_the_schema(parts: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Spec.model_validate(spec(**parts))
