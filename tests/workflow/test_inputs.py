import json
import os
from pathlib import Path

import pytest

from pliego.catalog.architecture import Architecture
from pliego.catalog.checkpoint import Checkpoint
from pliego.spec.models import Spec
from pliego.workflow.inputs import read_configs, read_model_file

CONFIG = {
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "vocab_size": 100,
}


def spec(config: str) -> Spec:
    return Spec.model_validate(
        {
            "schema": "pliego/v1",
            "rfq": {"id": "1", "title": "t", "version": "1", "language": "en", "issued": "2026-12-01"},
            "workloads": {"chat": {"task": {"kind": "text-generation", "mode": "online"}, "model": {"config": config}}},
        }
    )


def test_a_configuration_is_read_from_beside_the_spec(tmp_path: Path) -> None:
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "config.json").write_text(json.dumps(CONFIG), encoding="utf-8")
    readings, findings = read_configs(spec("models/config.json"), tmp_path)
    assert isinstance(readings["models/config.json"], Architecture)
    assert not findings


def test_a_missing_file_is_a_finding_at_the_path_that_names_it(tmp_path: Path) -> None:
    readings, findings = read_configs(spec("config.json"), tmp_path)
    assert not readings
    assert findings[0].code == "P420"
    assert findings[0].path == ("workloads", "chat", "model", "config")
    assert "no such file" in findings[0].message


def test_a_folder_is_refused(tmp_path: Path) -> None:
    _, findings = read_configs(spec("."), tmp_path)
    assert findings[0].code == "P420"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "config.json")
    _, findings = read_configs(spec("config.json"), tmp_path)
    assert "not a regular file" in findings[0].message


def test_a_file_that_is_no_configuration_says_why(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_bytes(b"{")
    _, findings = read_configs(spec("config.json"), tmp_path)
    assert findings[0].code == "P421"
    assert "line 1" in findings[0].message


def test_the_kind_of_a_file_is_told_by_its_bytes(tmp_path: Path) -> None:
    header = b'{"lm_head.weight": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}'
    (tmp_path / "a.json").write_bytes(len(header).to_bytes(8, "little") + header)
    (tmp_path / "b.gguf").write_bytes(json.dumps(CONFIG).encode())
    (tmp_path / "c").write_bytes(b'{"metadata": {"total_size": 8}, "weight_map": {"lm_head.weight": "d"}}')
    weights, config, index = (read_model_file(tmp_path / name) for name in ("a.json", "b.gguf", "c"))
    assert isinstance(weights, Checkpoint)
    assert weights.form == "safetensors"
    assert isinstance(config, Architecture)
    assert isinstance(index, Checkpoint)
    assert (index.form, index.total_bytes) == ("safetensors index", 8)


def test_a_large_file_that_is_no_index_is_refused(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_bytes(b" " * 6_000_000)
    _, findings = read_configs(spec("config.json"), tmp_path)
    assert "larger than 5000000 bytes" in findings[0].message
