"""A mutant through the commands, in this process: what it costs, and whether it breaks anything."""

import signal
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from types import FrameType
from typing import TypeVar

from mutated.making import Mutant
from pliego.cli.report import FORMATS, written
from pliego.workflow.reading import SpecReading
from pliego.workflow.rendering import LANGUAGES, render
from pliego.workflow.sizing import SIZING_FORMATS, size_spec
from pliego.workflow.validation import validate

MOST_SECONDS = 2.0
MOST_MEBIBYTES = 300

Value = TypeVar("Value")

_STATUS = Path("/proc/self/status")
_RESET = Path("/proc/self/clear_refs")
_FORGET_PEAK = "5"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a mutant: the codes found, processor seconds of its slowest command, largest memory, fault."""

    number: int
    origin: str
    codes: Counter[str]
    seconds: float
    mebibytes: float
    commands: int
    fault: str | None = None


class _HangError(BaseException):
    """A command took longer than is allowed; no `except Exception` catches it."""


def tried(mutant: Mutant, folder: Path, *, rendered: bool) -> Outcome:
    """Validate a mutant and report on it in every form; a sound one is sized, and rendered if `rendered` says so.

    Forms of the sizing and languages take turns. What is sound for one command must be so for the others.
    """
    spec = write(mutant, folder)
    seconds: list[float] = []
    codes: Counter[str] = Counter()
    fault = None
    if _RESET.exists():
        _RESET.write_text(_FORGET_PEAK, encoding="ascii")
    try:
        reading = _timed(lambda: _validated(spec), seconds)
        codes.update(finding.code for finding in reading.findings)
        if reading.sound:
            form, language = (turns[mutant.number % len(turns)] for turns in (SIZING_FORMATS, LANGUAGES))
            sized = _timed(lambda: size_spec(spec, form), seconds)
            fault = None if sized.text is not None else "sound for validate, not for size"
        if reading.sound and rendered:
            request = _timed(lambda: render(spec, folder / "out", ("md", "json"), language, lambda _: None), seconds)
            fault = fault if request.files else "sound for validate, not for render"
    except _HangError:
        fault = f"more than {MOST_SECONDS:g} s"
        seconds.append(MOST_SECONDS)
    except Exception as raised:  # noqa: BLE001 (any is what is looked for)
        frame = traceback.extract_tb(raised.__traceback__)[-1]
        fault = f"{type(raised).__name__} in {Path(frame.filename).name}, {frame.name}: {str(raised)[:200]}"
    finally:
        for name in mutant.beside:  # another mutant may name the same file
            (folder / name).unlink()
    peak = _peak()
    if fault is None and peak > MOST_MEBIBYTES:
        fault = f"{peak:.0f} MiB"
    return Outcome(mutant.number, mutant.origin, codes, max(seconds, default=0), peak, len(seconds), fault)


def write(mutant: Mutant, folder: Path) -> Path:
    """Write a mutant and the files beside it into a folder, and return its file."""
    for name, content in mutant.beside.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    spec = folder / f"spec{mutant.suffix}"
    spec.write_bytes(mutant.content)
    return spec


def _validated(spec: Path) -> SpecReading:
    reading = validate(spec)
    for form in FORMATS:
        written(reading.findings, reading.source, form)
    return reading


def _timed(work: Callable[[], Value], seconds: list[float]) -> Value:
    """Do the work within the processor time that is allowed: on a busy machine the clock would tell of others."""
    signal.signal(signal.SIGPROF, _stop)
    begin = process_time()
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)
    try:
        return work()
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        seconds.append(process_time() - begin)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise _HangError


def _peak() -> float:
    """Return the largest resident memory since it was last forgotten; 0 where the system does not tell."""
    if not _STATUS.exists():
        return 0.0
    lines = _STATUS.read_text(encoding="ascii").splitlines()
    (peak,) = (line.split()[1] for line in lines if line.startswith("VmHWM:"))
    return int(peak) / 1024
