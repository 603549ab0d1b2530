"""`pliego validate`: every fault of a spec, with its place."""

from typing import Final

import click

from pliego.cli.report import chosen, exit_code, finding_options, printable, show
from pliego.findings import Severity
from pliego.workflow.reading import SpecReading
from pliego.workflow.validation import validate as check

_FORMATS: Final = ("json", "github", "sarif")


@click.command(short_help="Check a spec and list every fault with its place.")
@click.argument("spec", metavar="SPEC")
@click.option("--format", "form", type=click.Choice(["text", *_FORMATS]), default="text", show_default=True)
@finding_options
@click.pass_context
def validate(context: click.Context, spec: str, *, form: str, strict: bool, quiet: bool) -> None:
    """Check SPEC, a YAML or TOML file (- for YAML on standard input), and list every fault with its place.

    Exit code 0: no errors. 1: errors, with --strict also warnings.

    \b
    Examples:
      pliego validate spec.yaml
      pliego validate spec.toml --strict --format github
      pliego validate spec.yaml --format sarif > findings.sarif
    """  # noqa: D301 (click wants the control character)
    reading = check(spec)
    if form != "text":
        from pliego.cli import finding_formats  # noqa: PLC0415 (for programs only)

        writers = {
            "json": finding_formats.as_json,
            "github": finding_formats.as_github,
            "sarif": finding_formats.as_sarif,
        }
        told = writers[form](chosen(reading.findings, strict=strict, quiet=quiet), reading.source)
        if told:
            click.echo(told)
    else:
        show(reading.findings, reading.source, strict=strict, quiet=quiet, err=False)
        if not quiet:
            click.echo(_summary(reading))
    context.exit(exit_code(reading.findings, strict=strict))


def _summary(reading: SpecReading) -> str:
    counts = dict.fromkeys(Severity, 0)
    for finding in reading.findings:
        counts[finding.severity] += 1
    told = [f"{count} {severity}{'s' if count > 1 else ''}" for severity, count in counts.items() if count]
    return f"{printable(reading.source.name)}: {', '.join(told) or 'no findings'}"
