import json
from pathlib import Path

import pytest

from pliego.catalog.records import KINDS, records


@pytest.mark.parametrize("kind", KINDS)
def test_every_row_has_an_id_sources_and_a_day(kind: str) -> None:
    rows = list(records(kind))
    assert rows
    assert len({row["id"] for row in rows}) == len(rows)
    for row in rows:
        assert row["sources"]
        assert row["as_of"]


def test_an_engine_release_carries_its_engine(tmp_path: Path) -> None:
    release = {"id": "e-1", "sources": ["s"], "as_of": "2026-11-30"}
    data = {"engines": [{"engine": "e", "name": "E", "releases": [release]}]}
    (tmp_path / "engine_releases.json").write_text(json.dumps(data), encoding="utf-8")
    assert list(records("engines", tmp_path)) == [{**release, "name": "E", "engine": "e"}]


def test_a_share_of_a_common_memory_stands_in_each_row() -> None:
    rows = [row for row in records("accelerators") if row["vendor"] == "Apple"]
    assert rows
    assert all(row["unified_share"]["high"] == 0.84 for row in rows)
