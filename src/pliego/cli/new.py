"""`pliego new`: a spec to start from."""

import shlex
from pathlib import Path

import click

from pliego.cli.output_path import OutputPath
from pliego.cli.report import exit_code, printable, show
from pliego.spec.source import Source
from pliego.workflow.starting import FORMATS, LANGUAGES, spec_bytes, start_spec

_SUFFIXES = {"yaml": (".yaml", ".yml"), "toml": (".toml",)}


@click.command(short_help="Write a spec to start from, and its schema beside it.")
@click.argument("file", type=OutputPath(dir_okay=False, allow_dash=True), required=False)
@click.option(
    "--language",
    type=click.Choice(LANGUAGES),
    default="en",
    show_default=True,
    help="Language of the document.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(FORMATS),
    help="Format; that of FILE's suffix unless given, else yaml.",
)
@click.option("--force", is_flag=True, help="Replace files that exist.")
@click.pass_context
def new(context: click.Context, file: Path | None, *, language: str, form: str | None, force: bool) -> None:
    """Write a valid, commented spec to FILE (spec.yaml) and the schema for the editor beside it.

    With a FILE of - the spec goes to standard output, and no schema is written.
    """
    wanted = form or ("toml" if file is not None and file.suffix.lower() == ".toml" else "yaml")
    path = file or Path(f"spec.{wanted}")
    if str(path) == "-":
        click.echo(spec_bytes(language, wanted), nl=False)
        return
    if path.suffix.lower() not in _SUFFIXES[wanted]:
        kind, endings = (f" in {form.upper()}", " or ".join(_SUFFIXES[form])) if form else ("", ".yaml, .yml or .toml")
        raise click.BadParameter(f"{path}: the name of a spec{kind} ends in {endings}", param_hint="FILE")
    findings, written = start_spec(path, language=language, form=wanted, force=force)
    show(findings, Source(str(path)))
    for name in written:
        click.echo(f"wrote {printable(str(name))}")
    if written:
        quoted = printable(shlex.quote(str(path)))
        click.echo(f"next: edit {quoted}, then run: pliego validate {quoted}")
    context.exit(exit_code(findings))
