"""Files that appear whole or not at all."""

import os
from contextlib import suppress
from pathlib import Path


class OutputError(Exception):
    """A file that cannot be written: its path and the system's reason."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(f"{path} cannot be written: {reason}")
        self.path = path
        self.reason = reason


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` to `path`: into a new file in the same folder, to the disk, then over the old file.

    The folder is made if it is missing. Whatever goes wrong, the old file stays as it was. A new file gets
    the access rights that the process gives to new files, an existing one keeps its own.

    Raises:
        OutputError: the folder or the file cannot be written.

    """
    try:
        _write(path, content)
    except OSError as fault:
        raise OutputError(path, (fault.strerror or str(fault)).lower()) from fault


def _write(path: Path, content: bytes) -> None:
    from tempfile import mkstemp  # noqa: PLC0415 (5 ms, and most commands write nothing)

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = mkstemp(dir=path.parent, prefix=".pliego-", suffix=".part")
    unfinished = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        unfinished.chmod(_access_rights(path))
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink()
        raise


def _access_rights(path: Path) -> int:
    if path.exists():
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
