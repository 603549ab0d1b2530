import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pliego.cli import pliego

BAD = """
schema: pliego/v1
rfq: {id: R, titel: T, version: 1.0, language: en, issued: 2026-12-01}
workloads: {chat: {task: {kind: text-generation, mode: online}}}
"""


@pytest.mark.parametrize("command", [["size", "-"], ["render", "-", "-o", "out"]])
def test_commands_that_make_something_tell_their_findings_on_standard_error(command: list[str]) -> None:
    result = CliRunner().invoke(pliego, [*command, "--findings", "json"], input=BAD)
    assert (result.exit_code, result.stdout) == (1, "")
    assert [row["code"] for row in json.loads(result.stderr)] == ["P202"]


def test_estimate_tells_its_findings_in_every_form() -> None:
    result = CliRunner().invoke(pliego, ["estimate", "no/model", "--weights", "bf16", "--findings", "github"])
    assert result.exit_code == 1
    assert result.stderr.startswith("::error title=P4")


def test_a_file_named_by_a_piped_spec_lies_beside_the_name_it_is_given(tmp_path: Path) -> None:
    spec = BAD.replace("titel", "title").replace("online}", "online}, model: {config: config.json}")
    (tmp_path / "config.json").write_text("{", encoding="utf-8")
    named = ["size", "-", "--stdin-filename", str(tmp_path / "spec.yaml"), "--findings", "json"]
    (row,) = json.loads(CliRunner().invoke(pliego, named, input=spec).stderr)
    (missing,) = json.loads(CliRunner().invoke(pliego, ["size", "-", "--findings", "json"], input=spec).stderr)
    assert row["file"] == str(tmp_path / "spec.yaml")
    assert row["message"] != missing["message"]
