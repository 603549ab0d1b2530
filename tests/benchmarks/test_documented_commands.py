"""Every command that docs/accuracy.md shows runs, and writes no more than it says."""

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

import accuracy

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "accuracy.md"
COMMANDS: Final = re.findall(r"^ {4}(python benchmarks/.*?)(?: +#.*)?$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_of_the_page_on_accuracy(
    command: str, measurements: Callable[..., Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    document, rates = tmp_path / "accuracy.md", tmp_path / "residuals.json"
    document.write_text(PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    monkeypatch.setattr(accuracy, "DOCUMENT", document)
    monkeypatch.setattr(accuracy, "RESIDUALS", rates)
    folder = measurements({}, {"source": "another", "architecture": "Qwen/Qwen3-30B-A3B"})
    words = shlex.split(command.replace("DIR", str(folder)))[2:]
    assert accuracy.main(words) == 0
    assert rates.exists() is ("--fit" in words)


def test_the_page_shows_every_option() -> None:
    shown = " ".join(COMMANDS)
    assert all(option in shown for option in ("--data", "--format", "--holdout", "--fit", "--document"))
