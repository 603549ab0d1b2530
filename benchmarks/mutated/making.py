"""One mutated spec from a seed and a number: the same on every machine and in every order."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from random import Random

import yaml

from mutated.corpus import Original
from mutated.format import read_format
from mutated.hostile import hostile_specs
from mutated.structures import Known, mutate_data, values_by_key
from mutated.texts import mutate_text
from mutated.toml_writing import as_toml
from pliego.spec.reading import MOST_BYTES

HOSTILE = tuple(hostile_specs())


@dataclass(frozen=True, slots=True)
class Mutant:
    """A mutated spec: its number, the spec it was made from, its suffix and its bytes, and those of files beside it.

    Numbers below zero are those of the specs that are made to cost much.
    """

    number: int
    origin: str
    suffix: str
    content: bytes
    beside: Mapping[str, bytes] = field(default_factory=dict)


def mutant(originals: Sequence[Original], seed: int, number: int) -> Mutant:
    """Make the mutant of that number; every original has its turn, and the sound ones every second."""
    if number < 0:
        made = HOSTILE[number]
        return Mutant(number, made.name, made.suffix, made.make().encode()[: MOST_BYTES + 1])
    chance = Random(f"{seed}/{number}")  # noqa: S311 (no secret)
    original = origin(originals, number)
    contents = [other.content for other in originals]
    beside = {name: _damaged(content, chance, contents) for name, content in original.beside.items()}
    if not isinstance(original.data, dict) or chance.random() < 0.3:
        content = mutate_text(original.content, chance, contents)
        return Mutant(number, original.name, original.suffix, content, beside)
    suffix = chance.choice((".yaml", ".toml"))
    text = _written(mutate_data(deepcopy(original.data), chance, _known(tuple(originals)), _format()), suffix, chance)
    content = text.encode("utf-8", "replace")
    if chance.random() < 0.1:
        content = mutate_text(content, chance, contents)
    return Mutant(number, original.name, suffix, content, beside)


def _damaged(content: bytes, chance: Random, others: Sequence[bytes]) -> bytes:
    """Leave two of three files as they are."""
    return content if chance.random() < 0.67 else mutate_text(content, chance, others)


_format = cache(read_format)


@cache
def _known(originals: tuple[Original, ...]) -> Known:
    return values_by_key([original.data for original in originals if original.sound])


def origin_name(originals: Sequence[Original], number: int) -> str:
    """Return the name of what the mutant of that number is made from."""
    return HOSTILE[number].name if number < 0 else origin(originals, number).name


def origin(originals: Sequence[Original], number: int) -> Original:
    """Return the spec that the mutant of that number, which is not below zero, is made from."""
    sound = [original for original in originals if original.sound]
    pool = sound if number % 2 and sound else originals
    return pool[number // 2 % len(pool)]


def _written(data: object, suffix: str, chance: Random) -> str:
    """Write the data; the YAML writer makes an alias of a part that stands in two places."""
    if suffix == ".toml" and isinstance(data, dict):
        return as_toml(data, depth=chance.randrange(4))
    return yaml.dump(
        data,
        Dumper=yaml.CSafeDumper,
        allow_unicode=chance.random() < 0.5,
        default_flow_style=chance.choice((None, True, False)),
        sort_keys=False,
        width=chance.choice((80, 10_000)),
    )
