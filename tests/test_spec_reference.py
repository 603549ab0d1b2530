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
