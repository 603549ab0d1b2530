"""`pliego doctor`: what rendering needs from this machine, and what is missing."""

import json
from dataclasses import asdict
from typing import Any

import click

from pliego.workflow.doctor import Diagnosis, FontState, LibraryState, diagnose, install_line


@click.command(short_help="Say whether this machine can render, and what is missing.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.pass_context
def doctor(context: click.Context, form: str) -> None:
    """Say whether this machine can render, and what is missing.

    Prints the versions of pliego, Python, the packages and the system libraries, and checks the bundled
    fonts. The line `toolchain` names everything but the spec on which the bytes of a PDF depend. Exit code 1
    when no PDF could be made here.
    """
    diagnosis = diagnose()
    click.echo(_as_json(diagnosis) if form == "json" else _as_text(diagnosis))
    context.exit(0 if diagnosis.works else 1)


def _as_json(diagnosis: Diagnosis) -> str:
    missing = diagnosis.missing
    whole = asdict(diagnosis) | {
        "libraries": [_library_facts(state) for state in diagnosis.libraries],
        "toolchain": diagnosis.toolchain,
        "install": install_line(missing) if missing else None,
        "works": diagnosis.works,
    }
    return json.dumps(whole, indent=2, ensure_ascii=False)


def _library_facts(state: LibraryState) -> dict[str, Any]:
    return {
        "name": state.library.name,
        "package": state.library.package,
        "required": state.library.required,
        "loaded": state.loaded,
        "version": state.version,
    }


def _as_text(diagnosis: Diagnosis) -> str:
    rows = [("pliego", f"{diagnosis.pliego}, Python {diagnosis.python}")]
    rows += [("package", f"{name} {version or 'MISSING'}") for name, version in diagnosis.packages.items()]
    rows += [("library", _library_text(state)) for state in diagnosis.libraries]
    rows += [("font", _font_text(font)) for font in diagnosis.fonts]
    if not diagnosis.fonts:
        rows.append(("font", "MISSING: the list of bundled fonts is not there; install pliego again"))
    rows.append(("toolchain", diagnosis.toolchain))
    if diagnosis.missing:
        rows.append(("install", install_line(diagnosis.missing)))
    rows.append(("result", "PDF can be made here" if diagnosis.works else "PDF cannot be made here"))
    return "\n".join(f"{label:<10} {text}" for label, text in rows)


def _library_text(state: LibraryState) -> str:
    if state.loaded:
        return f"{state.library.name} {state.version or 'found'}"
    if state.library.required:
        return f"{state.library.name} MISSING"
    return f"{state.library.name} not found: without it the bytes of a PDF are others"


def _font_text(font: FontState) -> str:
    return f"{font.file} {'as shipped' if font.intact else 'MISSING OR CHANGED'}"
