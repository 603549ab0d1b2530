"""Findings for people: here, and only here, a finding meets its place in the file."""

import os
import sys
import unicodedata
from collections.abc import Iterable
from typing import Final, NamedTuple, TextIO

import click

from pliego.finding_codes import CODES
from pliego.findings import Finding, Place, Severity, dotted, has_errors
from pliego.spec.source import Source

FORMATS: Final = ("text", "json", "github", "sarif")
"""What findings can be written as: for people, for programs, as annotations of a pull request, as SARIF 2.1.0."""

_COLOURS: Final = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTICE: "cyan"}
_WIDTH: Final = 100
_BEFORE_CARET: Final = 60
_GUTTER: Final = 10
_NARROWEST: Final = 40


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
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    coloured = form == "text" and stream.isatty() and not plain
    shown = chosen(findings, strict=strict, quiet=quiet)
    told = written(shown, source, form, coloured=coloured, width=columns(stream))
    if told:
        click.echo(told, file=stream, color=coloured)


def columns(stream: TextIO) -> int | None:
    """Return how wide the terminal is that a stream leads to, `COLUMNS` before all; None where it leads elsewhere."""
    if not stream.isatty():
        return None
    from shutil import get_terminal_size  # noqa: PLC0415 (8 ms, for terminals only)

    return max(_NARROWEST, get_terminal_size().columns)


def written(
    findings: Iterable[Finding], source: Source, form: str, *, coloured: bool = False, width: int | None = None
) -> str:
    """Return findings in one of `FORMATS`; as text, lines are broken at `width`."""
    if form == "text":
        return as_text(findings, source, coloured=coloured, width=width)
    from pliego.cli.finding_formats import WRITERS  # noqa: PLC0415 (for programs only)

    return WRITERS[form](findings, source)


def as_text(findings: Iterable[Finding], source: Source, *, coloured: bool = False, width: int | None = None) -> str:
    """Return each finding as `file:line:column: severity code: message`, with path, hint and excerpt.

    A line is broken only where a `width` is given: elsewhere something may look for it as a whole.
    """
    style = _Style(coloured, width)
    return "\n".join(_text(finding, place, origin, style) for finding, place, origin in in_order(findings, source))


class _Style(NamedTuple):
    coloured: bool
    width: int | None

    def broken(self, line: str) -> str:
        """Return a line in lines that are no wider than the terminal, as far as words allow."""
        if self.width is None or len(line) <= self.width:
            return line
        import textwrap  # noqa: PLC0415 (for terminals only)

        return textwrap.fill(
            line, self.width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False,
            replace_whitespace=False, drop_whitespace=True,
        )  # fmt: skip

    @property
    def window(self) -> int:
        """How much of a long line of the spec is shown."""
        return _WIDTH if self.width is None else min(_WIDTH, self.width - _GUTTER)


def hint_of(finding: Finding) -> str:
    """Return what to do: the finding's own hint, or the general advice of its code."""
    return finding.hint or CODES[finding.code].advice


def in_order(findings: Iterable[Finding], source: Source) -> list[tuple[Finding, Place | None, Source]]:
    """Return findings with their places and files, in the order of each file; what is said twice counts once."""
    files = (source, *source.bases)
    placed: dict[tuple[int, int, int, str, str], tuple[Finding, Place | None, Source]] = {}
    for finding in findings:
        origin = source.origin(finding)
        place = origin.place(finding)
        line, column = (place.line, place.column) if place else (0, 0)
        key = (files.index(origin), line, column, finding.code, finding.message)
        placed.setdefault(key, (finding, place, origin))
    return [placed[key] for key in sorted(placed)]


def printable(text: str) -> str:
    """Return text with every sign that a terminal would act on, rather than show, replaced."""
    return "".join(sign if sign.isprintable() else _shown(sign) for sign in text)


def _shown(sign: str) -> str:
    return " " if sign == "\t" or unicodedata.category(sign) == "Zs" else "\ufffd"


def _text(finding: Finding, place: Place | None, source: Source, style: _Style) -> str:
    name = printable(source.name)
    where = f"{name}:{place.line}:{place.column}" if place else name
    label = f"{finding.severity} {finding.code}"
    head = style.broken(f"{where}: {label}: {printable(finding.message)}")
    if style.coloured:
        bright = click.style(where, bold=True), click.style(label, fg=_COLOURS[finding.severity], bold=True)
        head = head.replace(f"{where}: {label}:", f"{bright[0]}: {bright[1]}:", 1)
    lines = [head]
    if finding.path:
        lines.append(f"  at {printable(dotted(source.as_written(finding.path)))}")
    lines.append(style.broken(f"  hint: {printable(hint_of(finding))}"))
    if place and place.line <= len(source.line_starts) and source.text:
        lines.extend(_excerpt(source.line(place.line), place, style.window))
    return "\n".join(lines)


def _excerpt(line: str, place: Place, width: int) -> list[str]:
    """Return the line and a caret below the column; of a long line, a window around the column."""
    caret = min(place.column - 1, len(line))
    start = max(0, caret - width * _BEFORE_CARET // _WIDTH) if len(line) > width else 0
    window = printable(line[start : start + width])
    left = "…" if start else ""
    right = "…" if start + width < len(line) else ""
    gutter = f"{place.line:>5} | "
    padding = len(left) + sum(_columns(sign) for sign in window[: caret - start])
    return [f"{gutter}{left}{window}{right}", f"{'| ':>{len(gutter)}}{' ' * padding}^"]


def _columns(sign: str) -> int:
    if unicodedata.combining(sign):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in ("W", "F") else 1
