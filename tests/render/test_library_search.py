"""The renderer is imported without starting a program, and the search for libraries is as before afterwards."""

import ctypes.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pliego.render.library_search import by_file_name

ROOT = Path(__file__).resolve().parents[2]

NO_PROGRAM = """
import sys

def refuse(event, arguments):
    if event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.forkpty"):
        raise SystemExit(f"{event}: {arguments}")

sys.addaudithook(refuse)
import pliego.render.pdf
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there the search starts programs")
def test_no_program_is_started() -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    command = [sys.executable, "-c", NO_PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_the_search_is_as_before_whatever_happens() -> None:
    search = ctypes.util.find_library
    with pytest.raises(ImportError), by_file_name():
        raise ImportError("no WeasyPrint")
    assert ctypes.util.find_library is search


@pytest.mark.parametrize(("platform", "searches"), [("linux", False), ("darwin", True), ("win32", True)])
def test_only_on_linux_nothing_is_searched(monkeypatch: pytest.MonkeyPatch, platform: str, searches: bool) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(ctypes.util, "find_library", lambda name: name)
    with by_file_name():
        assert (ctypes.util.find_library("c") == "c") is searches
