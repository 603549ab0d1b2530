"""The bytes of a spec: of a file, of a pipe, of standard input; or why there are none."""

import os
import stat
import sys
from io import RawIOBase
from pathlib import Path
from typing import Final

from pliego.atomic import reason
from pliego.findings import Finding
from pliego.spec.reading import MOST_BYTES

STDIN: Final = "-"


def content_of(name: str) -> bytes | Finding:
    """Return the bytes of a file, or of standard input for `-`: at most one more than are allowed, or why none."""
    try:
        return _piped_content() if name == STDIN else _file_content(Path(name))
    except FileNotFoundError:
        return _missing(Path(name))
    except IsADirectoryError:
        return _unreadable("it is a directory", f"name the file in it, such as {_file_in(Path(name))}")
    except OSError as fault:
        return _unreadable(reason(fault), "check the path and its access rights")
    except ValueError:  # a NUL in the path, or a sign that the file system has no bytes for
        return _unreadable("this is no path", "name a YAML or TOML file")


def _piped_content() -> bytes | Finding:
    if sys.stdin is None:
        return _unreadable("standard input is closed", "give the name of a file, or pipe a spec in")
    return sys.stdin.buffer.read(MOST_BYTES + 1)


def _file_content(path: Path) -> bytes | Finding:
    """Read a file, or a pipe that something writes to, as a shell gives it for `<(...)`.

    Opened without blocking: a named pipe that nothing writes to would keep the command waiting for ever.
    """
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0))
    with os.fdopen(descriptor, "rb", buffering=0) as opened:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISBLK(mode) or stat.S_ISSOCK(mode):
            return _unreadable("it is no file of text", "name a YAML or TOML file")
        beginning = opened.read(MOST_BYTES + 1)
        if beginning == b"" and stat.S_ISFIFO(mode):
            return _unreadable("it is a named pipe, and nothing writes to it", "name a file, or use - and a pipe")
        os.set_blocking(descriptor, True)
        return (beginning or b"") + _rest(opened, MOST_BYTES + 1 - len(beginning or b""))


def _rest(opened: RawIOBase, most: int) -> bytes:
    parts: list[bytes] = []
    while most > 0 and (part := opened.read(most)):
        parts.append(part)
        most -= len(part)
    return b"".join(parts)


def _unreadable(why: str, hint: str) -> Finding:
    return Finding("P101", facts={"reason": why}, hint=hint)


def _missing(path: Path) -> Finding:
    if path.is_symlink():
        leads_to = path.parent / path.readlink()
        return _unreadable(f"it is a link to {leads_to}, which does not exist", "mend the link, or name the file")
    return _unreadable("there is no such file", _near_file(path))


def _file_in(folder: Path) -> Path:
    """Return the spec that lies in a folder, or how it would be called."""
    try:
        specs = sorted(path for path in folder.iterdir() if path.suffix in (".yaml", ".yml", ".toml"))
    except OSError:
        specs = []
    return specs[0] if specs else folder / "spec.yaml"


def _near_file(path: Path) -> str:
    from difflib import get_close_matches  # noqa: PLC0415

    try:
        names = sorted(entry.name for entry in path.parent.iterdir() if entry.is_file())[:1000]
    except OSError:
        return f"there is no folder {path.parent}"
    near = get_close_matches(path.name, names, n=1)
    return f"did you mean {path.parent / near[0]}?" if near else "`pliego new` writes a spec to start from"
