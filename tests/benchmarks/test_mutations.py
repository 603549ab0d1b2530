"""The benchmark of mutated specs: the same mutants for the same seed, and no broken limit goes unseen."""

import tomllib
from collections import Counter
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mutations
from mutated import trial
from mutated.corpus import Original, corpus
from mutated.format import read_format
from mutated.making import HOSTILE, Mutant, mutant
from mutated.structures import mutate_data
from mutated.toml_writing import as_toml
from pliego.spec.validation import check_schema
from pliego.workflow.sizing import SizedSpec

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def originals() -> tuple[Original, ...]:
    return corpus(ROOT)


def test_a_seed_makes_the_same_mutants_in_any_order(originals: tuple[Original, ...]) -> None:
    first = [mutant(originals, 1, number) for number in range(40)]
    assert [mutant(originals, 1, number) for number in reversed(range(40))] == first[::-1]
    assert [mutant(originals, 2, number).content for number in range(40)] != [one.content for one in first]
    assert {one.suffix for one in first} == {".yaml", ".toml"}


def test_a_hostile_spec_has_a_number_below_zero(originals: tuple[Original, ...]) -> None:
    assert mutant(originals, 1, -1).origin == HOSTILE[-1].name


def test_a_sound_mutant_goes_through_every_command(tmp_path: Path) -> None:
    content = (ROOT / "examples" / "minimal" / "spec.toml").read_bytes()
    outcome = trial.tried(Mutant(0, "minimal", ".toml", content), tmp_path, rendered=True)
    assert (outcome.fault, outcome.commands) == (None, 3)


def test_a_traceback_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: object) -> None:
        raise KeyError("a key")

    monkeypatch.setattr(trial, "validate", fail)
    outcome = trial.tried(Mutant(0, "a", ".yaml", b"a: 1"), tmp_path, rendered=False)
    assert outcome.fault == "KeyError in test_mutations.py, fail: 'a key'"


def test_what_takes_too_long_is_stopped_and_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def turn(_: object) -> None:
        while True:
            pass

    monkeypatch.setattr(trial, "validate", turn)
    monkeypatch.setattr(trial, "MOST_SECONDS", 0.05)
    outcome = trial.tried(Mutant(0, "a", ".yaml", b"a: 1"), tmp_path, rendered=False)
    assert outcome.fault == "more than 0.05 s"


def test_what_takes_too_much_memory_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial, "_peak", lambda: 301.0)
    assert trial.tried(Mutant(0, "a", ".yaml", b"a: 1"), tmp_path, rendered=False).fault == "301 MiB"


KEYS = st.text(max_size=4)
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.integers(-(2**60), 2**60) | st.booleans() | st.text(max_size=6) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)


@given(st.dictionaries(KEYS, VALUES, max_size=4), st.integers(0, 3))
def test_what_is_written_as_toml_reads_as_the_same(data: dict[str, Any], depth: int) -> None:
    assert tomllib.loads(as_toml(data, depth)) == data


def test_a_spec_of_every_folder_is_an_origin_and_keeps_the_files_beside_it(originals: tuple[Original, ...]) -> None:
    assert {one.name.split("/")[0] for one in originals} == {"examples", "templates", "tests"}
    (hybrid,) = (one for one in originals if one.name == "examples/hybrid/spec.yaml")
    assert list(hybrid.beside) == ["model/config.json"]


def test_what_the_format_and_the_catalog_allow_is_known() -> None:
    form = read_format()
    assert "ttft_p95" in form.keys["slo"]
    assert {"text-generation", "classic-ml"} <= set(form.values["kind"])
    assert "Qwen/Qwen3-8B" in form.values["id"]
    assert "task" in form.keys[form.name("any-name")]


def test_files_beside_a_mutant_are_there_for_it_alone(tmp_path: Path) -> None:
    tried = trial.tried(Mutant(0, "a", ".yaml", b"a: 1", {"model/config.json": b"{}"}), tmp_path, rendered=False)
    assert tried.fault is None
    assert not (tmp_path / "model" / "config.json").exists()


def test_commands_that_disagree_are_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    content = (ROOT / "examples" / "minimal" / "spec.toml").read_bytes()
    monkeypatch.setattr(trial, "size_spec", lambda spec, _: SizedSpec(trial.validate(spec)))
    outcome = trial.tried(Mutant(0, "minimal", ".toml", content), tmp_path, rendered=False)
    assert outcome.fault == "sound for validate, not for size"


def test_some_mutants_are_far_from_their_origin_and_still_sound(originals: tuple[Original, ...]) -> None:
    (origin,) = (one for one in originals if one.name == "examples/assistant/spec.yaml")
    chance, form = Random(1), read_format()  # noqa: S311 (no secret)
    mutants = [mutate_data(deepcopy(origin.data), chance, {}, form) for _ in range(60)]
    walked = [one for one in mutants if isinstance(one, dict) and one != origin.data and not check_schema(one)]
    assert len(walked) > 6


def test_a_mutant_that_breaks_a_limit_is_kept_and_fails_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = trial.Outcome(5, "an origin", Counter(), 2.0, 100.0, 1, "more than 2 s")
    monkeypatch.setattr(mutations, "outcomes_of", lambda *_: iter([broken]))
    assert mutations.main(["--keep", str(tmp_path)]) == 1
    assert "mutant 5 of an origin: more than 2 s" in capsys.readouterr().out
    (kept,) = (tmp_path / "1-5").glob("spec.*")
    assert kept.read_bytes() == mutant(corpus(ROOT), 1, 5).content
