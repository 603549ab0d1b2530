"""Where the measurements are: they belong to others and are not part of the project."""

import os
from pathlib import Path

VARIABLE = "PLIEGO_MEASURED"


def default_folder(root: Path) -> Path:
    """Return the folder that the environment names, else the one beside a checkout at `root`."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else root.parent / "shared" / "data" / "measured"
