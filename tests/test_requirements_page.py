"""The page of what becomes a requirement: current, a row for each row of the table."""

import runpy
from pathlib import Path

from pliego.requirements.table import LICENCE_RULES, RULES, SIZING_RULES

TOOL = runpy.run_path(str(Path(__file__).resolve().parents[1] / "tools" / "requirements_page.py"))


def test_the_page_is_current() -> None:
    assert TOOL["PAGE"].read_text(encoding="utf-8") == TOOL["page"](), "run: make generated"


def test_every_row_of_the_table_stands_in_it() -> None:
    rows = [line for line in TOOL["page"]().splitlines() if line.startswith("| `")]
    assert len(rows) == len(RULES + SIZING_RULES + LICENCE_RULES)
