"""Standard output whose faults are its own: of an error that names no file, nothing else says what it is of."""

from io import BufferedWriter, FileIO, TextIOWrapper
from typing import TYPE_CHECKING

from pliego.atomic import reason

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer


class StandardOutputError(Exception):
    """Standard output cannot be written, with the system's reason."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.reason = why


class _Watched(FileIO):
    """A file descriptor that says of a fault in writing that it is of standard output."""

    def write(self, content: "ReadableBuffer") -> int:
        """Write as FileIO does; a reader that has gone away is told of as ever.

        Raises:
            BrokenPipeError: the reader has gone away.
            StandardOutputError: any other fault of the system.

        """
        try:
            return super().write(content)
        except BrokenPipeError:
            raise
        except OSError as fault:
            raise StandardOutputError(reason(fault)) from fault


def watched(stream: TextIOWrapper) -> TextIOWrapper:
    """Return a stream of text to the same place, in the same encoding, whose faults are told apart from others."""
    raw = _Watched(stream.fileno(), "w", closefd=False)
    return TextIOWrapper(
        BufferedWriter(raw), encoding=stream.encoding, errors=stream.errors, line_buffering=stream.line_buffering
    )
