"""Files that appear whole or not at all, several of them together, and never in place of what they are made from."""

import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import ENOTDIR
from pathlib import Path

from pliego.stopping import UNFINISHED, postponed, remove_unfinished


class OutputError(Exception):
    """A file that cannot be written: its path and the system's reason."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path} cannot be written: {reason}")
        self.path = path
        self.reason = reason


class InputLostError(OutputError):
    """A file that is not written since it is `origin`, or lies in it, which the content is made from."""

    def __init__(self, path: Path, origin: Path) -> None:
        super().__init__(path, f"its content is made from {origin}")
        self.origin = origin


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` to `path` as `write_all_atomically` does.

    Raises:
        OutputError: the folder or the file cannot be written.

    """
    write_all_atomically({path: content})


def write_all_atomically(files: Mapping[Path, bytes], made_from: Iterable[Path] = ()) -> None:
    """Write files: all of them beside their places and to the disk first, only then each over the old one.

    Folders are made if they are missing. Whatever goes wrong while the contents are written, all old files stay
    as they were, and no new folder stays. A new file gets the access rights that the process gives to new files, an
    existing one keeps its own. Of a symbolic link the file that it leads to is replaced; a device or a pipe is
    written into. Nothing is written where one of the files is one of `made_from`, or lies in a folder of these.

    Raises:
        InputLostError: a file would replace what it is made from.
        OutputError: a folder or a file cannot be written, or two of the files are one.

    """
    check_outputs(files, made_from)
    begun = len(UNFINISHED)
    staged: dict[Path, str] = {}
    try:
        streams = []
        for path, content in files.items():
            with _told(path):
                if _is_stream(path):
                    streams.append(path)
                else:
                    staged[path] = _stage(path, content)
        for path in streams:
            with _told(path):
                _write_into(path, files[path])
        with postponed():
            for path, unfinished in staged.items():
                with _told(path):
                    os.replace(unfinished, os.path.realpath(path))  # noqa: PTH105
            del UNFINISHED[begun:]
    finally:
        remove_unfinished(UNFINISHED[begun:])
        del UNFINISHED[begun:]


def check_outputs(paths: Iterable[Path], made_from: Iterable[Path]) -> None:
    """See to it that none of the files to write is one of `made_from`, by whatever name, nor two of them are one.

    Raises:
        InputLostError: a file would replace what it is made from.
        OutputError: two of the files are one.

    """
    origins = tuple(made_from)
    places: dict[str, Path] = {}
    for path in paths:
        for origin in origins:
            if _is_same_or_within(path, origin):
                raise InputLostError(path, origin)
        with _told(path):
            place = os.path.realpath(path)
            if place in places and not _is_stream(path):
                raise OutputError(path, f"it is the same file as {places[place]}")
            places[place] = path


def _is_same_or_within(path: Path, origin: Path) -> bool:
    """Compare files by what they are, not by name: links of both kinds lead to one file. Only files can be lost."""
    with suppress(OSError, ValueError):
        mode = origin.stat().st_mode
        if stat.S_ISDIR(mode):
            return Path(os.path.realpath(path)).is_relative_to(os.path.realpath(origin))
        return stat.S_ISREG(mode) and path.samefile(origin)
    return False


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise OutputError(path, reason(fault)) from fault
    except ValueError as fault:  # a NUL in the path, or a sign that the file system has no bytes for
        raise OutputError(path, f"this is no path: {fault}") from fault


def reason(fault: OSError) -> str:
    """Return what the system said, as the end of a sentence."""
    said = fault.strerror or str(fault)
    return said[:1].lower() + said[1:]


def _is_stream(path: Path) -> bool:
    """Say whether a device, pipe or socket stands at `path`; what is renamed over one would destroy it."""
    try:
        mode = path.stat().st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise OutputError(path, "it is a directory")
    return not stat.S_ISREG(mode)


def _write_into(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY), "wb") as stream:
        stream.write(content)


def _stage(path: Path, content: bytes) -> str:
    """Write `content` to a new file in the folder of the file to replace, and return its name.

    What is made is noted as unfinished before it is made, so that a signal in between leaves nothing.
    """
    _refuse_lost_links(path)
    target = Path(os.path.realpath(path))
    _make_folder(target.parent)
    unfinished = str(target.parent / f".pliego-{os.urandom(8).hex()}.part")
    UNFINISHED.append(unfinished)
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0), 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    Path(unfinished).chmod(_access_rights(target))
    return unfinished


def _refuse_lost_links(path: Path) -> None:
    """Refuse a folder that is a link to nowhere, or a file that is one to a folder that is not there."""
    for part in (path, *path.parents):
        target = Path(os.path.realpath(part))
        if part.is_symlink() and not (target.parent if part == path else target).exists():
            raise OutputError(path, f"{part} is a link to {target}, which does not exist")


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it that are missing, each noted as unfinished."""
    if folder.is_dir():
        return
    if folder.exists():
        raise NotADirectoryError(ENOTDIR, os.strerror(ENOTDIR))
    _make_folder(folder.parent)
    UNFINISHED.append(f"{folder}{os.sep}")
    folder.mkdir(exist_ok=True)


def _access_rights(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
