from pathlib import Path

from pliego.workflow.validation import validate

GOOD = """
schema: pliego/v1
rfq: {id: R, title: T, version: 1.0, language: en, issued: 2026-12-01}
workloads: {chat: {task: {kind: text-generation, mode: online}, model: {config: config.json}}}
"""


def test_facts_are_looked_at_only_in_a_spec_without_errors(tmp_path: Path) -> None:
    path = tmp_path / "spec.yaml"
    path.write_text(GOOD, encoding="utf-8")
    assert [finding.code[:2] for finding in validate(path).findings] == ["P4"]
    path.write_text(GOOD.replace("title", "titel"), encoding="utf-8")
    assert [finding.code for finding in validate(path).findings] == ["P202"]
