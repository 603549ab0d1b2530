"""What no command has caught: what the machine lacks, told for what it is, and faults of pliego."""

import os
import traceback

import click

from pliego.atomic import reason
from pliego.cli.report import show
from pliego.findings import Finding
from pliego.spec.source import Source

_OF_THE_MACHINE = 1
_INTERNAL_FAULT = 3


def tell(fault: Exception) -> int:
    """Say what is wrong and return the exit code: 1 for what the machine lacks, 3 for a fault of pliego.

    A file that a fault names is one of pliego: specs, what they name and outputs are guarded where they are opened.
    """
    if isinstance(fault, OSError) and fault.filename is not None:
        facts = {"file": str(fault.filename), "reason": reason(fault)}
        show((Finding("P123", facts=facts),), Source("pliego", is_file=False))
        return _OF_THE_MACHINE
    if isinstance(fault, MemoryError):
        click.echo("pliego: there is not enough memory; a PDF takes the most, --format leaves it out", err=True)
        return _OF_THE_MACHINE
    package = (fault.name or "").partition(".")[0] if isinstance(fault, ModuleNotFoundError) else ""
    if package not in ("", "pliego"):
        hint = "install pliego again in this environment; `pliego doctor` says what is missing"
        click.echo(f"pliego: the Python package {package} is missing\n  hint: {hint}", err=True)
        return _OF_THE_MACHINE
    return _tell_internal(fault)


def _tell_internal(fault: Exception) -> int:
    if os.environ.get("PLIEGO_DEBUG") == "1":
        traceback.print_exception(fault)
    click.echo(
        f"pliego: internal fault: {type(fault).__name__}. This is a fault of pliego, not of your spec. "
        "Please report it with the spec that leads to it; PLIEGO_DEBUG=1 shows where it happened.",
        err=True,
    )
    return _INTERNAL_FAULT
