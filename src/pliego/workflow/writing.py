"""Outputs to the disk: all of them or none, and what keeps them from it as findings."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from pliego.atomic import InputLostError, OutputError, check_outputs, write_all_atomically
from pliego.findings import Finding
from pliego.resources import shipped_folders


def write_files(files: Mapping[Path, bytes], made_from: Iterable[Path] = ()) -> tuple[Finding, ...]:
    """Write all files, or none and say why; none of `made_from` is replaced, nor a file of pliego."""
    try:
        write_all_atomically(files, (*made_from, *shipped_folders()))
    except OutputError as fault:
        return (as_finding(fault),)
    return ()


def check_files(paths: Iterable[Path], made_from: Iterable[Path]) -> tuple[Finding, ...]:
    """Say before long work whether one of the outputs would take the place of what it is made from."""
    try:
        check_outputs(paths, (*made_from, *shipped_folders()))
    except OutputError as fault:
        return (as_finding(fault),)
    return ()


def as_finding(fault: OutputError) -> Finding:
    """Return the finding that tells of an output that cannot be written."""
    if isinstance(fault, InputLostError):
        return Finding("P122", facts={"file": str(fault.path), "origin": _named(fault.origin)})
    return Finding("P120", facts={"file": str(fault.path), "reason": fault.reason})


def _named(origin: Path) -> str:
    if origin in shipped_folders():
        return "a file of pliego"
    return "the file on standard input" if str(origin) == "/dev/stdin" else str(origin)
