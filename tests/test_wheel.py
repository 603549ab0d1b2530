"""The built wheel, alone: installed in a new environment, away from the sources, with no network.

The environment sees the dependencies that the tests run with, but pliego itself comes from the wheel.
"""

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "examples" / "assistant" / "spec.yaml"

NO_NETWORK = """
import socket

def refuse(*arguments, **options):
    raise AssertionError("the network was asked for")

socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
"""
"""Put into the new environment, where Python runs it before anything else."""

POISONED = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")


@dataclass(frozen=True)
class Installed:
    """The new environment and an empty directory to stand in."""

    bin: Path
    directory: Path

    def pliego(self, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return run([self.bin / "pliego", *arguments], self.directory)


def run(command: Sequence[str | Path], directory: Path) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return subprocess.run(
        command, cwd=directory, env=kept | POISONED, capture_output=True, text=True, check=False, timeout=120
    )


def built(directory: Path) -> Path:
    build = "import sys; from hatchling.build import build_wheel; build_wheel(sys.argv[1])"
    done = run([sys.executable, "-c", build, directory], ROOT)
    assert done.returncode == 0, done.stderr
    return next(directory.glob("pliego-*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=False, symlinks=True)
    bin_directory = home / "bin"
    pip = [sys.executable, "-m", "pip", "--python", bin_directory / "python", "--disable-pip-version-check"]
    done = run([*pip, "install", "--quiet", "--no-index", "--no-deps", wheel], home)
    assert done.returncode == 0, done.stderr
    packages = next(home.glob("lib/python*/site-packages"))
    # What a .pth file adds is searched last, and .pth files there, as of editable installs, are not read.
    (packages / "dependencies.pth").write_text(sysconfig.get_paths()["purelib"], encoding="utf-8")
    # Not sitecustomize: Debian's own Python has one of its own, which is found first.
    (packages / "no_network.py").write_text(NO_NETWORK, encoding="utf-8")
    (packages / "no_network.pth").write_text("import no_network\n", encoding="utf-8")
    return Installed(bin_directory, tmp_path_factory.mktemp("elsewhere"))


def test_the_wheel_holds_all_data_and_nothing_else(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    shipped = {
        f"pliego/_shipped/{path.relative_to(ROOT).as_posix()}"
        for folder in ("schemas", "templates")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    package = (path for path in (ROOT / "src").rglob("*") if path.is_file() and path.suffix != ".pyc")
    sources = {path.relative_to(ROOT / "src").as_posix() for path in package}
    assert shipped | sources <= names
    assert all(name.startswith(("pliego/", "pliego-")) for name in names)


def test_the_package_comes_from_the_wheel(installed: Installed) -> None:
    where = run([installed.bin / "python", "-c", "import pliego; print(pliego.__file__)"], installed.directory)
    assert Path(where.stdout.strip()).is_relative_to(installed.bin.parent)


def test_it_renders_every_format_and_leaves_nothing_behind(installed: Installed, tmp_path: Path) -> None:
    done = installed.pliego("render", EXAMPLE, "-o", tmp_path / "out")
    assert done.returncode == 0, done.stdout + done.stderr
    made = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert {"rfq.pdf", "rfq.md", "rfq.html", "rfq.json"} <= set(made)
    assert made["rfq.pdf"].startswith(b"%PDF-")
    assert made["rfq.html"].lstrip().lower().startswith(b"<!doctype html>")
    assert json.loads(made["rfq.json"])
    assert list(installed.directory.iterdir()) == []


def test_it_sizes(installed: Installed, tmp_path: Path) -> None:
    done = installed.pliego("size", EXAMPLE, "--format", "json", "-o", tmp_path / "sizing.json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads((tmp_path / "sizing.json").read_bytes())


def test_it_finds_all_that_it_needs(installed: Installed) -> None:
    done = installed.pliego("doctor", "--format", "json")
    assert done.returncode == 0, done.stdout + done.stderr
    assert json.loads(done.stdout)["works"] is True


def test_the_network_is_really_refused(installed: Installed) -> None:
    asked = "import socket; socket.create_connection(('127.0.0.1', 9))"
    done = run([installed.bin / "python", "-c", asked], installed.directory)
    assert "the network was asked for" in done.stderr
