"""Findings for people: here, and only here, a finding meets its place in the file."""

import os
import sys
import unicodedata
from collections.abc import Iterable
from typing import Final

import click

from pliego.finding_codes import CODES
from pliego.findings import Finding, Place, Severity, dotted, has_errors
from pliego.spec.source import Source

FORMATS: Final = ("text", "json", "github", "sarif")
"""What findings can be written as: for people, for programs, as annotations of a pull request, as SARIF 2.1.0."""

_COLOURS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTICE: "cyan"}
_WIDTH: Final = 100
_BEFORE_CARET: Final = 60


def exit_code(findings: Iterable[Finding], *, strict: bool = False) -> int:
    """Return 1 if a finding is an error, with `strict` also if one is a warning, else 0."""
    found = tuple(findings)
    warned = any(finding.severity is Severity.WARNING for finding in found)
    return int(has_errors(found) or (strict and warned))


def chosen(findings: Iterable[Finding], *, strict: bool = False, quiet: bool = False) -> list[Finding]:
    """Return what is to be shown: all, or with `quiet` only what makes the command fail."""
    failing = (Severity.ERROR, Severity.WARNING) if strict else (Severity.ERROR,)
    return [finding for finding in findings if not quiet or finding.severity in failing]


def show(
    findings: Iterable[Finding],
    source: Source,
    *,
    strict: bool = False,
    quiet: bool = False,
    err: bool = True,
    form: str = "text",
) -> None:
    """Print findings, to standard error unless `err` is false; `quiet` leaves those that make it fail.

    A program gets a whole document of JSON or SARIF also where there is nothing to tell.
    """
    stream = sys.stderr if err else sys.stdout
    coloured = form == "text" and stream.isatty() and not os.environ.get("NO_COLOR")
    told = written(chosen(findings, strict=strict, quiet=quiet), source, form, coloured=coloured)
    if told:
        click.echo(told, file=stream, color=coloured)


def written(findings: Iterable[Finding], source: Source, form: str, *, coloured: bool = False) -> str:
    """Return findings in one of `FORMATS`."""
    if form == "text":
        return as_text(findings, source, coloured=coloured)
    from pliego.cli.finding_formats import WRITERS  # noqa: PLC0415 (for programs only)

    return WRITERS[form](findings, source)


def as_text(findings: Iterable[Finding], source: Source, *, coloured: bool = False) -> str:
    """Return each finding as `file:line:column: severity code: message`, with path, hint and excerpt."""
    return "\n".join(_text(finding, place, source, coloured) for finding, place in in_order(findings, source))


def hint_of(finding: Finding) -> str:
    """Return what to do: the finding's own hint, or the general advice of its code."""
    return finding.hint or CODES[finding.code].advice


def in_order(findings: Iterable[Finding], source: Source) -> list[tuple[Finding, Place | None]]:
    """Return findings with their places, in the order of the file; what is said twice counts once."""
    placed: dict[tuple[int, int, str, str], tuple[Finding, Place | None]] = {}
    for finding in findings:
        place = source.place(finding)
        placed.setdefault(
            (place.line if place else 0, place.column if place else 0, finding.code, finding.message),
            (finding, place),
        )
    return [placed[key] for key in sorted(placed)]


def printable(text: str) -> str:
    """Return text with every sign that a terminal would act on, rather than show, replaced."""
    return "".join(sign if sign.isprintable() else _shown(sign) for sign in text)


def _shown(sign: str) -> str:
    return " " if sign == "\t" or unicodedata.category(sign) == "Zs" else "\ufffd"


def _text(finding: Finding, place: Place | None, source: Source, coloured: bool) -> str:  # noqa: FBT001
    name = printable(source.name)
    where = f"{name}:{place.line}:{place.column}" if place else name
    label = f"{finding.severity} {finding.code}"
    if coloured:
        where = click.style(where, bold=True)
        label = click.style(label, fg=_COLOURS[finding.severity], bold=True)
    lines = [f"{where}: {label}: {printable(finding.message)}"]
    if finding.path:
        lines.append(f"  at {printable(dotted(source.as_written(finding.path)))}")
    lines.append(f"  hint: {printable(hint_of(finding))}")
    if place and place.line <= len(source.line_starts) and source.text:
        lines.extend(_excerpt(source.line(place.line), place))
    return "\n".join(lines)


def _excerpt(line: str, place: Place) -> list[str]:
    """Return the line and a caret below the column; of a long line, a window around the column."""
    caret = min(place.column - 1, len(line))
    start = max(0, caret - _BEFORE_CARET) if len(line) > _WIDTH else 0
    window = printable(line[start : start + _WIDTH])
    left = "…" if start else ""
    right = "…" if start + _WIDTH < len(line) else ""
    gutter = f"{place.line:>5} | "
    padding = len(left) + sum(_columns(sign) for sign in window[: caret - start])
    return [f"{gutter}{left}{window}{right}", f"{'| ':>{len(gutter)}}{' ' * padding}^"]


def _columns(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in ("W", "F") else 1
