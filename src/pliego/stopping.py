"""Signals that ask the process to end: what is unfinished is removed, and the exit code is 128 and their number.

The handler ends the process itself. An exception would unwind through code that changes it (an import makes a
RuntimeError of one) or loses it (a callback of a library).
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final

UNFINISHED: Final[list[str]] = []
"""What is removed when the process is asked to end, the last one first: files, and folders, which end in a slash."""

_SIGNALS: Final = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))


def end_tidily() -> None:
    """End on Ctrl-C, SIGTERM and SIGHUP as above; one that the process was started to ignore stays ignored."""
    for number in _SIGNALS:
        if signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _end)


@contextmanager
def postponed() -> Iterator[None]:
    """Let the signals wait for the end of what must not be left half done."""
    block = getattr(signal, "pthread_sigmask", None)
    before = block(signal.SIG_BLOCK, _SIGNALS) if block else ()
    try:
        yield
    finally:
        if block:
            block(signal.SIG_SETMASK, before)


def remove_unfinished(paths: list[str]) -> None:
    """Remove files, and folders in which nothing else lies, the last one first."""
    for path in reversed(paths):
        with suppress(OSError):
            remove = os.rmdir if path.endswith(os.sep) else os.unlink
            remove(path)


def _end(number: int, _frame: FrameType | None) -> None:
    remove_unfinished(UNFINISHED)
    with suppress(OSError):
        os.write(2, b"stopped\n")
    os._exit(128 + number)
