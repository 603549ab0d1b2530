"""Time `pliego validate` against check-jsonschema, and `pliego --help` against an empty Python.

Both commands of a pair run in turn, so that a busy machine slows both alike; the ratios of the medians count.
`python benchmarks/validate.py [SPEC]`
"""

import compileall
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parents[1]
RUNS = 21
PLIEGO = (sys.executable, "-c", "from pliego.cli import main; main()")


def timed(command: tuple[str, ...]) -> float:
    begin = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begin


def pair(name: str, ours: tuple[str, ...], theirs: tuple[str, ...], most: float) -> bool:
    """Print both medians in milliseconds and their ratio; say whether it is at most `most`."""
    times = [(timed(ours), timed(theirs)) for _ in range(RUNS + 1)][1:]
    own, other = (median(side) * 1000 for side in zip(*times, strict=True))
    print(f"{name}: {own:.0f} ms / {other:.0f} ms = {own / other:.2f} (at most {most:g})")
    return own <= other * most


def main() -> None:
    spec = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / "examples" / "assistant" / "spec.yaml")
    schema = str(ROOT / "schemas" / "spec.v1.schema.json")
    checker = (sys.executable, "-m", "check_jsonschema", "--schemafile", schema, spec)
    empty = (sys.executable, "-c", "pass")
    compileall.compile_dir(ROOT / "src", quiet=1)  # as an installer has done with check-jsonschema
    held = [
        pair("validate, complete / check-jsonschema, structure only", (*PLIEGO, "validate", spec), checker, 1),
        pair("--help / python -c pass", (*PLIEGO, "--help"), empty, 6),
    ]
    sys.exit(0 if all(held) else 1)


if __name__ == "__main__":
    main()
