"""A process that is asked to end leaves nothing unfinished behind."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

START = f"""
import os, signal, sys, time
from pathlib import Path
sys.path.insert(0, {str(ROOT / "src")!r})
from pliego.__main__ import main
from pliego.atomic import write_all_atomically
from pliego.stopping import end_tidily

for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):  # a background job is started with some of them ignored
    signal.signal(number, signal.SIG_DFL)

def wait(*_, **__):
    print("here", flush=True)
    time.sleep(60)
"""
WRITING = (
    START
    + """
end_tidily()
os.fsync = wait
write_all_atomically({Path("new/deep/a"): b"content"})
"""
)
IMPORTING = (
    START
    + """
class Wait:
    def find_spec(self, name, *rest):
        if name == "pliego.cli":
            wait()
sys.meta_path.insert(0, Wait())

class Part:
    def __set_name__(self, owner, name):
        main()  # an exception in here becomes a RuntimeError

class Owner:
    part = Part()
"""
)
RENDERING = (
    START
    + f"""
from pliego.render import pdf
pdf.HTML.write_pdf = wait
sys.argv = ["pliego", "render", {str(ROOT / "examples" / "minimal" / "spec.toml")!r}, "-o", "out/new"]
main()
"""
)
RENAMING = (
    START
    + """
end_tidily()
replace = os.replace

def stopped(*paths):
    replace(*paths)
    os.kill(os.getpid(), signal.SIGTERM)

os.replace = stopped
write_all_atomically({Path("a"): b"new", Path("b"): b"new"})
print("not reached")
"""
)
IGNORING = (
    START
    + """
signal.signal(signal.SIGHUP, signal.SIG_IGN)
end_tidily()
os.kill(os.getpid(), signal.SIGHUP)
print("still here")
"""
)


def ended(program: str, number: int, folder: Path) -> tuple[int, str, str]:
    """Send a signal to a program once it says that it is where it should be met."""
    process = subprocess.Popen(
        [sys.executable, "-c", program], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "here\n"
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    return process.returncode, out, err


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("program", [WRITING, IMPORTING, RENDERING], ids=["writing", "importing", "rendering"])
def test_a_signal_ends_with_its_number_and_leaves_nothing(tmp_path: Path, program: str, number: int) -> None:
    assert ended(program, number, tmp_path) == (128 + number, "", "stopped\n")
    assert list(tmp_path.iterdir()) == []


def test_a_signal_between_two_files_waits_for_the_second(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", RENAMING], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (143, "", "stopped\n")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"new", "b": b"new"}


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", IGNORING], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "still here\n"
