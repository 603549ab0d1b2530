"""One mutant through the commands, in this process: how each ended, and whether that is allowed."""

import json
import resource
import signal
import traceback
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Final

from click.testing import CliRunner

from mutated.mutants import Mutant
from pliego.cli import pliego

FINDING_FORMS: Final = ("text", "json", "github", "sarif")
SIZING_FORMS: Final = ("text", "json", "md")
LANGUAGES: Final = ("en", "es", "de")

STALLED_FACTOR: Final = 10
"""How much longer than its processor time a mutant may take by the clock: the machine may be busy."""

_CODES: Final = (0, 1)


@dataclass(frozen=True)
class Limits:
    """What a mutant may take: seconds of processor time and bytes of the process's memory; every how many is rendered."""

    seconds: float = 2.0
    megabytes: int = 300
    rendered_every: int = 50


@dataclass(frozen=True)
class Run:
    """How a mutant ran: what was wrong, with details, if anything; ends by command; processor time and peak memory."""

    number: int
    wrong: tuple[tuple[str, str], ...]
    ends: tuple[str, ...]
    seconds: float
    megabytes: float


class OutOfTimeError(BaseException):
    """The time of a mutant is over; no handler of an `Exception` may swallow it."""


def run(mutant: Mutant, number: int, folder: Path, limits: Limits) -> Run:
    """Write a mutant into a folder and run it there; the alarms of this process are used for the time."""
    file = written(mutant, folder)
    before, begin = peak_megabytes(), process_time()
    wrong: list[tuple[str, str]] = []
    ends: list[str] = []
    _set_alarms(limits.seconds)
    try:
        for name, words in commands(file, folder, number, limits.rendered_every):
            end, fault = ended(name, words)
            ends.append(end)
            wrong.extend(fault)
    except OutOfTimeError:
        wrong.append((f"longer than {limits.seconds:g} s", traceback.format_exc()))
    finally:
        _set_alarms(0)
    seconds, peak = process_time() - begin, peak_megabytes()
    if peak > max(before, limits.megabytes):
        wrong.append((f"more than {limits.megabytes} MB", f"{peak:.0f} MB"))
    if len({end.rpartition(" ")[2] for end in ends}) > 1:
        wrong.append(("commands disagree whether the spec is sound", ", ".join(ends)))
    return Run(number, tuple(wrong), tuple(ends), seconds, peak)


def written(mutant: Mutant, folder: Path) -> Path:
    """Write a mutant as `spec` with its suffix, and the files beside it; return the spec."""
    for name, content in mutant.beside.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    file = folder / f"spec{mutant.suffix}"
    file.write_bytes(mutant.content)
    return file


def commands(file: Path, folder: Path, number: int, rendered_every: int) -> Iterator[tuple[str, list[str]]]:
    """Yield name and words of each command; forms and languages take turns."""
    turn = number // rendered_every
    yield "validate", ["validate", str(file), "--format", FINDING_FORMS[number % len(FINDING_FORMS)]]
    yield "size", ["size", str(file), "--format", SIZING_FORMS[number % len(SIZING_FORMS)]]
    if number % rendered_every == 0:
        language = LANGUAGES[turn % len(LANGUAGES)]
        yield "render", ["render", str(file), "-o", str(folder / "out"), "--format", "md", "--language", language]


def ended(name: str, words: list[str]) -> tuple[str, tuple[tuple[str, str], ...]]:
    """Run a command; return its end, and what is wrong with it, with details. A warning of Python's is an exception."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        result = CliRunner().invoke(pliego, words)
    fault = result.exception
    if fault is not None and not isinstance(fault, SystemExit):
        told = "".join(traceback.format_exception(fault))
        return f"{name} traceback", ((f"{name}: {signature(fault)}", told),)
    end = f"{name} {result.exit_code}"
    if result.exit_code not in _CODES:
        return end, ((f"exit code of {end}", result.output),)
    if name == "validate" and words[-1] in ("json", "sarif"):
        try:
            json.loads(result.stdout)
        except ValueError:
            return end, ((f"{words[-1]} of validate cannot be read", result.stdout),)
    return end, ()


def signature(fault: BaseException) -> str:
    """Return the exception's type and where it was raised: faults of one signature are of one kind."""
    places = traceback.extract_tb(fault.__traceback__)
    own = [place for place in places if "pliego" in Path(place.filename).parts] or places
    return f"{type(fault).__name__} in {own[-1].name}" if own else type(fault).__name__


def peak_megabytes() -> float:
    """Return the most memory that this process has held so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000


def arm() -> None:
    """Answer this process's alarms with `OutOfTimeError`, and load what every command needs."""
    signal.signal(signal.SIGPROF, _stop)
    signal.signal(signal.SIGALRM, _stop)


def _set_alarms(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds)
    signal.setitimer(signal.ITIMER_REAL, seconds * STALLED_FACTOR)


def _stop(_number: int, _frame: FrameType | None) -> None:
    raise OutOfTimeError


