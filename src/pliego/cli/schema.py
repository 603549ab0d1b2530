"""`pliego schema`: the JSON Schemas of what pliego reads and writes."""

from pathlib import Path

import click

from pliego.atomic import write_atomically
from pliego.workflow.starting import schema_bytes


@click.command(short_help="Print a JSON Schema.")
@click.argument("name", type=click.Choice(["spec", "rfq"]), default="spec")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Write to this file instead.")
def schema(name: str, output: Path | None) -> None:
    """Print the JSON Schema of the spec, or of rfq.json.

    An editor that knows the schema completes keys and shows what they mean.
    """
    content = schema_bytes(name)
    if output is None:
        click.echo(content, nl=False)
    else:
        write_atomically(output, content)
