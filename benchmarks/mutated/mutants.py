"""The mutant of a seed and a number: the same bytes on every machine."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from mutated.origins import Origin, Tree, plain
from mutated.texts import changed_text, encoded
from mutated.trees import change, share
from mutated.vocabulary import Vocabulary
from mutated.writing import as_toml, as_yaml

_WHOLE, _BROKEN = 4, 1
"""Weights of what mutants start from: one broken from the start says less."""


@dataclass(frozen=True)
class Mutant:
    """A spec to run: its bytes, the file name's end, the files beside it, and how it was made."""

    content: bytes
    suffix: str
    made: tuple[str, ...]
    beside: dict[str, bytes] = field(default_factory=dict)


def mutant(origins: Sequence[Origin], known: Vocabulary, seed: int, number: int) -> Mutant:
    """Return the mutant of a number: a quarter are changed as text, the others as data, half of these with care."""
    chance = random.Random(f"{seed} {number}")  # noqa: S311 (the same specs again, no secret)
    origin = chance.choices(origins, [_BROKEN if "bad_specs" in one.name else _WHOLE for one in origins])[0]
    beside = {name: _damaged(content, chance) for name, content in origin.beside.items()}
    if origin.tree is None or chance.random() < 0.25:
        text, made, suffix = origin.text, ["text"], origin.suffix
    else:
        tree = plain(origin.tree)
        wild = chance.random() < 0.5
        made = [change(tree, known, chance, wild=wild and turn < 2) for turn in range(chance.choice((1, 1, 2, 3, 8)))]
        text, suffix = _written(tree, chance, made)
    if made == ["text"] or chance.random() < 0.05:
        for _ in range(chance.choice((1, 1, 2, 3))):
            text = changed_text(text, chance)
    return Mutant(encoded(text, chance), suffix, (origin.name, *made), beside)


def _written(tree: Tree, chance: random.Random, made: list[str]) -> tuple[str, str]:
    """Return the text and its suffix: a third TOML; of the YAML a tenth with aliases, some in one line."""
    if chance.random() < 0.33:
        return as_toml(tree), ".toml"
    if chance.random() < 0.1:
        share(tree, chance)
        made.append("share")
    return as_yaml(tree, flow=chance.choice((False, False, False, True, None))), chance.choice((".yaml", ".yaml", ".yml"))


def _damaged(content: bytes, chance: random.Random) -> bytes:
    """Change every third file beside a spec as text too."""
    if chance.random() < 0.67:
        return content
    return encoded(changed_text(content.decode("utf-8", "surrogateescape"), chance), chance)
