"""Where the keys and values of a TOML text stand: `tomllib`, which has read it before, does not say."""

import re
import sys
from contextlib import suppress
from typing import Final

from pliego.findings import SpecPath
from pliego.spec.source import Offsets

_BLANK: Final = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
_SPACE: Final = re.compile(r"[ \t]*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_STRING: Final = re.compile(
    r'"""(?:[^"\\]++|\\.|"(?!""))*+"{3,5}'
    r"|'''.*?'{3,5}(?!')"
    r'|"(?:[^"\\\n]++|\\.)*+"'
    r"|'[^'\n]*'",
    re.DOTALL,
)
"""Strings of the four kinds; possessive, since to go back into a long one costs a hundred bytes for each sign."""
_TOKEN: Final = re.compile(r"[^,\[\]{}#\r\n]+")


class _End(Exception):  # noqa: N818 (the scan stops: the text is no TOML from here on)
    pass


class TomlPlaces:
    """The places of a TOML text: `offsets` and `written` as in a Source, `duplicate` if a key stands twice.

    Of a text that is no TOML it knows as much as stands before the fault; it stops after `most` values.
    """

    def __init__(self, text: str, most: int = sys.maxsize) -> None:
        self.offsets: dict[SpecPath, Offsets] = {(): Offsets(None, 0)}
        self.written: dict[SpecPath, str] = {}
        self.duplicate: tuple[SpecPath, int, int] | None = None
        self._text = text
        self._position = 0
        self._rows: dict[SpecPath, int] = {}
        self._tables: set[SpecPath] = set()
        self._most = most
        with suppress(_End, RecursionError):
            self._document()

    def _document(self) -> None:
        header: SpecPath = ()
        self._skip(_BLANK)
        while self._position < len(self._text):
            if self._text.startswith("[", self._position):
                header = self._header()
            else:
                self._pair(header)
            self._skip(_BLANK)

    def _header(self) -> SpecPath:
        row = self._text.startswith("[[", self._position)
        self._position += 2 if row else 1
        keys = self._keys()
        self._take("]]" if row else "]")
        path: SpecPath = ()
        for key, start in keys[:-1]:
            path = self._within((*path, key))
            self.offsets.setdefault(path, Offsets(start, start))
        key, start = keys[-1]
        path = (*path, key)
        if row:
            self._rows[path] = self._rows.get(path, -1) + 1
            self.offsets.setdefault(path, Offsets(start, start))
            path = (*path, self._rows[path])
        elif path in self._tables:
            self._note_duplicate(path, start)
        self._tables.add(path)
        self.offsets[path] = Offsets(start, start)
        return path

    def _within(self, path: SpecPath) -> SpecPath:
        """Return the path of the last row, where rows of tables have been begun under that name."""
        return (*path, self._rows[path]) if path in self._rows else path

    def _pair(self, prefix: SpecPath) -> None:
        keys = self._keys()
        self._take("=")
        self._skip(_SPACE)
        path = prefix
        for key, start in keys[:-1]:
            path = (*path, key)
            self.offsets.setdefault(path, Offsets(start, self._position))
        key, start = keys[-1]
        path = (*path, key)
        if path in self.offsets:
            self._note_duplicate(path, start)
        self._value(path, start)

    def _keys(self) -> list[tuple[str, int]]:
        """Read a dotted key; return its parts, each with its place."""
        self._skip(_SPACE)
        keys = [self._key()]
        self._skip(_SPACE)
        while self._text.startswith(".", self._position):
            self._position += 1
            self._skip(_SPACE)
            keys.append(self._key())
            self._skip(_SPACE)
        return keys

    def _key(self) -> tuple[str, int]:
        start = self._position
        bare = _BARE_KEY.match(self._text, start)
        if bare:
            self._position = bare.end()
            return bare[0], start
        quoted = self._string()
        return _unescaped(quoted[1:-1]) if quoted.startswith('"') else quoted[1:-1], start

    def _value(self, path: SpecPath, key: int | None) -> None:
        self.offsets[path] = Offsets(key, self._position)
        if len(self.offsets) > self._most:
            raise _End
        opening = self._text[self._position : self._position + 1]
        if opening == "[":
            self._position += 1
            self._array(path)
        elif opening == "{":
            self._position += 1
            self._inline_table(path)
        elif opening in ('"', "'"):
            self._string()
        else:
            token = _TOKEN.match(self._text, self._position)
            if token is None:
                raise _End
            self._position = token.end()
            self.written[path] = token[0].rstrip()

    def _array(self, path: SpecPath) -> None:
        number = 0
        self._skip(_BLANK)
        while not self._text.startswith("]", self._position):
            self._value((*path, number), None)
            number += 1
            self._skip(_BLANK)
            if self._text.startswith(",", self._position):
                self._position += 1
                self._skip(_BLANK)
            elif not self._text.startswith("]", self._position):
                raise _End
        self._position += 1

    def _inline_table(self, path: SpecPath) -> None:
        self._skip(_BLANK)
        while not self._text.startswith("}", self._position):
            self._pair(path)
            self._skip(_BLANK)
            if self._text.startswith(",", self._position):
                self._position += 1
                self._skip(_BLANK)
            elif not self._text.startswith("}", self._position):
                raise _End
        self._position += 1

    def _string(self) -> str:
        found = _STRING.match(self._text, self._position)
        if found is None:
            raise _End
        self._position = found.end()
        return found[0]

    def _take(self, sign: str) -> None:
        self._skip(_SPACE)
        if not self._text.startswith(sign, self._position):
            raise _End
        self._position += len(sign)

    def _skip(self, what: re.Pattern[str]) -> None:
        found = what.match(self._text, self._position)
        self._position = found.end() if found else self._position

    def _note_duplicate(self, path: SpecPath, second: int) -> None:
        if self.duplicate is None:
            self.duplicate = (path, self.offsets[path].key or 0, second)


def _unescaped(text: str) -> str:
    escapes = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}

    def character(found: re.Match[str]) -> str:
        return chr(int(found[1] or found[2], 16)) if found[1] or found[2] else escapes.get(found[3], found[3])

    return re.sub(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))", character, text)
