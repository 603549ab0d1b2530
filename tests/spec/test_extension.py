"""Merging a spec with what it builds on."""

from hypothesis import given
from hypothesis import strategies as st

from pliego.spec.extension import base_name, extended
from pliego.spec.source import Offsets, Source

keys = st.sampled_from(["a", "b", "c"])
data = st.recursive(
    st.integers() | st.lists(st.integers(), max_size=2),
    lambda inner: st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)
mappings = st.dictionaries(keys, data, max_size=3)


def paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        found += [one for key, inner in value.items() for one in paths(inner, (*path, key))]
    elif isinstance(value, list):
        found += [(*path, number) for number in range(len(value))]
    return found


def source(name: str, value: object) -> Source:
    return Source(name, "text", value, {path: Offsets(0, 0) for path in paths(value)})  # type: ignore[arg-type]


@given(mappings, mappings)
def test_every_value_comes_from_the_spec_or_else_from_its_base(own: dict[str, object], base: dict[str, object]) -> None:
    merged = extended(source("own", own), source("base", base))
    assert isinstance(merged.data, dict)
    assert merged.data.keys() == own.keys() | base.keys()
    for path in paths(merged.data):
        holders = [one.name for one in (merged, *merged.bases) if path in one.offsets]
        assert holders
    for path in paths(own):
        value: object = merged.data
        for part in path:
            value = value[part]  # type: ignore[index]
        assert value is not None


@given(mappings)
def test_a_spec_that_says_everything_takes_nothing_over(own: dict[str, object]) -> None:
    assert extended(source("own", own), source("base", own)).data == own


def test_the_name_of_the_base_is_not_passed_on() -> None:
    merged = extended(source("own", {"extends": "x"}), source("base", {"extends": "y", "a": 1}))
    assert merged.data == {"extends": "x", "a": 1}
    assert base_name(merged.data) == "x"
    assert base_name({"extends": 3}) is None
