"""Changes of the text of a spec, whatever it says."""

import random
import re
from typing import Final

from mutated.scalars import WRITTEN

PIECES: Final = (
    "\t", " ", "  ", "\n", "\r\n", "\r", ":", ": ", "- ", "? ", "#", "&a ", "*a", "<<: *a", "!!python/object:os.system ",
    "!!binary ", "%YAML 9.9\n", "|", ">", "|9\n", "'", '"', "{", "}", "[", "]", ",", "%", "@", "`", "---\n", "...\n", "\u0000",
    "\u0085", "\u2028", "\u202e", "\ufeff", "\ud800", "\udc80", "\U0010ffff", "é", "1e999", "0x1F", "1_0", "=", "[[a]]\n",
    "a.b = 1\n", "'''", '"""', "\\u0000", "\\ud800", "\\x", "a: &b [*b]\n", "{a: ", "- - - ",
)  # fmt: skip
_REPEATS: Final = (1, 1, 1, 3, 70, 500, 40_000)
_MOST_SIGNS: Final = 300_000


def changed_text(text: str, chance: random.Random) -> str:
    """Return the text with one change."""
    start, end = sorted((chance.randint(0, len(text)), chance.randint(0, len(text))))
    end = min(end, start + chance.choice((1, 5, 80, 2000)))
    piece = chance.choice(PIECES)
    ways = (
        lambda: text[:start] + text[end:],
        lambda: text[:end] + text[start:],
        lambda: text[:start],
        lambda: swapped_lines(text, chance),
        lambda: text[:start] + piece * chance.choice(_REPEATS) + text[start:],
        lambda: text[:start] + text[start:end].upper() + text[end:],
        lambda: other_number(text, chance),
        lambda: text.replace("\n", chance.choice(("\r\n", "\r", "\n\n", "\n ", "\u2028"))),
        lambda: text[:start] + " " * chance.choice((1, 2, 3)) + text[start:],
    )
    return chance.choice(ways)()[:_MOST_SIGNS]


def swapped_lines(text: str, chance: random.Random) -> str:
    """Exchange two lines."""
    lines = text.splitlines(keepends=True)
    if lines:
        one, other = chance.randrange(len(lines)), chance.randrange(len(lines))
        lines[one], lines[other] = lines[other], lines[one]
    return "".join(lines)


def other_number(text: str, chance: random.Random) -> str:
    """Write another number in place of one."""
    numbers = list(re.finditer(r"(?<![\w.])[0-9]+(?:\.[0-9]+)?", text))
    if not numbers:
        return text
    found = chance.choice(numbers)
    return text[: found.start()] + chance.choice(WRITTEN) + text[found.end() :]


def encoded(text: str, chance: random.Random) -> bytes:
    """Return the bytes: nearly always UTF-8, also of signs that it cannot hold, else as another program would save."""
    encoding = "utf-8" if chance.random() < 0.97 else chance.choice(("utf-16", "utf-8-sig", "utf-7", "cp1252"))
    return text.encode(encoding, "surrogatepass" if encoding == "utf-8" else "replace")
