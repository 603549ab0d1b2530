"""Reads the logo that a spec names, from inside its folder tree."""

from pathlib import Path, PurePosixPath, PureWindowsPath

from pliego.findings import Finding
from pliego.intake.logo import MOST_BYTES, LogoError, Picture, read_logo
from pliego.spec.models import Spec

_HINT = "name a PNG, or an SVG of plain shapes, in the folder of the spec or below it"


def read_named_logo(spec: Spec, base: Path) -> tuple[Picture | None, tuple[Finding, ...]]:
    """Return the picture, or None and why it cannot be used."""
    name = spec.look.logo if spec.look else None
    if name is None:
        return None, ()
    try:
        return read_logo(_content(name, base)), ()
    except LogoError as fault:
        return None, (Finding("P126", ("look", "logo"), {"file": name, "reason": str(fault)}, _HINT),)


def _content(name: str, base: Path) -> bytes:
    if PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive or "\0" in name:
        raise LogoError("only a relative path is followed")
    try:
        path = (base / name).resolve()
        if not path.is_relative_to(base.resolve()):
            raise LogoError("it lies outside the folder of the spec")
        if not path.is_file():
            raise LogoError("there is no such file")
        with path.open("rb") as opened:
            return opened.read(MOST_BYTES + 1)
    except (OSError, RuntimeError):
        raise LogoError("it cannot be read") from None
