import json
import re
import runpy
from pathlib import Path

from pliego.finding_codes import CODES

ROOT = Path(__file__).resolve().parents[1]
TOOL = runpy.run_path(str(ROOT / "tools" / "findings_page.py"))

TOLD_ELSEWHERE = {"P126", "P125", "P101", "P102", "P119", "P120", "P121", "P122", "P123"}
"""Codes on files that are missing, too large, not to be written or full of faults; told in tests/workflow and cli."""


def test_the_page_of_codes_is_current() -> None:
    assert TOOL["PAGE"].read_text(encoding="utf-8") == TOOL["page"](), "run: make generated"


def test_codes_are_well_formed() -> None:
    for code, entry in CODES.items():
        assert re.fullmatch(r"P[1-5]\d\d", code)
        assert entry.severity in ("error", "warning", "notice")
        assert entry.advice.endswith(".")
        assert not entry.message.endswith(".")


def test_every_code_of_reading_schema_and_rules_has_a_bad_spec() -> None:
    told = set()
    for path in (ROOT / "tests" / "bad_specs").glob("*.expected.json"):
        told |= {row["code"] for row in json.loads(path.read_text(encoding="utf-8"))}
    assert {code for code in CODES if code < "P4"} - told == TOLD_ELSEWHERE
