"""How the renderer finds its system libraries: by their file names, without starting a program."""

import ctypes.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def by_file_name() -> Iterator[None]:
    """Load libraries by their file names alone while the renderer is imported.

    WeasyPrint tries several names for each library. For each that the loader does not know, cffi asks `ctypes.util`,
    which on Linux starts gcc, ld and ldconfig from PATH and makes temporary files: 16 programs and 0.3 s for names of
    Windows and macOS, before the file name of Linux comes last and is found. Elsewhere that search starts nothing
    and may be what finds the library, so that it stays.
    """
    if not sys.platform.startswith("linux"):
        yield
        return
    search = ctypes.util.find_library
    ctypes.util.find_library = _find_nothing
    try:
        yield
    finally:
        ctypes.util.find_library = search


def _find_nothing(name: str) -> None:  # noqa: ARG001 (the signature is that of find_library)
    return None
