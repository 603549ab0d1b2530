"""Files that appear whole or not at all, several of them together."""

import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path


class OutputError(Exception):
    """A file that cannot be written: its path and the system's reason."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path} cannot be written: {reason}")
        self.path = path
        self.reason = reason


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` to `path` as `write_all_atomically` does.

    Raises:
        OutputError: the folder or the file cannot be written.

    """
    write_all_atomically({path: content})


def write_all_atomically(files: Mapping[Path, bytes]) -> None:
    """Write files: all of them beside their places and to the disk first, only then each over the old one.

    Folders are made if they are missing. Whatever goes wrong while the contents are written, all old files stay
    as they were. A new file gets the access rights that the process gives to new files, an existing one keeps its
    own. Of a symbolic link the file that it leads to is replaced; a device or a pipe is written into.

    Raises:
        OutputError: a folder or a file cannot be written.

    """
    staged: dict[Path, Path] = {}
    streams: list[Path] = []
    try:
        for path, content in files.items():
            with _told(path):
                if _is_stream(path):
                    streams.append(path)
                else:
                    _stage(path, content, staged)
        for path in streams:
            with _told(path):
                _write_into(path, files[path])
        for path, unfinished in list(staged.items()):
            with _told(path):
                unfinished.replace(os.path.realpath(path))
            del staged[path]
    finally:
        for unfinished in staged.values():
            with suppress(OSError):
                unfinished.unlink()


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as fault:
        raise OutputError(path, (fault.strerror or str(fault)).lower()) from fault


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


def _stage(path: Path, content: bytes, staged: dict[Path, Path]) -> None:
    """Write `content` to a new file in the folder of the file to replace, and note it in `staged`."""
    from tempfile import mkstemp  # noqa: PLC0415 (5 ms, and most commands write nothing)

    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    handle, name = mkstemp(dir=target.parent, prefix=".pliego-", suffix=".part")
    staged[path] = unfinished = Path(name)
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    unfinished.chmod(_access_rights(target))


def _access_rights(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
