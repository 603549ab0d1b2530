"""Mutations of what a spec says: keys, values and parts of its data."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from random import Random
from typing import Any, TypeAlias

from mutated.format import Format
from mutated.values import TEXTS, any_value, scalar_near
from pliego.findings import has_errors
from pliego.spec.rules import check_rules
from pliego.spec.validation import check_schema

MOST_VALUES = 5000
"""Values that one mutation adds at most: what is made must not take longer than what is tried."""

Holder: TypeAlias = "dict[str, Any] | list[Any]"


Known: TypeAlias = Mapping[str, Sequence[Any]]
"""Values that some spec gives a key, by the key."""


def mutate_data(data: Any, chance: Random, known: Known, form: Format) -> Any:
    """Change the data in one to five places; every second time gently, so that much stays sound.

    Some sound ones are changed in up to twelve places, each time so that they stay sound: far from what is shipped,
    and still sized and rendered.
    """
    kind = chance.random()
    if kind < 0.15 and _is_sound(data):
        return _walk(data, chance, known, form)
    if data and kind < 0.5:
        for _ in range(chance.choice((1, 1, 2, 4))):
            _change_meaningfully(data, chance, known, form)
        return data
    for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
        places = _places(data)
        if 0 < len(places) <= 4 * MOST_VALUES:
            chance.choice(_MUTATIONS)(chance, places)
    return data


def values_by_key(data: Sequence[Any]) -> Known:
    """Return every value that the data give a key."""
    found: dict[str, list[Any]] = {}
    for one in data:
        for holder, key in _places(one):
            if isinstance(holder, dict):
                found.setdefault(key, []).append(holder[key])
    return found


def _walk(data: Any, chance: Random, known: Known, form: Format) -> Any:
    for _ in range(chance.choice((4, 12))):
        changed = deepcopy(data)
        _change_meaningfully(changed, chance, known, form)
        if _is_sound(changed):
            data = changed
    return data


def _is_sound(data: Any) -> bool:
    """Say whether neither schema nor rules find an error."""
    return not has_errors(check_schema(data)) and not has_errors(check_rules(data))


def _change_meaningfully(data: Any, chance: Random, known: Known, form: Format) -> None:
    """Add what may stand there, make another kind of work of a workload, or change what is there gently."""
    places = _places(data)
    way = chance.random()
    if way < 0.2:
        _add_allowed(chance, (({"": data}, ""), *places), form)
    elif way < 0.3:
        _change_task(chance, places, form)
    elif places:
        _change_gently(chance, places, known, form)


def _change_gently(chance: Random, places: list[tuple[Any, Any]], known: Known, form: Format) -> None:
    """Leave a key out, take a value near the one that stands there, or one that another spec or the format gives it."""
    holder, key = chance.choice(places)
    kind = chance.random()
    if kind < 0.15:
        del holder[key]
    elif kind < 0.45 or key not in known:
        holder[key] = scalar_near(chance, holder[key])
    elif kind < 0.65 and key in form.values:
        holder[key] = chance.choice(form.values[key])
    else:
        holder[key] = deepcopy(chance.choice(known[key]))


def _stands(holder: Holder, key: Any) -> bool:
    return key < len(holder) if isinstance(holder, list) else key in holder


def _add_allowed(chance: Random, places: Sequence[tuple[Any, Any]], form: Format) -> None:
    """Add to a mapping a key that may stand there, with a value that it may have, or with one such key below it."""
    mappings = [place for place in places if _stands(*place) and isinstance(place[0][place[1]], dict)]
    holder, key = chance.choice(mappings) if mappings else ({"": {}}, "")
    part, name = holder[key], form.name(key)
    while form.keys.get(name):
        name = chance.choice(form.keys[name])
        if name in form.values and (name not in form.keys or chance.random() < 0.7):
            part[name] = chance.choice(form.values[name])
            return
        part[name] = inner = part[name] if isinstance(part.get(name), dict) else {}
        part = inner


def _change_task(chance: Random, places: Sequence[tuple[Any, Any]], form: Format) -> None:
    """Make another kind of work of a workload, which keeps all else that it says."""
    tasks = [place for place in places if place[1] == "task" and _stands(*place) and isinstance(place[0]["task"], dict)]
    if tasks:
        holder, key = chance.choice(tasks)
        for name in chance.choice((("kind",), ("mode",), ("kind", "mode"))):
            holder[key][name] = chance.choice(form.values[name])


def _places(data: Any) -> list[tuple[Holder, Any]]:
    """Return every value by what holds it and by its key or index there."""
    found: list[tuple[Holder, Any]] = []
    stack = [data]
    while stack:
        holder = stack.pop()
        if not isinstance(holder, dict | list):
            continue
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            found.append((holder, key))
            stack.append(holder[key])
    return found


def _replace(chance: Random, places: list[tuple[Any, Any]]) -> None:
    holder, key = chance.choice(places)
    holder[key] = any_value(chance)


def _nudge(chance: Random, places: list[tuple[Any, Any]]) -> None:
    holder, key = chance.choice(places)
    holder[key] = scalar_near(chance, holder[key])


def _remove(chance: Random, places: list[tuple[Any, Any]]) -> None:
    holder, key = chance.choice(places)
    del holder[key]


def _rename(chance: Random, places: list[tuple[Any, Any]]) -> None:
    holder, key = chance.choice(places)
    if isinstance(holder, dict):
        letters = list(key)
        position = chance.randrange(len(letters) + 1)
        letters[position : position + chance.randrange(2)] = chance.choice(("", "e", "_", "-", "S", "é", ".", " "))
        name = "".join(letters) if chance.random() < 0.8 else chance.choice(TEXTS)
        holder[name] = holder.pop(key)


def _swap(chance: Random, places: list[tuple[Any, Any]]) -> None:
    (one, key), (other, place) = chance.choice(places), chance.choice(places)
    if not _holds(one[key], other) and not _holds(other[place], one):
        one[key], other[place] = other[place], one[key]


def _copy(chance: Random, places: list[tuple[Any, Any]]) -> None:
    """Let a part stand in a second place too; written out, or as an alias where the writer makes one."""
    (one, key), (other, place) = chance.choice(places), chance.choice(places)
    if not _holds(one[key], other):
        other[place] = one[key]


def _holds(part: Any, wanted: Holder) -> bool:
    return part is wanted or any(holder[key] is wanted for holder, key in _places(part))


def _wrap(chance: Random, places: list[tuple[Any, Any]]) -> None:
    holder, key = chance.choice(places)
    for _ in range(chance.choice((1, 1, 1, 2, 30, 70))):
        holder[key] = [holder[key]] if chance.random() < 0.5 else {chance.choice(("must", "prefer", "a")): holder[key]}


def _multiply(chance: Random, places: list[tuple[Any, Any]]) -> None:
    """Write a part many times: under many names, or as the entries of a list."""
    holder, key = chance.choice(places)
    times = min(chance.choice((2, 10, 100, 1000)), MOST_VALUES // (1 + len(_places(holder[key]))))
    if isinstance(holder, dict):
        holder.update({f"{key}-{number}": holder[key] for number in range(times)})
    else:
        holder.extend([holder[key]] * times)


def _add(chance: Random, places: list[tuple[Any, Any]]) -> None:
    holder, key = chance.choice(places)
    if isinstance(holder, dict):
        names = [name for _, name in places if isinstance(name, str)]
        holder[chance.choice(names)] = any_value(chance)
    else:
        holder.insert(key, any_value(chance))


_MUTATIONS: tuple[Callable[[Random, list[tuple[Any, Any]]], None], ...] = (
    _replace, _replace, _nudge, _nudge, _nudge, _nudge, _remove, _rename, _swap, _copy, _wrap, _multiply, _add,
)  # fmt: skip
