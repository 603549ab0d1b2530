"""`pliego render`: the files of a request for quotation."""

import os
import sys
from pathlib import Path

import click

from pliego.cli.output_path import OutputPath
from pliego.cli.reporting import Reporting, finding_options, spec_argument
from pliego.workflow.reading import SpecName
from pliego.workflow.rendering import FORMATS, LANGUAGES, PROFILES
from pliego.workflow.rendering import render as render_files


class _FormatList(click.ParamType[tuple[str, ...]]):
    """Formats with commas between them, each once, in the order given."""

    name = "formats"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Split the list and refuse what is no format."""
        if isinstance(value, tuple):
            return value
        names = tuple(dict.fromkeys(part.strip() for part in str(value).split(",") if part.strip()))
        wrong = [name for name in names if name not in FORMATS]
        if wrong or not names:
            self.fail(f"{', '.join(wrong) or value!r} is no format; choose from {', '.join(FORMATS)}", param, ctx)
        return names


@click.command(short_help="Make the request for quotation: PDF, HTML, Markdown, JSON.")
@spec_argument
@click.option(
    "-o", "--output", "folder", metavar="DIR", type=OutputPath(file_okay=False), required=True,
    help="Folder for rfq.md, rfq.html, rfq.pdf and rfq.json; made if missing.",
)  # fmt: skip
@click.option(
    "--format", "formats", type=_FormatList(), default=",".join(FORMATS), show_default=True, metavar="LIST",
    help="Formats with commas between them.",
)  # fmt: skip
@click.option("--language", type=click.Choice(LANGUAGES), help="Language of the document instead of the spec's.")
@click.option(
    "--profile", type=click.Choice(PROFILES),
    help="Extent instead of the spec's: the whole document with its annexes, or two pages.",
)  # fmt: skip
@finding_options()
@click.pass_context
def render(
    context: click.Context,
    *,
    spec: SpecName,
    folder: Path,
    formats: tuple[str, ...],
    language: str | None,
    profile: str | None,
    reporting: Reporting,
) -> None:
    """Make the request for quotation of SPEC (- for standard input) in DIR.

    All files are made, and written beside their places, before the first takes its place. Whatever is wrong until
    then, files of an earlier run stay as they are; those of formats that are not asked for stay in any case. The paths
    of the files go to standard output, findings to standard error, and on a terminal each format as it is begun.

    \b
    Examples:
      pliego render spec.yaml -o out
      pliego render spec.yaml -o out --format pdf,md --language en
      pliego render short.yaml -o annexes --profile full
    """  # noqa: D301 (click wants the control character)
    shows_progress = sys.stderr.isatty() and not reporting.quiet

    def progress(name: str) -> None:
        if shows_progress:
            click.echo(f"making {name}", err=True)

    rendering = render_files(spec, folder, formats, language, progress, profile=profile, strict=reporting.strict)
    reporting.show(rendering.reading.findings, rendering.reading.source)
    if not reporting.quiet:
        for file in rendering.files:
            click.echo(os.fsencode(file))  # its own bytes, for programs, also where they are no text
    context.exit(reporting.exit_code(rendering.reading.findings))
