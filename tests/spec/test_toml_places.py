import tomllib
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pliego.spec.toml_places import TomlPlaces

KEYS = st.text(alphabet='ab.-"é\\ ', min_size=1, max_size=4)
SCALARS = st.one_of(st.integers(), st.booleans(), st.text(alphabet='ab"\\]},#= é', max_size=6), st.just(1.5))
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3), max_leaves=8
)


def written(value: Any) -> str:
    """Write a value as TOML, all tables inline."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, list):
        return "[\n" + ", # ]\n".join(written(item) for item in value) + "\n]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{written(key)} = {written(part)}" for key, part in value.items()) + "}"
    return repr(value)


def paths(value: Any, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path}.union(*(paths(part, (*path, key)) for key, part in parts))


@given(st.dictionaries(KEYS, VALUES, max_size=4))
def test_every_value_has_a_place_at_which_it_stands(data: dict[str, Any]) -> None:
    text = "\n".join(f"{written(key)} = {written(value)}" for key, value in data.items())
    assert tomllib.loads(text) == data
    places = TomlPlaces(text)
    assert set(places.offsets) == paths(data)
    for path, offsets in places.offsets.items():
        if path and isinstance(path[-1], str) and offsets.key is not None:
            assert text[offsets.key :].startswith(written(path[-1]))
    assert places.duplicate is None


def test_quotes_of_all_kinds() -> None:
    text = "a = '''\n'it''s'''''\nb = \"\"\"x\\\"\"\"\"\"\nc = 1 # '\n'd e' = 2\n\"f\\u0041\" = 3"
    assert tomllib.loads(text).keys() == {"a", "b", "c", "d e", "fA"}
    assert set(TomlPlaces(text).offsets) == {(), ("a",), ("b",), ("c",), ("d e",), ("fA",)}


def test_tables_and_rows_of_tables() -> None:
    places = TomlPlaces("[a.b]\nc.d = 1\n[[e]]\n[e.f]\ng = 2\n[[e.h]]\n[[e.h]]\ni = 3\n[[e]]\nj = 4\n")
    assert {("a", "b"), ("a", "b", "c", "d"), ("e", 0, "f", "g"), ("e", 0, "h", 1, "i"), ("e", 1, "j")} <= set(
        places.offsets
    )
