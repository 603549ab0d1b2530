"""The shape of the project: tests mirror the sources, modules and functions are short, no left-overs."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pliego import __version__
from pliego.workflow.doctor import PACKAGES

ROOT = Path(__file__).resolve().parents[1]
SOURCES = sorted((ROOT / "src" / "pliego").rglob("*.py"))
SCRIPTS = sorted([*(ROOT / "tools").glob("*.py"), *(ROOT / "benchmarks").rglob("*.py")])
TESTS = sorted((ROOT / "tests").rglob("test_*.py"))
TEXT_SUFFIXES = {"", ".css", ".html", ".j2", ".json", ".md", ".po", ".py", ".toml", ".txt", ".yaml", ".yml"}

LONGEST_MODULE = 350
LONGEST_FUNCTION = 45

ABOUT_THE_PROJECT = {
    "test_documented_commands.py",
    "benchmarks/test_documented_commands.py",
    "test_layout.py",
    "test_must_fail.py",
    "test_public_cases.py",
    "test_recomputed_by_hand.py",
    "test_wheel.py",
    "render/test_browser.py",
    "render/test_forbidden_forms.py",
    "render/test_formats.py",
    "render/test_geometry.py",
    "render/test_pages.py",
    "rfq/test_every_level.py",
}
"""Test files that are about no one module."""

LEFT_OVERS = re.compile(r"\b(?:TODO|FIXME|XXX|HACK)\b|NotImplementedError")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:work|root|farm|home/[a-z]+)/|(?<![\w.])/tmp/\w")
VAGUE_NAMES = {"utils", "util", "helpers", "helper", "manager", "common", "misc"}


def named(paths: list[Path]) -> list[str]:
    return [path.relative_to(ROOT).as_posix() for path in paths]


def committed_texts() -> Iterator[Path]:
    """Every text file that is written by hand or generated into the tree."""
    folders = (".ci", "benchmarks", "docs", "examples", "schemas", "src", "templates", "tests", "tools")
    yield from (path for path in ROOT.iterdir() if path.is_file() and path.suffix in {".md", ".toml"})
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.is_file() and path.suffix in TEXT_SUFFIXES and "__pycache__" not in path.parts:
                yield path


@pytest.mark.parametrize("path", SOURCES, ids=named(SOURCES))
def test_a_module_fits_on_a_few_screens(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


@pytest.mark.parametrize("path", SOURCES + SCRIPTS, ids=named(SOURCES + SCRIPTS))
def test_a_function_fits_on_one_screen(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    long = [f"{node.name}: {node.end_lineno - node.lineno + 1}" for node in functions if too_long(node)]
    assert not long


def too_long(node: ast.FunctionDef) -> bool:
    return (node.end_lineno or node.lineno) - node.lineno + 1 > LONGEST_FUNCTION


def test_a_name_says_what_is_in_the_module() -> None:
    assert not [name for name in named(SOURCES) if Path(name).stem in VAGUE_NAMES]


@pytest.mark.parametrize("path", TESTS, ids=named(TESTS))
def test_a_test_file_stands_where_its_module_stands(path: Path) -> None:
    place = path.relative_to(ROOT / "tests")
    subject = place.stem.removeprefix("test_")
    beside = (ROOT / "src" / "pliego" / place).parent
    homes = [beside / f"{subject}.py", beside / subject, ROOT / place.parent / f"{subject}.py"]
    if len(place.parts) == 1:
        homes.append(ROOT / "tools" / f"{subject}.py")
    assert place.as_posix() in ABOUT_THE_PROJECT or any(home.exists() for home in homes)


def test_no_left_over_and_no_path_of_a_machine_is_committed() -> None:
    found = []
    for path in committed_texts():
        if path == Path(__file__):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if LEFT_OVERS.search(line) or MACHINE_PATHS.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:80]}")
    assert not found


def test_doctor_reports_every_package_that_is_depended_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {re.split(r"[<>=]", requirement)[0] for requirement in project["dependencies"]} <= set(PACKAGES)


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
