"""The page of all keys: current, and nothing left out."""

import runpy
from pathlib import Path

from pliego.spec.schema_walk import spec_schema

TOOL = runpy.run_path(str(Path(__file__).resolve().parents[1] / "tools" / "spec_reference.py"))


def test_the_page_is_current() -> None:
    assert TOOL["PAGE"].read_text(encoding="utf-8") == TOOL["page"](), "run: make generated"


def test_every_key_of_every_part_stands_in_it() -> None:
    text = TOOL["page"]()
    parts = [spec_schema(), *spec_schema()["$defs"].values()]
    keys = {key for part in parts for key in part.get("properties", {}) if key not in ("must", "prefer")}
    assert [key for key in sorted(keys) if f"| `{key}`" not in text] == []


def test_a_form_tells_units_bounds_words_and_an_example() -> None:
    form = TOOL["_form"]
    parts = spec_schema()["$defs"]
    assert form(parts["ServiceLevels"]["properties"]["ttft_p95"]) == (
        "level: quantity in `ms`, `s`, `min`, `h`, `d`, `weeks`, as in `800 ms`"
    )
    assert form(parts["Contract"]["properties"]["hours_per_month"]) == "number from 1 to 744, as in `730`"
    assert form({"type": "number", "exclusiveMinimum": 0, "maximum": 1e14}) == "number above 0 to 1e14"
    assert form({"type": "string", "maxLength": 300, "pattern": "x"}) == "text on one line, up to 300 characters"
    words = [f"word-{number}" for number in range(40)]
    assert form({"enum": words}) == ", ".join(f"`{word}`" for word in words)
