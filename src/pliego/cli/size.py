"""`pliego size`: memory and accelerators of each workload."""

from pathlib import Path

import click

from pliego.cli.output_path import OutputPath
from pliego.cli.reporting import Reporting, finding_options, spec_argument
from pliego.workflow.reading import SpecName
from pliego.workflow.sizing import SIZING_FORMATS, size_spec
from pliego.workflow.writing import write_files


@click.command(short_help="Compute memory and accelerators for each workload.")
@spec_argument
@click.option("--format", "form", type=click.Choice(SIZING_FORMATS), default="text", show_default=True)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=OutputPath(allow_dash=True),
    help="Write to FILE (- for standard output).",
)
@finding_options()
@click.pass_context
def size(context: click.Context, *, spec: SpecName, form: str, output: Path | None, reporting: Reporting) -> None:
    """Compute memory and accelerators for each workload of SPEC (- for standard input).

    Every figure comes with its formula, inputs, source and range. What cannot be computed is listed with what the
    spec lacks. A layout that does not hold is an error with exit code 1; its figures are printed all the same, with
    what would make it fit, but no FILE is written. Findings go to standard error.

    \b
    Examples:
      pliego size spec.yaml
      pliego size spec.yaml --format json -o sizing.json
    """  # noqa: D301 (click wants the control character)
    sized = size_spec(spec, form)
    findings = sized.reading.findings
    file = None if str(output) == "-" else output
    if sized.text is not None and file is not None and reporting.exit_code(findings) == 0:
        findings = (*findings, *write_files({file: sized.text.encode()}, sized.reading.files))
    reporting.show(findings, sized.reading.source)
    if sized.text is not None and file is None:
        click.echo(sized.text, nl=False)
    context.exit(reporting.exit_code(findings))
