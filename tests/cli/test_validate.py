import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from pliego.cli import pliego

GOOD = """
schema: pliego/v1
rfq: {id: R, title: T, version: 1.0, language: en, issued: 2026-12-01}
workloads: {chat: {task: {kind: text-generation, mode: online}}}
"""


def run(text: str, *options: str) -> tuple[int, str]:
    result = CliRunner().invoke(pliego, ["validate", "-", *options], input=text)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.stdout


def test_a_sound_spec_on_standard_input() -> None:
    assert run(GOOD) == (0, "<stdin>: no findings\n")
    assert run(GOOD, "--quiet") == (0, "")


def test_faults_are_told_on_standard_output() -> None:
    code, told = run(GOOD.replace("title", "titel"))
    assert code == 1
    assert "<stdin>:3:14: error P202: the key 'titel' is unknown in rfq" in told
    assert told.endswith("<stdin>: 1 error\n")


def test_warnings_count_if_they_shall() -> None:
    warned = GOOD.replace("title: T", 'title: "T\\x0b"')
    assert run(warned)[0] == 0
    assert run(warned, "--strict")[0] == 1
    assert run(warned, "--quiet") == (0, "")
    code, told = run(warned, "--strict", "--quiet")
    assert (code, "warning P315" in told) == (1, True)


def test_json_for_programs() -> None:
    code, told = run(GOOD.replace("2026-12-01", "2026-13-01"), "--format", "json")
    assert code == 1
    assert [row["code"] for row in json.loads(told)] == ["P206"]
    assert json.loads(run(GOOD, "--format", "json")[1]) == []


def test_a_file_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("spec.yaml").write_text(GOOD, encoding="utf-8")
    result = CliRunner().invoke(pliego, ["validate", "spec.yaml"])
    assert (result.exit_code, result.stdout) == (0, "spec.yaml: no findings\n")
    result = CliRunner().invoke(pliego, ["validate", "spec.yml"])
    assert (result.exit_code, "did you mean spec.yaml?" in result.stdout) == (1, True)


def test_programs_get_whole_documents_and_nothing_else() -> None:
    assert run(GOOD, "--format", "github") == (0, "")
    code, told = run(GOOD.replace("title", "titel"), "--format", "github")
    assert (code, told.count("\n")) == (1, 1)
    assert told.startswith("::error title=P202 rfq.titel,line=3,col=14::the key 'titel' is unknown in rfq")
    assert json.loads(run(GOOD, "--format", "sarif")[1])["runs"][0]["results"] == []


def test_standard_input_can_stand_for_a_file() -> None:
    toml = 'schema = "pliego/v1"\nworkload = 1\n'
    code, told = run(toml, "--stdin-filename", "specs/a.toml")
    assert code == 1
    assert "specs/a.toml:2:1: error P202: the key 'workload' is unknown" in told
    assert run("", "--stdin-filename", "a.toml")[1].startswith("a.toml:")


def test_a_name_for_standard_input_goes_with_standard_input() -> None:
    result = CliRunner().invoke(pliego, ["validate", "spec.yaml", "--stdin-filename", "a.toml"])
    assert result.exit_code == 2
