"""Run thousands of mutated specs: no traceback, at most 2 s of processor time each, at most 300 MB of memory.

Every spec that the project ships, sound or not, is changed as text or as data (`benchmarks/mutated/`) and goes as YAML
or TOML through `validate` and `size`, one in fifty through `render` to Markdown too. The commands must end with 0 or 1,
and agree. The same seed gives the same specs.

    python benchmarks/mutations.py [--count 10000] [--seed 1] [--keep DIR] [--first NUMBER] [--jobs 2]

Prints how the commands ended, the slowest spec and the largest memory. Exit code 1 where a spec did what none may do;
each such spec is then written into DIR, as `<seed>-<number>` with the files beside it.
"""

import argparse
import faulthandler
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from mutated.mutants import Mutant, mutant
from mutated.origins import Origin, origins
from mutated.running import STALLED_FACTOR, Limits, Run, arm, run, written
from mutated.vocabulary import Vocabulary, vocabulary

IN_ONE_TASK = 100
_DETAIL_LINES = 12


@dataclass(frozen=True)
class Batch:
    """A range of numbers under one seed."""

    seed: int
    first: int
    last: int


@cache
def material() -> tuple[tuple[Origin, ...], Vocabulary]:
    """Return what mutants are made from, read once in each process."""
    found = origins()
    return found, vocabulary(found)


def made(seed: int, number: int) -> Mutant:
    """Return one mutant."""
    return mutant(*material(), seed, number)


def run_batch(batch: Batch, limits: Limits) -> list[Run]:
    """Run the mutants of a batch; a command that no alarm of Python's can reach ends the process."""
    arm()
    runs = []
    for number in range(batch.first, batch.last):
        with TemporaryDirectory() as folder:
            faulthandler.dump_traceback_later(limits.seconds * STALLED_FACTOR * 2, exit=True)
            runs.append(run(made(batch.seed, number), number, Path(folder), limits))
            faulthandler.cancel_dump_traceback_later()
    return runs


def batches(seed: int, first: int, count: int) -> list[Batch]:
    """Return the work in parts."""
    end = first + count
    return [Batch(seed, start, min(start + IN_ONE_TASK, end)) for start in range(first, end, IN_ONE_TASK)]


def all_runs(work: Sequence[Batch], limits: Limits, jobs: int) -> Iterator[list[Run]]:
    """Yield the runs of each batch as it ends; of one that ended its process, a run that says so."""
    with ProcessPoolExecutor(jobs) as pool:
        waiting: dict[Future[list[Run]], Batch] = {pool.submit(run_batch, one, limits): one for one in work}
        for future in as_completed(waiting):
            batch = waiting[future]
            try:
                yield future.result()
            except BrokenProcessPool:
                where = f"while numbers {batch.first} to {batch.last - 1} were running or waiting"
                yield [Run(batch.first, (("a process has ended", where),), (), 0.0, 0.0)]


def keep(runs: Sequence[Run], seed: int, folder: Path) -> None:
    """Write what did wrong into a folder."""
    for one in runs:
        if one.wrong:
            place = folder / f"{seed}-{one.number}"
            place.mkdir(parents=True, exist_ok=True)
            written(made(seed, one.number), place)
            text = "\n".join(f"{what}\n{detail}" for what, detail in one.wrong)
            (place / "wrong.txt").write_text(text, encoding="utf-8", errors="backslashreplace")


def report(runs: Sequence[Run], seed: int) -> Iterator[str]:
    """Yield the lines of the report: kinds of wrong with the first of each, ends, slowest, largest."""
    kinds: dict[str, list[tuple[int, str]]] = {}
    for one in runs:
        for what, detail in one.wrong:
            kinds.setdefault(what, []).append((one.number, detail))
    for what, found in sorted(kinds.items(), key=lambda kind: -len(kind[1])):
        number, detail = found[0]
        yield f"WRONG  {what}: {len(found)}, first {number} ({', '.join(made(seed, number).made)})"
        yield from (f"    {line[:200]!a}" for line in detail.splitlines()[-_DETAIL_LINES:])
    counts = Counter(end for one in runs for end in one.ends)
    yield from (f"{end:<20}{count:>7}" for end, count in sorted(counts.items()))
    slowest, largest = max(runs, key=lambda one: one.seconds), max(runs, key=lambda one: one.megabytes)
    yield f"{len(runs)} specs of seed {seed}"
    yield f"slowest  {slowest.seconds:6.2f} s   number {slowest.number}"
    yield f"largest  {largest.megabytes:6.0f} MB  by number {largest.number}"


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="thousands of mutated specs through pliego")
    parser.add_argument("--count", type=int, default=10_000, help="specs (default: 10000)")
    parser.add_argument("--seed", type=int, default=1, help="other seeds give other specs (default: 1)")
    parser.add_argument("--first", type=int, default=0, help="number of the first spec, to run one again")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="write there each spec that did wrong")
    parser.add_argument("--jobs", type=int, default=2, help="processes (default: 2)")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Run and print."""
    given = arguments(words)
    runs: list[Run] = []
    for done in all_runs(batches(given.seed, given.first, given.count), Limits(), given.jobs):
        runs += done
        if given.keep:
            keep(done, given.seed, given.keep)
        if sys.stderr.isatty():
            print(f"\r{len(runs):>7} of {given.count}", end="", file=sys.stderr, flush=True)
    runs.sort(key=lambda one: one.number)
    print("\n".join(report(runs, given.seed)))
    return 1 if any(one.wrong for one in runs) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
