"""The options that commands with a spec or with findings have in common."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import wraps
from typing import Any, TypeAlias

import click

from pliego.cli.report import FORMATS, exit_code, show
from pliego.findings import Finding
from pliego.spec.source import Source
from pliego.workflow.file_content import STDIN
from pliego.workflow.reading import Piped, SpecName

Command: TypeAlias = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Reporting:
    """How a command tells of its findings: in which form, which of them, and which make it fail."""

    form: str = "text"
    strict: bool = False
    quiet: bool = False

    def show(self, findings: Iterable[Finding], source: Source, *, err: bool = True) -> None:
        """Print findings, to standard error unless `err` is false."""
        show(findings, source, strict=self.strict, quiet=self.quiet, err=err, form=self.form)

    def exit_code(self, findings: Iterable[Finding]) -> int:
        """Return 1 if one of the findings makes the command fail, else 0."""
        return exit_code(findings, strict=self.strict)


def finding_options(flag: str = "--findings") -> Callable[[Command], Command]:
    """Add the options that mean the same in every command with findings; it gets them as `reporting`.

    `flag` names the form of the findings: `--findings` where `--format` is that of what the command makes.
    """

    def add(command: Command) -> Command:
        @wraps(command)
        def bundled(*args: Any, findings_form: str, strict: bool, quiet: bool, **kwargs: Any) -> None:
            command(*args, reporting=Reporting(findings_form, strict, quiet), **kwargs)

        choice = click.Choice(FORMATS)
        form = click.option(
            flag, "findings_form", type=choice, default="text", show_default=True, help="Form of the findings."
        )
        strict = click.option("--strict", is_flag=True, help="Exit with 1 for warnings too.")
        quiet = click.option("--quiet", "-q", is_flag=True, help="Show errors only, with --strict warnings too.")
        return form(strict(quiet(bundled)))

    return add


def spec_argument(command: Command) -> Command:
    """Add the argument SPEC, a path or `-`, and the option that says which file standard input stands for."""

    @wraps(command)
    def named(*args: Any, spec: str, stdin_filename: str | None, **kwargs: Any) -> None:
        if stdin_filename is not None and spec != STDIN:
            raise click.UsageError("--stdin-filename goes with a SPEC of -")
        if "" in (spec, stdin_filename):
            raise click.UsageError("the name of the spec is empty")
        name: SpecName = Piped(stdin_filename) if stdin_filename is not None else spec
        command(*args, spec=name, **kwargs)

    argument = click.argument("spec", metavar="SPEC")
    option = click.option(
        "--stdin-filename",
        metavar="NAME",
        help="With a SPEC of -: read standard input as this file; a NAME in .toml means TOML.",
    )
    return argument(option(named))
