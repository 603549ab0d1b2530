"""Every command that docs/estimate.md shows runs, and prints what stands below it there."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from pliego.catalog.records import KINDS
from pliego.cli import pliego

DOCS: Final = Path(__file__).resolve().parents[1] / "docs"
_BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT: Final = "…"


@dataclass(frozen=True, slots=True)
class Sample:
    """A command as printed, and the lines that stand below it."""

    command: str
    output: tuple[str, ...]


def samples(name: str) -> Iterator[Sample]:
    for block in _BLOCK.findall((DOCS / name).read_text(encoding="utf-8")):
        for part in re.split(r"^\$ ", block.replace("\\\n", ""), flags=re.MULTILINE)[1:]:
            command, *output = part.splitlines()
            yield Sample(command, tuple(line for line in output if line.strip()))


def lacking(output: tuple[str, ...], printed: str) -> list[str]:
    """Return the lines that are not printed, in this order; what an ellipsis stands for may be anything."""
    lines, missing = iter(printed.splitlines()), []
    for line in output:
        wanted = re.compile(".*".join(map(re.escape, line.split(LEFT_OUT))))
        if line != LEFT_OUT and not any(wanted.fullmatch(one) for one in lines):
            missing.append(line)
    return missing


@pytest.mark.parametrize("sample", tuple(samples("estimate.md")), ids=lambda one: one.command[:60])
def test_a_command_of_the_page_on_estimates(sample: Sample) -> None:
    program, *arguments = shlex.split(sample.command, comments=True)
    assert program == "pliego"
    result = CliRunner().invoke(pliego, arguments)
    refused = any(": error P" in line for line in sample.output)
    assert result.exit_code == int(refused)
    assert not lacking(sample.output, result.stderr + result.stdout)


def test_the_page_shows_commands_with_and_without_output() -> None:
    found = list(samples("estimate.md"))
    assert len(found) >= 7
    assert {bool(one.output) for one in found} == {True, False}


def test_every_kind_of_the_catalog_is_named() -> None:
    text = (DOCS / "estimate.md").read_text(encoding="utf-8")
    assert not [kind for kind in KINDS if f"`{kind}`" not in text]
