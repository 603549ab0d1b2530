"""`pliego validate`: every fault of a spec, with its place."""

import click

from pliego.cli.report import printable
from pliego.cli.reporting import Reporting, finding_options, spec_argument
from pliego.findings import Severity
from pliego.workflow.reading import SpecName, SpecReading
from pliego.workflow.validation import validate as check


@click.command(short_help="Check a spec and list every fault with its place.")
@spec_argument
@finding_options("--format")
@click.pass_context
def validate(context: click.Context, *, spec: SpecName, reporting: Reporting) -> None:
    """Check SPEC, a YAML or TOML file (- for standard input), and list every fault with its place.

    The findings go to standard output: as text, as JSON, as annotations of GitHub Actions or as SARIF 2.1.0.
    Exit code 0: no errors. 1: errors, with --strict also warnings.

    \b
    Examples:
      pliego validate spec.yaml --strict
      pliego validate spec.yaml --format sarif > pliego.sarif
      generate-spec | pliego validate - --stdin-filename spec.toml
    """  # noqa: D301 (click wants the control character)
    reading = check(spec)
    reporting.show(reading.findings, reading.source, err=False)
    if reporting.form == "text" and not reporting.quiet:
        click.echo(_summary(reading))
    context.exit(reporting.exit_code(reading.findings))


def _summary(reading: SpecReading) -> str:
    counts = dict.fromkeys(Severity, 0)
    for finding in reading.findings:
        counts[finding.severity] += 1
    told = [f"{count} {severity}{'s' if count > 1 else ''}" for severity, count in counts.items() if count]
    return f"{printable(reading.source.name)}: {', '.join(told) or 'no findings'}"
