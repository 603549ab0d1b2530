"""Mutated specs through pliego: none may lead to a traceback, take longer than 2 s or more than 300 MiB.

Every spec in examples/, templates/ and tests/ is mutated in its text, its structure and its values, with what format
and catalog allow, as YAML and as TOML; files beside it are damaged too. Each
mutant, and each hostile spec that is made to cost what its size allows, is validated, and its findings are written in
every form; a sound one is sized, a part of those rendered to Markdown and JSON. Seconds are processor time.

    python benchmarks/mutations.py [--count N] [--seed N] [--lanes N] [--keep DIR]
    python benchmarks/mutations.py --seed N --write NUMBER > spec.yaml    # one mutant as it was

Exit code 1 where a limit is broken; each mutant that breaks one is written to a folder in DIR.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from mutated.corpus import corpus
from mutated.lanes import outcomes_of
from mutated.making import HOSTILE, mutant
from mutated.trial import Outcome, write

ROOT = Path(__file__).resolve().parents[1]
SHOWN = 5


def main(words: Sequence[str]) -> int:
    """Run and print."""
    given = arguments(words)
    originals = corpus(ROOT)
    if given.write is not None:
        sys.stdout.buffer.write(mutant(originals, given.seed, given.write).content)
        return 0
    begin = monotonic()
    outcomes = sorted(outcomes_of(originals, given.seed, given.count, given.lanes), key=lambda outcome: outcome.number)
    print(summary(outcomes, len(originals), given.seed, monotonic() - begin))
    broken = [outcome for outcome in outcomes if outcome.fault is not None]
    for outcome in broken:
        print(f"mutant {outcome.number} of {outcome.origin}: {outcome.fault}")
        if given.keep is not None:
            place = given.keep / f"{given.seed}-{outcome.number}"
            place.mkdir(parents=True, exist_ok=True)
            write(mutant(originals, given.seed, outcome.number), place)
    return 1 if broken else 0


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="mutated specs through pliego")
    parser.add_argument("--count", type=int, default=10_000, help="mutants (10000)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed makes the same mutants (1)")
    parser.add_argument("--lanes", type=int, default=os.cpu_count() or 1, help="processes at once (one a core)")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="folder for the mutants that break a limit")
    parser.add_argument("--write", type=int, metavar="NUMBER", help="write that mutant to standard output instead")
    return parser.parse_args(words)


def summary(outcomes: Sequence[Outcome], originals: int, seed: int, seconds: float) -> str:
    """Return what was tried, what was found, and the extremes."""
    codes = sum((outcome.codes for outcome in outcomes), Counter[str]())
    errors = sum(1 for outcome in outcomes if outcome.commands == 1)
    slowest = sorted(outcomes, key=lambda outcome: -outcome.seconds)[:SHOWN]
    largest = sorted(outcomes, key=lambda outcome: -outcome.mebibytes)[:SHOWN]
    rendered = sum(1 for outcome in outcomes if outcome.commands > 2)
    return "\n".join(
        (
            f"{len(outcomes) - len(HOSTILE)} mutants of {originals} specs, seed {seed}, and {len(HOSTILE)} hostile "
            f"specs in {seconds:.0f} s",
            f"{errors} with errors, {len(outcomes) - errors} sized, {rendered} of them rendered",
            f"{codes.total()} findings of {len(codes)} codes: {', '.join(f'{code} {n}' for code, n in codes.items())}",
            "slowest: " + ", ".join(f"{one.seconds:.2f} s ({one.number})" for one in slowest),
            "largest: " + ", ".join(f"{one.mebibytes:.0f} MiB ({one.number})" for one in largest),
            f"broken limits: {sum(outcome.fault is not None for outcome in outcomes)}",
        )
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
