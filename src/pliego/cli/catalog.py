"""`pliego catalog`: models, accelerators, formats, engines, licences, regions, certificates and rules, with sources."""

import json
import sys
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

import click

from pliego.cli.report import columns, exit_code, printable, show
from pliego.findings import Finding
from pliego.spec.source import Source
from pliego.workflow.catalog_listing import KINDS, Row, find_row, list_rows

_WIDTH: Final = 100
_GAP: Final = "  "


@click.command(short_help="List what is known of models, accelerators, licences, regions and more.")
@click.argument("kind", type=click.Choice(KINDS), metavar="KIND")
@click.argument("name", required=False)
@click.option("--match", metavar="TEXT", default="", help="Only rows in whose names TEXT stands.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_context
def catalog(context: click.Context, kind: str, name: str | None, *, match: str, form: str) -> None:
    """List what is known of KIND; with NAME, one row whole.

    KIND is models, accelerators, formats, engines, licences, regions, certificates or rules (dated rules of European
    law). For licences NAME can also be the id of a model, exactly as published.

    A list has key figures and the day on which they were read. A row has all figures, its sources, conflicts
    between them and what is unverified; a model whose configuration is not understood says why. Exit code 1 where
    there is no such NAME.

    \b
    Examples:
      pliego catalog models --match qwen3
      pliego catalog accelerators H100-SXM-80GB
      pliego catalog formats --format json
      pliego catalog licences meta-llama/Llama-3.1-8B-Instruct
      pliego catalog regions --match norw
    """  # noqa: D301 (click wants the control character)
    if name is not None and match:
        raise click.UsageError("--match chooses rows of a list; leave it out, or leave NAME out")
    if name is None:
        rows = list_rows(kind, match)
        click.echo(_as_json(rows) if form == "json" else "\n".join(_table(rows)))
        return
    found = find_row(kind, name)
    if isinstance(found, Finding):
        show((found,), Source("pliego catalog", is_file=False))
        context.exit(exit_code((found,)))
    click.echo(_as_json(found) if form == "json" else "\n".join(_whole(found)))


def _as_json(value: object) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False)


def _table(rows: Sequence[Row]) -> Iterator[str]:
    """Yield one line for each row, under the names of the figures; a line is never broken, so that grep finds it."""
    if not rows:
        yield "none"
        return
    heads = [key for key in rows[0] if any(row[key] is not None for row in rows)]
    cells = [[_cell(row[key]) for key in heads] for row in rows]
    numeric = [
        all(isinstance(row[key], int | float | None) and not isinstance(row[key], bool) for row in rows)
        for key in heads
    ]
    lines = [[head.replace("_", " ") for head in heads], *cells]
    widths = [max(len(line[column]) for line in lines) for column in range(len(heads))]
    for line in lines:
        parts = zip(line, widths, numeric, strict=True)
        yield _GAP.join(f"{text:>{width}}" if right else f"{text:<{width}}" for text, width, right in parts).rstrip()


def _is_number(value: object) -> bool:
    return isinstance(value, int | float | None) and not isinstance(value, bool)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if isinstance(value, int) else printable(str(value))


def _whole(value: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Yield a row with its parts indented below their names."""
    for key, part in value.items():
        if isinstance(part, Mapping):
            yield f"{indent}{key}:"
            yield from _whole(part, indent + "  ")
        elif isinstance(part, list) and any(isinstance(one, str | Mapping) for one in part):
            yield f"{indent}{key}:"
            for one in part:
                yield from _entry(one, indent)
        else:
            yield from _wrapped(f"{indent}{key}: {_written(part)}", indent + "  ")


def _entry(entry: object, indent: str) -> Iterator[str]:
    """Yield an entry of a list behind a dash; a mapping begins with its first line there."""
    if isinstance(entry, Mapping):
        first, *rest = _whole(entry, indent + "    ")
        yield f"{indent}  - {first.lstrip()}"
        yield from rest
    else:
        yield from _wrapped(f"{indent}  - {_written(entry)}", indent + "    ")


def _wrapped(line: str, indent: str) -> list[str]:
    width = min(_WIDTH, columns(sys.stdout) or _WIDTH)
    return textwrap.wrap(printable(line), width, subsequent_indent=indent, break_long_words=False)


def _written(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return json.dumps(value) if value is None or isinstance(value, bool) else str(value)
