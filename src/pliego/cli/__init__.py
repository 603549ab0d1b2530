"""The command line: `pliego COMMAND`. A command's module is imported when it is called."""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import Final, NoReturn, ParamSpec

import click

from pliego import __version__
from pliego.cli.standard_output import StandardOutputError, watched

COMMANDS: Final[dict[str, str]] = {
    "new": "Write a spec to start from, and its schema beside it.",
    "validate": "Check a spec and list every fault with its place.",
    "size": "Compute memory and accelerators for each workload.",
    "render": "Make the request for quotation: PDF, HTML, Markdown, JSON.",
    "estimate": "Compute memory and accelerators of one model without a spec.",
    "catalog": "List what is known of models, accelerators, licences, regions and more.",
    "schema": "Print a JSON Schema.",
    "doctor": "Say whether this machine can render, and what is missing.",
}
"""The commands in the order of work, with the line that `pliego --help` shows."""

_FAULTS_FOUND: Final = 1
_INTERRUPTED: Final = 130

P = ParamSpec("P")


class _Commands(click.Group):
    """A group that knows its commands by name and imports the one that is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (the signature is click's)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(f"pliego.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; for a name that is like one, ask whether that was meant."""
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as fault:
            from difflib import get_close_matches  # noqa: PLC0415 (for faults only)

            near = get_close_matches(args[0], list(COMMANDS), n=1)
            if not near:
                raise
            message = f"No such command '{args[0][:60]}'. Did you mean '{near[0]}'?"
            raise click.UsageError(message, ctx) from fault

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def at_the_edge(command: Callable[P, None]) -> Callable[P, None]:
    """Turn whatever a command raises into a message and an exit code; a user never sees a traceback.

    A standard output that cannot be written and what the machine lacks are exit code 1, wrong usage 2, a fault of
    pliego 3. `PLIEGO_DEBUG=1` shows the traceback of the last.
    """

    @wraps(command)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            try:
                command(*args, **kwargs)
            finally:
                if sys.stdout is not None:
                    sys.stdout.flush()
        except BrokenPipeError:
            _silence_output()
            sys.exit(_FAULTS_FOUND)
        except click.ClickException as fault:
            fault.show()
            sys.exit(fault.exit_code)
        except (KeyboardInterrupt, click.Abort):
            click.echo("stopped", err=True)
            sys.exit(_INTERRUPTED)
        except StandardOutputError as fault:
            _tell_output_fault(fault.reason)
        except Exception as fault:  # noqa: BLE001 (the edge: nothing may leave as a traceback)
            from pliego.cli.faults import tell  # noqa: PLC0415 (for faults only)

            sys.exit(tell(fault))

    return guarded


def _tell_output_fault(reason: str) -> NoReturn:
    click.echo(f"error P120: standard output cannot be written: {reason}", err=True)
    _silence_output()
    sys.exit(_FAULTS_FOUND)


def _silence_output() -> None:
    """Send what is left of our output nowhere, so that Python does not fail on it while it shuts down."""
    if sys.stdout is not None:
        with suppress(OSError):  # of a stream that is no file
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_streams() -> None:
    """See to it that there is something to write to; a terminal that lacks a sign shows its number.

    A closed standard output is refused before a file that is opened later takes its place.
    """
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (open as long as the process runs)
    if sys.stdout is None:
        _tell_output_fault("it is closed")
    if sys.stdout is sys.__stdout__ and isinstance(sys.stdout, TextIOWrapper):
        sys.stdout = watched(sys.stdout)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110})
@click.version_option(__version__, message="pliego %(version)s")
def pliego() -> None:
    """From one text file about an AI workload to a request for quotation for GPU hosting."""


@at_the_edge
def main() -> None:
    """Run the command line and leave with its exit code."""
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")  # none may change what a spec means
    _open_streams()
    gc.disable()  # a command is a short process: looking for cycles costs 4 % of validate and frees nothing
    try:
        code = pliego.main(prog_name="pliego", standalone_mode=False)
    finally:
        gc.freeze()  # else Python looks through everything twice for cycles while it ends: 20 ms
    sys.exit(code if isinstance(code, int) else 0)
