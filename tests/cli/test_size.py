"""`pliego size` at the command line."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pliego import cli
from pliego.cli import pliego

ASSISTANT = Path(__file__).parents[2] / "examples" / "assistant" / "spec.yaml"
WARNED = ASSISTANT.read_text(encoding="utf-8").replace("meta-llama/Llama-3.1-8B-Instruct", "nobody/unknown")


def run(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(pliego, ["size", *arguments], input=text)


def test_text_is_what_a_terminal_gets() -> None:
    result = run(str(ASSISTANT))
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith("Calculation\n===========\n")
    assert result.stdout == run(str(ASSISTANT), "--format", "text").stdout


def test_markdown_and_json() -> None:
    assert "| Term |" in run(str(ASSISTANT), "--format", "md").stdout
    assert (
        json.loads(run(str(ASSISTANT), "--format", "json").stdout)["sizing"]["workloads"][0]["workload"] == "assistant"
    )
    assert run(str(ASSISTANT), "--format", "pdf").exit_code == 2


def test_a_file_is_written_instead(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "sizing.json"
    result = run(str(ASSISTANT), "--format", "json", "-o", str(target))
    assert (result.exit_code, result.output) == (0, "")
    assert target.read_text(encoding="utf-8") == run(str(ASSISTANT), "--format", "json").stdout


def test_a_fault_leaves_the_earlier_file(tmp_path: Path) -> None:
    target = tmp_path / "sizing.txt"
    target.write_text("mine", encoding="utf-8")
    result = run("-", "-o", str(target), text="schema: pliego/v1\n")
    assert result.exit_code == 1
    assert "error P201" in result.stderr
    assert result.stdout == ""
    assert target.read_text(encoding="utf-8") == "mine"


def test_a_warning_goes_to_standard_error_and_strict_stops_at_it(tmp_path: Path) -> None:
    warned = run("-", text=WARNED)
    assert warned.exit_code == 0
    assert "warning P401" in warned.stderr
    assert "P401" not in warned.stdout
    target = tmp_path / "sizing.txt"
    strict = run("-", "--strict", "-o", str(target), text=WARNED)
    assert (strict.exit_code, strict.stdout) == (1, "")
    assert not target.exists()
    assert run("-", "--quiet", text=WARNED).stderr == ""


def test_a_file_that_cannot_be_written_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["pliego", "size", str(ASSISTANT), "-o", str(tmp_path)])
    with pytest.raises(SystemExit) as left:
        cli.main()
    assert left.value.code == 1
    assert "error P120" in capfd.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_hyphen_is_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(str(ASSISTANT), "-o", "-")
    assert (result.exit_code, result.stdout) == (0, run(str(ASSISTANT)).stdout)
    assert list(tmp_path.iterdir()) == []
