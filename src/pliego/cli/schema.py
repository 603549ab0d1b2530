"""`pliego schema`: the JSON Schemas of what pliego reads and writes."""

from pathlib import Path

import click

from pliego.cli.output_path import OutputPath
from pliego.cli.report import exit_code, show
from pliego.spec.source import Source
from pliego.workflow.starting import schema_bytes
from pliego.workflow.writing import write_files


@click.command(short_help="Print a JSON Schema.")
@click.argument("name", type=click.Choice(["spec", "rfq"]), default="spec")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=OutputPath(allow_dash=True),
    help="Write to FILE (- for standard output).",
)
@click.pass_context
def schema(context: click.Context, name: str, output: Path | None) -> None:
    """Print the JSON Schema of the spec, or of rfq.json.

    An editor that knows the schema completes keys and shows what they mean.
    """
    content = schema_bytes(name)
    if output is None or str(output) == "-":
        click.echo(content, nl=False)
    else:
        findings = write_files({output: content})
        show(findings, Source("pliego schema", is_file=False))
        context.exit(exit_code(findings))
