"""How far pliego's figures lie from measurements that others published.

Each row that counts is predicted from its input columns alone; `architecture` and `gpu_name` are looked up in the
catalog. Which columns are inputs and which rows count is said in `docs/accuracy.md`.

    python benchmarks/accuracy.py [--data DIR] [--format text|json|table] [--holdout model|source]
    python benchmarks/accuracy.py --fit        # write the residual quantiles of the catalog anew
    python benchmarks/accuracy.py --document   # write the table of docs/accuracy.md anew

The measurements are not part of the project. DIR (default: the folder that PLIEGO_MEASURED names, else
`shared/data/measured` beside the checkout) holds `inference_memory.csv`. Exit code 2 where it is not there.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from measured.document import table, write_table
from measured.folders import default_folder
from measured.holdout import GROUPS, optimism
from measured.outcomes import Outcome, outcomes_of
from measured.report import as_json, as_text
from measured.residuals import fit, write
from measured.rows import NoMeasurementsError, Row, latest, read_rows
from measured.scorable import disagreements
from pliego.catalog import load_catalog

ROOT = Path(__file__).resolve().parents[1]
RESIDUALS = ROOT / "src" / "pliego" / "catalog" / "data" / "residuals.json"
DOCUMENT = ROOT / "docs" / "accuracy.md"


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Return the options."""
    parser = argparse.ArgumentParser(description="pliego's figures against measurements")
    parser.add_argument("--data", type=Path, default=default_folder(ROOT), help="folder of inference_memory.csv")
    parser.add_argument("--format", choices=("text", "json", "table"), default="text")
    parser.add_argument("--holdout", choices=tuple(GROUPS), help="fit again without each model or source")
    parser.add_argument("--fit", action="store_true", help="write the residual quantiles of the catalog anew")
    parser.add_argument("--document", action="store_true", help="write the table of docs/accuracy.md anew")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Run and print."""
    given = arguments(words)
    try:
        rows = read_rows(given.data)
    except NoMeasurementsError as missing:
        print(f"no measurements to compare with: {missing}; name their folder with --data DIR", file=sys.stderr)
        return 2
    if given.fit:
        refit(rows)
    outcomes = list(outcomes_of(rows, load_catalog(), load_catalog().residuals))
    if given.document:
        write_table(DOCUMENT, outcomes)
    held_out = optimism(outcomes, given.holdout) if given.holdout else None
    if given.format == "json":
        print(json.dumps(as_json(outcomes, held_out), indent=2))
    elif given.format == "table":
        print(table(outcomes))
    else:
        print(heading(rows, outcomes))
        print("\n".join(as_text(outcomes, held_out)))
    return 0


def refit(rows: Sequence[Row]) -> None:
    """Write the residual quantiles of the catalog from all rows."""
    as_of = latest(rows)
    outcomes = outcomes_of(rows, load_catalog(), {})
    sources = len({row.source for row in rows if row.measured})
    write(fit(outcomes, as_of), as_of, f"start-up logs and figures in {sources} public sources", RESIDUALS)


def heading(rows: Sequence[Row], outcomes: Sequence[Outcome]) -> str:
    """Return what was read: rows, rows that count, and whether the rule of what counts agrees with the columns."""
    counting = len({one.row for one in outcomes})
    differing = sorted({row for row, _ in disagreements(rows)})
    rule = "the rule of what counts agrees with every row" if not differing else f"rule differs: {', '.join(differing)}"
    return f"{len(rows)} rows, {counting} count; {rule}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
