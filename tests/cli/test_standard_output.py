"""What is said of standard output is said of nothing else."""

import os
from io import TextIOWrapper
from pathlib import Path

import pytest

from pliego.cli.standard_output import StandardOutputError, watched


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_a_fault_of_standard_output() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        stream = watched(full)
        stream.write("x")
        with pytest.raises(StandardOutputError, match="no space left on device"):
            stream.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), full.fileno())
        stream.close()


def test_a_reader_that_goes_away_is_told_of_as_ever() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        stream = watched(pipe)
        stream.write("x")
        with pytest.raises(BrokenPipeError):
            stream.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), pipe.fileno())
        stream.close()


def test_encoding_and_errors_are_those_of_the_stream(tmp_path: Path) -> None:
    with TextIOWrapper((tmp_path / "a").open("wb"), encoding="latin-1", errors="backslashreplace") as file:
        stream = watched(file)
        stream.write("é中")
        stream.close()
    assert (tmp_path / "a").read_bytes() == b"\xe9\\u4e2d"
