from pathlib import Path

import pytest
from click.testing import CliRunner

from pliego.cli import pliego

EMPTY = [
    ("size", "spec.yaml", "-o", ""),
    ("render", "spec.yaml", "-o", ""),
    ("schema", "-o", ""),
    ("new", ""),
    ("estimate", "a", "-o", ""),
    ("validate", ""),
    ("validate", "-", "--stdin-filename", ""),
]


@pytest.mark.parametrize("arguments", EMPTY, ids=" ".join)
def test_an_empty_name_is_wrong_usage(arguments: tuple[str, ...]) -> None:
    result = CliRunner().invoke(pliego, arguments, input="")
    assert (result.exit_code, "is empty" in result.stderr) == (2, True)


def test_several_files_do_not_go_to_standard_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(pliego, ["render", "spec.yaml", "-o", "-"])
    assert (result.exit_code, "several files cannot go to standard output" in result.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [["estimate", "--parameters", "8e9", "--weights", "bf16"], ["schema"]])
def test_one_text_does(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(pliego, [*command, "-o", "-"]).stdout == CliRunner().invoke(pliego, command).stdout
    assert list(tmp_path.iterdir()) == []
