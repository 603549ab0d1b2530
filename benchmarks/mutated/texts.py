"""Mutations of how a spec is written: signs, lines, indentation, aliases."""

from collections.abc import Callable, Sequence
from random import Random

from mutated.values import DATES, QUANTITIES, TEXTS

_TOKENS = (
    ":", ": ", "- ", "[", "]", "{", "}", ",", "#", " #", "'", '"', '"""', "'''", "|", ">", "|-", "&a ", "*a", "<<: *a",
    "<<: [*a, *b]", "!!str ", "!x ", "? ", "---", "...", "%YAML 1.1", "\t", "\n", "\r", "\r\n", " ", "  ", "=", "[[",
    "]]", "[a.b]", "a.b.c = 1", "\\", "\\u202e", "\\U0010ffff", "\\x00", "@", "`", "1979-05-27", "07:32:00", "1e400",
    "nan", "-inf", "0xFFFFFFFFFFFFFFFFFFFF", "9" * 5000, "x-a: 1", "must: ", "prefer: ",
)  # fmt: skip


def mutate_text(content: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Change the bytes in one to eight places."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        content = chance.choice(_MUTATIONS)(content, chance, others)
    return content


def _insert(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(content) + 1)
    told = chance.choice(chance.choice((_TOKENS, _TOKENS, TEXTS, QUANTITIES, DATES)))
    return content[:place] + told.encode("utf-8", "replace") + content[place:]


def _delete(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(content) + 1)
    return content[:place] + content[place + chance.choice((1, 1, 2, 10, 200)) :]


def _flip(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(content) + 1)
    return content[:place] + bytes([chance.randrange(256)]) + content[place + 1 :]


def _repeat(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    place = chance.randrange(len(content) + 1)
    part = content[place : place + chance.choice((1, 5, 80))]
    return content[:place] + part * chance.choice((2, 10, 1000)) + content[place:]


def _lines(content: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Move, double, indent or bring in a line."""
    lines = content.splitlines(keepends=True) or [b"\n"]
    line = chance.randrange(len(lines))
    kind = chance.randrange(4)
    if kind == 0:
        lines.insert(chance.randrange(len(lines)), lines.pop(line))
    elif kind == 1:
        lines[line:line] = [lines[line]] * chance.choice((1, 1, 50))
    elif kind == 2:
        lines[line] = chance.choice((b" ", b"  ", b"\t", b"      ")) + lines[line]
    else:
        foreign = chance.choice(others).splitlines(keepends=True) or [b"\n"]
        start = chance.randrange(len(foreign))
        lines[line:line] = foreign[start : start + chance.choice((1, 3, 20))]
    return b"".join(lines)


def _aliases(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    """Anchor a value, and use it in place of another, in the mapping that holds it, or many times over."""
    lines = content.splitlines(keepends=True)
    values = [number for number, line in enumerate(lines) if b": " in line]
    if not values:
        return content
    for number, before, after in ((chance.choice(values), b": ", b": &a "), (chance.choice(values), b": ", b": *a #")):
        lines[number] = lines[number].replace(before, after, 1)
    bomb = [b"x-0: &b0 [a, a, a, a, a, a, a, a, a]\n"]
    width = chance.choice((2, 9))
    bomb += [
        b"x-%d: &b%d [%s]\n" % (level, level, b", ".join([b"*b%d" % (level - 1)] * width)) for level in range(1, 12)
    ]
    kind = chance.random()
    if kind < 0.3:
        lines[0:0] = bomb
    elif kind < 0.5:
        lines.append(b"x-loop: &l {<<: *l, a: *l}\n")
    return b"".join(lines)


def _encode(content: bytes, chance: Random, _others: Sequence[bytes]) -> bytes:
    text = content.decode("utf-8", "replace")
    return text.encode(chance.choice(("utf-16", "utf-8-sig", "cp1252", "utf-16-be")), "replace")


_MUTATIONS: tuple[Callable[[bytes, Random, Sequence[bytes]], bytes], ...] = (
    _insert, _insert, _insert, _delete, _flip, _repeat, _lines, _lines, _aliases, _encode,
)  # fmt: skip
