"""Installing system packages first of all: what is asked of apt-get, and what is said without it."""

import runpy
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from pliego.workflow.doctor import PANGO

SCRIPT = Path(__file__).resolve().parents[1] / "tools" / "system_packages.py"


class Machine:
    """A machine without Pango that notes the commands; `installs` says whether they succeed."""

    def __init__(self, *programs: str, root: bool = True, installs: bool = True) -> None:
        self.programs = {program: f"/bin/{program}" for program in programs}
        self.root = root
        self.installs = installs
        self.commands: list[list[str]] = []
        self.complete = False

    def run(self, command: list[str], **_: object) -> SimpleNamespace:
        self.commands.append([part for part in command if not part.startswith("-")])
        self.complete = self.complete or (self.installs and "install" in command)
        return SimpleNamespace(returncode=0 if self.installs or "true" in command else 100)


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    def main(machine: Machine, *arguments: str) -> int:
        names = runpy.run_path(str(SCRIPT))
        space = names["main"].__globals__
        monkeypatch.setitem(space, "unloadable", lambda: () if machine.complete else (PANGO,))
        monkeypatch.setitem(space, "missing_libraries", lambda: () if machine.complete else (PANGO,))
        monkeypatch.setattr(subprocess, "run", machine.run)
        monkeypatch.setattr(space["shutil"], "which", machine.programs.get)
        monkeypatch.setattr(space["os"], "geteuid", lambda: 0 if machine.root else 1000)
        monkeypatch.setattr("sys.argv", ["system_packages.py", *arguments])
        result: int = space["main"]()
        return result

    return main


def test_root_installs_what_is_missing(call: Callable[..., int]) -> None:
    machine = Machine("apt-get", "pdftoppm")
    assert call(machine) == 0
    assert machine.commands == [["/bin/apt-get", "install", "libpango-1.0-0"]]


def test_a_user_with_sudo_installs_through_it(call: Callable[..., int]) -> None:
    machine = Machine("apt-get", "sudo", root=False)
    assert call(machine) == 0
    assert machine.commands[0] == ["/bin/sudo", "true"]
    assert machine.commands[1][:3] == ["/bin/sudo", "DEBIAN_FRONTEND=noninteractive", "/bin/apt-get"]


def test_the_package_lists_are_fetched_only_after_a_failure(call: Callable[..., int]) -> None:
    machine = Machine("apt-get", installs=False)
    assert call(machine) == 1
    assert [command[1] for command in machine.commands] == ["install", "update", "install"]


def test_elsewhere_it_says_what_to_install(call: Callable[..., int], capsys: pytest.CaptureFixture[str]) -> None:
    machine = Machine(root=False)
    assert call(machine) == 1
    assert machine.commands == []
    told = capsys.readouterr().err
    assert "Pango (libpango-1.0-0)" in told
    assert "install them with: sudo apt-get install libpango-1.0-0" in told


def test_programs_of_tests_are_installed_for_tests_only(call: Callable[..., int]) -> None:
    for_demo, for_tests = Machine("apt-get"), Machine("apt-get")
    call(for_demo)
    call(for_tests, "--tests")
    assert "poppler-utils" not in for_demo.commands[0]
    assert "poppler-utils" in for_tests.commands[0]
