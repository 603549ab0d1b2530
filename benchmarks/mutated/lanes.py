"""Mutants tried in parallel processes, which are watched from outside: one that hangs or dies costs one mutant."""

import resource
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from mutated.corpus import Original
from mutated.making import HOSTILE, mutant, origin_name
from mutated.trial import Outcome, tried

CHUNK = 250
PATIENCE = 30.0
"""Seconds without an outcome after which a process is taken to hang where no alarm reaches it."""

_ADDRESS_SPACE = 4 * 2**30
_RENDERED_EVERY = 3


@dataclass(slots=True)
class _Lane:
    process: BaseProcess
    outcomes: Connection
    numbers: Sequence[int]
    done: int = 0
    heard: float = 0.0


def outcomes_of(originals: Sequence[Original], seed: int, count: int, lanes: int) -> Iterator[Outcome]:
    """Yield the outcome of each hostile spec and of `count` mutants, in the order in which they come."""
    waiting = deque(range(start, min(start + CHUNK, count)) for start in range(-len(HOSTILE), count, CHUNK))
    running: list[_Lane] = []
    while waiting or running:
        while waiting and len(running) < lanes:
            running.append(_started(originals, seed, waiting.popleft()))
        wait([lane.outcomes for lane in running], timeout=1)
        for lane in list(running):
            yield from _heard(lane)
            lost = _lost(lane)
            if lost is None and lane.process.is_alive():
                continue
            yield from _heard(lane)
            running.remove(lane)
            lane.process.join()
            if lane.done < len(lane.numbers):
                number = lane.numbers[lane.done]
                reason = lost or f"the process died with {lane.process.exitcode}"
                yield Outcome(number, origin_name(originals, number), Counter(), 0, 0, 0, reason)
                waiting.append(lane.numbers[lane.done + 1 :])


def _started(originals: Sequence[Original], seed: int, numbers: Sequence[int]) -> _Lane:
    ours, theirs = get_context("fork").Pipe(duplex=False)
    process = get_context("fork").Process(target=_try_all, args=(originals, seed, numbers, theirs), daemon=True)
    process.start()
    theirs.close()
    return _Lane(process, ours, numbers, heard=monotonic())


def _heard(lane: _Lane) -> Iterator[Outcome]:
    try:
        while lane.outcomes.poll():
            outcome: Outcome = lane.outcomes.recv()
            lane.done += 1
            lane.heard = monotonic()
            yield outcome
    except EOFError:
        return


def _lost(lane: _Lane) -> str | None:
    if lane.process.is_alive() and monotonic() - lane.heard > PATIENCE:
        lane.process.kill()
        return f"no answer within {PATIENCE:g} s"
    return None


def _try_all(originals: Sequence[Original], seed: int, numbers: Sequence[int], outcomes: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE, _ADDRESS_SPACE))
    sys.stdin = None  # type: ignore[assignment]  # a spec that names it must not wait for somebody to type
    with TemporaryDirectory(prefix="pliego-mutations-") as folder:
        for number in numbers:
            outcome = tried(mutant(originals, seed, number), Path(folder), rendered=number % _RENDERED_EVERY == 0)
            outcomes.send(outcome)
    outcomes.close()
