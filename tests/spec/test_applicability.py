"""Which keys belong to which kind and mode: the keys exist, and each kind has something to say."""

from typing import get_args

import pytest

from pliego.findings import SpecPath
from pliego.spec.applicability import BELONGS, MODES, home, strangers
from pliego.spec.models import Workload
from pliego.spec.schema_walk import part_of, resolved, spec_schema
from pliego.spec.sections.task import Kind, Mode

WORKLOAD = spec_schema()["$defs"]["Workload"]


def known(path: SpecPath) -> bool:
    part = WORKLOAD
    for key in path:
        found = part_of(part, str(key))
        if found is None:
            return False
        part = resolved(found)
    return True


def test_every_kind_and_mode_is_in_the_table() -> None:
    assert set(MODES) == set(get_args(Kind))
    assert {mode for modes in MODES.values() for mode in modes} == set(get_args(Mode))


@pytest.mark.parametrize("belongs", BELONGS, ids=lambda belongs: ".".join(map(str, belongs.path)))
def test_a_row_speaks_of_a_key_that_exists_and_of_kinds_that_have_it(belongs: object) -> None:
    row = next(one for one in BELONGS if one is belongs)
    assert known(row.path)
    assert set(row.kinds) <= set(MODES)
    assert set(row.modes) <= set(get_args(Mode))
    assert row.kinds or row.modes
    assert home(row.path) is row


def test_a_key_stands_in_one_row() -> None:
    paths = [row.path for row in BELONGS]
    assert len(paths) == len(set(paths))


@pytest.mark.parametrize("kind", MODES)
def test_each_kind_has_levels_of_service_and_a_load_in_each_mode(kind: str) -> None:
    for mode in MODES[kind]:
        refused = {*strangers(kind=kind), *strangers(mode=mode)}
        levels = {("slo", name) for name in Workload.model_fields["slo"].annotation.__args__[0].model_fields}  # type: ignore[union-attr]
        assert levels - refused - {("slo", "availability")}


def test_a_key_that_belongs_everywhere_has_no_home() -> None:
    assert home(("slo", "availability")) is None
