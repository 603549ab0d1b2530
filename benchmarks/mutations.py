"""Break specs at random and run each: no traceback, at most 2 s of processor time, at most 300 MB of memory.

Examples and public cases are changed as text (cut, doubled, shuffled) or as data (a part removed, renamed, replaced,
moved to another place); what is left goes through `validate` and, where it is sound, `render` to Markdown and JSON.
The same seed gives the same specs. `python benchmarks/mutations.py [--count 10000] [--seed 1] [--keep FOLDER]`
"""

import argparse
import json
import os
import random
import resource
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

import yaml
from click.testing import CliRunner

from pliego.cli import pliego
from pliego.resources import schema_file

ROOT = Path(__file__).resolve().parents[1]
SECONDS = 2.0
BYTES = 300 * 10**6
STALLED = 60.0
IN_ONE_TASK = 100
FORMS = ("text", "json", "github", "sarif")
SCALARS: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3.5, 1e308, -1e308, 1e-308, 10**30, float("inf"), float("nan"), "", " ", "0", "~",
    "8 GB", "1.5 TiB", "30 s", "400 ms", "12 months", "99.9%", "100 %", "1e400 s", "10 req/s", "0.5", "2027-02-30",
    "2026-12-01", "2027-01-04T10:00:00+01:00", "EU", "ES", "XX", "a\u0000b", "a\u202eb", "\ud7ff\ufffd", "x" * 5000,
    "${HOME}", "{{ 7 * 7 }}", "../../etc/passwd", "<b>b</b>", "# *a* | b", "=1+1", "[](x)", [], {}, [[]], [{}],
    ["a", "a"], {"must": 1}, {"should": "1 s", "weight": 5}, {"must": "1 s", "should": "2 s", "weight": 1e9},
    {"must": None}, {"": ""},
)  # fmt: skip
PIECES = (
    "\t", " ", "  ", "\n", "\r\n", ":", ": ", "- ", "#", "&a ", "*a", "<<: *a", "!!python/object:os.system ", "|", ">",
    "'", '"', "{", "}", "[", "]", ",", "%", "---\n", "...\n", "\u0000", "\u2028", "\ufeff", "é", "1e999", "0x1F", "1_0",
    "=", "[[a]]\n", "a.b = 1\n",
)  # fmt: skip


class TooLong(BaseException):
    """The time of one spec is over."""


@dataclass(frozen=True)
class Fault:
    """What a mutated spec did that no spec may do."""

    number: int
    what: str
    detail: str


def originals() -> list[tuple[str, str]]:
    """Return suffix and text of every spec that the project ships."""
    files = [*ROOT.glob("examples/*/spec.*"), *ROOT.glob("tests/cases/*.yaml"), *ROOT.glob("tests/cases/*.toml")]
    return [(file.suffix, file.read_text(encoding="utf-8")) for file in sorted(files)]


def words_of_schema() -> tuple[list[str], list[str]]:
    """Return the keys and the fixed words of the format, so that a mutant often means something."""
    keys: set[str] = set()
    words: set[str] = set()

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            keys.update(part.get("properties", {}) if isinstance(part.get("properties"), dict) else ())
            words.update(word for word in part.get("enum", ()) if isinstance(word, str))
            for inner in part.values():
                walk(inner)
        elif isinstance(part, list):
            for inner in part:
                walk(inner)

    walk(json.loads(schema_file("spec.v1.schema.json").read_text(encoding="utf-8")))
    return sorted(keys), sorted(words)


def places(tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield container and key of every node below the root."""
    pairs = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, inner in list(pairs):
        yield tree, key
        yield from places(inner)


class Mutator:
    """Makes the mutant of a number: the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._texts = originals()
        self._trees = [yaml.safe_load(text) for suffix, text in self._texts if suffix != ".toml"]
        self._keys, self._words = words_of_schema()
        self._seen: dict[Any, list[Any]] = {}
        for tree in self._trees:
            for inside, key in places(tree):
                self._seen.setdefault(key if isinstance(inside, dict) else "", []).append(inside[key])

    def mutant(self, number: int) -> tuple[str, bytes]:
        """Return suffix and content."""
        chance = random.Random(self._seed * 1_000_003 + number)  # noqa: S311 (the same specs again, no secret)
        if chance.random() < 0.25:
            suffix, text = chance.choice(self._texts)
            for _ in range(chance.randint(1, 3)):
                text = self._changed_text(text, chance)
            return suffix, text.encode("utf-8", "surrogatepass")
        tree = json.loads(json.dumps(chance.choice(self._trees), default=str))
        for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
            if not tree:
                break
            if chance.random() < 0.6:
                self._take_another(tree, chance)
            else:
                self._change_tree(tree, chance)
        return ".yaml", yaml.safe_dump(tree, sort_keys=False, allow_unicode=True).encode("utf-8", "surrogatepass")

    def _changed_text(self, text: str, chance: random.Random) -> str:
        start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
        end = min(end, start + chance.choice((1, 5, 80, 2000)))
        lines = text.splitlines(keepends=True)
        way = chance.randrange(6)
        if way == 0:
            return text[:start] + text[end:]
        if way == 1:
            return text[:end] + text[start:]
        if way == 2:
            return text[:start]
        if way == 3 and len(lines) > 1:
            one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
            lines[one], lines[other] = lines[other], lines[one]
            return "".join(lines)
        if way == 4:
            return text[:start] + chance.choice(PIECES) * chance.choice((1, 1, 3, 500)) + text[start:]
        return text[:start] + text[start:end].upper() + text[end:]

    def _take_another(self, tree: Any, chance: random.Random) -> None:
        """Give a key a value that some spec gives the same key, or leave the key out: often still a sound spec."""
        inside, key = chance.choice(list(places(tree)))
        if chance.random() < 0.3:
            del inside[key]
        else:
            known = self._seen[key if isinstance(inside, dict) and key in self._seen else ""]
            inside[key] = json.loads(json.dumps(chance.choice(known), default=str))

    def _change_tree(self, tree: Any, chance: random.Random) -> None:
        inside, key = chance.choice(list(places(tree)))
        way = chance.randrange(8)
        if way == 0:
            del inside[key]
        elif way == 1 and isinstance(inside, dict):
            inside[chance.choice(self._keys)] = inside.pop(key)
        elif way == 2 and isinstance(inside, dict):
            inside[chance.choice(self._keys)] = chance.choice(SCALARS)
        elif way == 3:
            inside[key] = chance.choice(self._words)
        elif way == 4:
            other, name = chance.choice(list(places(chance.choice(self._trees))))
            inside[key] = json.loads(json.dumps(other[name], default=str))
        elif way == 5 and isinstance(inside, dict):
            other, name = chance.choice(list(places(chance.choice(self._trees))))
            inside[str(name)] = json.loads(json.dumps(other[name], default=str))
        elif way == 6 and isinstance(inside[key], int | float) and not isinstance(inside[key], bool):
            inside[key] *= chance.choice((-1, 0, 10, 1000, 1e9, 1e-9))
        else:
            inside[key] = chance.choice(SCALARS)


def stop(_number: int, _frame: Any) -> None:
    raise TooLong


def peak_bytes() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def run(number: int, file: Path, folder: Path) -> Iterator[tuple[str, str, int]]:
    """Yield for each command what is wrong with its end, its detail and its exit code."""
    for arguments in (
        ["validate", "--format", FORMS[number % len(FORMS)], str(file)],
        ["render", str(file), "--output", str(folder), "--format", "md,json", "--quiet"],
    ):
        result = CliRunner().invoke(pliego, arguments)
        fault = result.exception
        if fault is not None and not isinstance(fault, SystemExit):
            yield "traceback", "".join(traceback.format_exception(fault)), -1
        elif result.exit_code not in (0, 1):
            yield "exit code", f"{arguments[0]}: {result.exit_code}\n{result.output}", result.exit_code
        else:
            yield "", arguments[0], result.exit_code


def task(seed: int, first: int, last: int, keep: str) -> tuple[list[Fault], Counter[str], float, int]:
    """Run the mutants of a range; return faults, ends, the longest time and the largest memory."""
    mutator, ends, longest = Mutator(seed), Counter[str](), 0.0
    faults: list[Fault] = []
    signal.signal(signal.SIGPROF, stop)
    signal.signal(signal.SIGALRM, stop)
    CliRunner().invoke(pliego, ["render", "--help"])
    with TemporaryDirectory() as place:
        for number in range(first, last):
            suffix, content = mutator.mutant(number)
            file, known = Path(place, f"spec{suffix}"), len(faults)
            file.write_bytes(content)
            before, begin = peak_bytes(), process_time()
            signal.setitimer(signal.ITIMER_PROF, SECONDS)
            signal.setitimer(signal.ITIMER_REAL, STALLED)
            try:
                for what, detail, code in run(number, file, Path(place, "out")):
                    if what:
                        faults.append(Fault(number, what, detail))
                    else:
                        ends[f"{detail} {code}"] += 1
            except TooLong:
                faults.append(Fault(number, "time", traceback.format_exc()))
            finally:
                signal.setitimer(signal.ITIMER_PROF, 0)
                signal.setitimer(signal.ITIMER_REAL, 0)
            longest = max(longest, process_time() - begin)
            if peak_bytes() > max(before, BYTES):
                faults.append(Fault(number, "memory", f"{peak_bytes() / 1e6:.0f} MB"))
            if keep and len(faults) > known:
                Path(keep, f"{number}{suffix}").write_bytes(content)
    return faults, ends, longest, peak_bytes()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", default="", metavar="FOLDER", help="write there each spec that failed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    options = parser.parse_args()
    if options.keep:
        Path(options.keep).mkdir(parents=True, exist_ok=True)
    faults: list[Fault] = []
    ends: Counter[str] = Counter()
    longest, largest = 0.0, 0
    starts = range(0, options.count, IN_ONE_TASK)
    with ProcessPoolExecutor(options.jobs) as pool:
        waiting = [
            pool.submit(task, options.seed, start, min(start + IN_ONE_TASK, options.count), options.keep)
            for start in starts
        ]
        for done, future in enumerate(waiting, start=1):
            found, ended, seconds, held = future.result()
            faults += found
            ends += ended
            longest, largest = max(longest, seconds), max(largest, held)
            print(f"\r{done * IN_ONE_TASK:>6} of {options.count}", end="", file=sys.stderr)
    print(file=sys.stderr)
    report(faults, ends, print)
    print(f"{options.count} specs of seed {options.seed}: longest {longest:.2f} s, largest {largest / 1e6:.0f} MB")
    sys.exit(1 if faults else 0)


def report(faults: list[Fault], ends: Counter[str], tell: Callable[[str], None]) -> None:
    """Tell the kinds of faults, each with its first spec, and how the commands ended."""
    kinds: dict[str, list[Fault]] = {}
    for fault in faults:
        kinds.setdefault(f"{fault.what}: {fault.detail.strip().splitlines()[-1]}", []).append(fault)
    for kind, found in sorted(kinds.items(), key=lambda pair: -len(pair[1])):
        tell(f"{len(found)} x {kind}\n  first: {found[0].number}\n{found[0].detail}")
    tell(", ".join(f"{end}: {number}" for end, number in sorted(ends.items())))


if __name__ == "__main__":
    main()
