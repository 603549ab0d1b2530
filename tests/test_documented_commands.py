"""Every command that README.md and docs/ show runs, and prints what stands below it there."""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from click.testing import CliRunner

from pliego.catalog.records import KINDS
from pliego.cli import COMMANDS, pliego
from pliego.workflow.doctor import LIBRARIES
from pliego.workflow.reading import read_spec

ROOT: Final = Path(__file__).resolve().parents[1]
DOCS: Final = ROOT / "docs"
_BLOCK: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LEFT_OUT: Final = "…"


@dataclass(frozen=True, slots=True)
class Sample:
    """A command as printed, and the lines that stand below it."""

    command: str
    output: tuple[str, ...]


def samples(name: str) -> Iterator[Sample]:
    for block in _BLOCK.findall((ROOT / name).read_text(encoding="utf-8")):
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


@pytest.mark.parametrize("sample", tuple(samples("docs/estimate.md")), ids=lambda one: one.command[:60])
def test_a_command_of_the_page_on_estimates(sample: Sample) -> None:
    program, *arguments = shlex.split(sample.command, comments=True)
    assert program == "pliego"
    result = CliRunner().invoke(pliego, arguments)
    refused = any(": error P" in line for line in sample.output)
    assert result.exit_code == int(refused)
    assert not lacking(sample.output, result.stderr + result.stdout)


def test_the_page_shows_commands_with_and_without_output() -> None:
    found = list(samples("docs/estimate.md"))
    assert len(found) >= 7
    assert {bool(one.output) for one in found} == {True, False}


def test_every_kind_of_the_catalog_is_named() -> None:
    text = (DOCS / "estimate.md").read_text(encoding="utf-8")
    assert not [kind for kind in KINDS if f"`{kind}`" not in text]


PAGES: Final = ["README.md", *(f"docs/{page.name}" for page in sorted(DOCS.glob("*.md")))]
OF_THE_SYSTEM: Final = ("sudo ", "pipx ", "make ")
"""Commands that install, or are tests themselves: what they name is looked up, they are not run."""
SLIPS: Final = {"tpot_p95: {": "tpot_95: {", "rpo: {must: 24 h}": "rpo: {must: 24}"}
"""What README.md says is wrong in the spec that it checks."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder as a reader has it: the examples, `pliego`, and a program that writes a spec."""
    programs = tmp_path / "bin"
    programs.mkdir()
    minimal = ROOT / "examples" / "minimal" / "spec.toml"
    texts = {
        "pliego": f'exec {shlex.quote(sys.executable)} -m pliego "$@"',
        "make-spec": f"cat {shlex.quote(str(minimal))}",
    }
    for name, text in texts.items():
        (programs / name).write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        (programs / name).chmod(0o755)
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "examples").symlink_to(ROOT / "examples")
    return tmp_path


def ran(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT / "src")}
    return subprocess.run(
        ["/bin/sh", "-c", command], cwd=folder / "work", env=environment, capture_output=True, text=True, check=False
    )


def rewrite(file: Path, changes: dict[str, str]) -> None:
    text = file.read_text(encoding="utf-8")
    for before, after in changes.items():
        assert text.count(before) == 1
        text = text.replace(before, after)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("page", [page for page in PAGES if page != "docs/estimate.md"])
def test_the_commands_of_a_page_run_one_after_the_other(page: str, folder: Path) -> None:
    shown = [sample for sample in samples(page) if not sample.command.startswith(OF_THE_SYSTEM)]
    spec = folder / "work" / "spec.yaml"
    if not any(sample.command.startswith("pliego new") for sample in shown):
        ran("pliego new spec.yaml", folder)
    for sample in shown:
        wrong = any(": error P" in line for line in sample.output)
        if wrong:
            rewrite(spec, SLIPS)
        done = ran(sample.command, folder)
        if wrong:
            rewrite(spec, {after: before for before, after in SLIPS.items()})
        assert done.returncode == int(wrong), done.stderr
        assert not lacking(sample.output, done.stderr + done.stdout)
        if sample.output and not any(LEFT_OUT in line for line in sample.output):
            assert len(sample.output) == len((done.stderr + done.stdout).splitlines())


def test_what_installs_names_what_there_is() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for page in (*PAGES, "CONTRIBUTING.md"):
        text = (ROOT / page).read_text(encoding="utf-8")
        assert set(re.findall(r"(?:`|^\$ )make ([a-z-]+)", text, re.MULTILINE)) <= targets
    (install,) = (sample.command for sample in samples("README.md") if sample.command.startswith("sudo"))
    assert set(re.findall(r"\blib[a-z0-9.-]+", install.partition("#")[0])) <= {library.package for library in LIBRARIES}


@pytest.mark.parametrize("page", [*PAGES, "CONTRIBUTING.md"])
def test_a_command_named_within_a_sentence_is_one(page: str) -> None:
    for words in re.findall(r"`pliego ([^`]*)`", (ROOT / page).read_text(encoding="utf-8").replace("\n", " ")):
        name, *rest = shlex.split(words)
        assert name in COMMANDS or name.isupper()
        known = CliRunner().invoke(pliego, [name, "--help"]).stdout if name in COMMANDS else ""
        assert [option for option in rest if option.startswith("-") and option not in known] == []


def test_the_spec_that_the_readme_shows_is_what_new_writes(folder: Path) -> None:
    ran("pliego new spec.yaml", folder)
    (shown,) = re.findall(
        r"^```yaml\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    head = "schema: pliego/v1\nrfq: {id: R, title: T, version: '1', language: en, issued: 2026-12-01}\n"
    excerpt = folder / "excerpt.yaml"
    excerpt.write_text(shown + head, encoding="utf-8")
    found, whole = read_spec(excerpt), read_spec(folder / "work" / "spec.yaml")
    assert found.findings == ()
    assert isinstance(found.source.data, dict)
    assert isinstance(whole.source.data, dict)
    assert is_part_of(found.source.data["workloads"], whole.source.data["workloads"])


def is_part_of(part: object, whole: object) -> bool:
    if isinstance(part, dict) and isinstance(whole, dict):
        return all(key in whole and is_part_of(value, whole[key]) for key, value in part.items())
    return part == whole
