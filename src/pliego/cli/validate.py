"""`pliego validate`: every fault of a spec, with its place."""

import click

from pliego.cli.report import as_json, chosen, exit_code, finding_options, printable, show
from pliego.findings import Severity
from pliego.workflow.reading import SpecReading
from pliego.workflow.validation import validate as check


@click.command(short_help="Check a spec and list every fault with its place.")
@click.argument("spec", metavar="SPEC")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@finding_options
@click.pass_context
def validate(context: click.Context, spec: str, *, form: str, strict: bool, quiet: bool) -> None:
    """Check SPEC, a YAML or TOML file (- for YAML on standard input), and list every fault with its place.

    Exit code 0: no errors. 1: errors, with --strict also warnings.
    """
    reading = check(spec)
    if form == "json":
        click.echo(as_json(chosen(reading.findings, strict=strict, quiet=quiet), reading.source))
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
