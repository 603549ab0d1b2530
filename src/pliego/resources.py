"""Where the shipped files are: schemas, templates, fonts and translations.

In a wheel they lie inside the package; in a checkout they lie beside `src/`. Nothing else looks for them.
"""

from functools import cache
from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).resolve().parent


@cache
def _root() -> Path:
    shipped = _PACKAGE / "_shipped"
    return shipped if shipped.is_dir() else _PACKAGE.parents[1]


def schema_file(name: str) -> Path:
    """Return the path of a JSON Schema, for example `spec.v1.schema.json`."""
    return _root() / "schemas" / name


def template_file(name: str) -> Path:
    """Return the path of a template, stylesheet, font or translation, for example `fonts/OFL-SourceSans3.txt`."""
    return _root() / "templates" / name


def shipped_folders() -> tuple[Path, ...]:
    """Return the folders of the package and of what is shipped with it; no output belongs there."""
    return _PACKAGE, _root() / "schemas", _root() / "templates"
