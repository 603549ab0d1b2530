"""A spec to the files of a request: all of them or none."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from pliego.findings import Finding
from pliego.workflow import rendering
from pliego.workflow.rendering import FORMATS, Rendering, render

EXAMPLES = Path(__file__).parents[2] / "examples"
MINIMAL = EXAMPLES / "minimal" / "spec.toml"

HEAD = """\
schema: pliego/v1
rfq: {id: R-1, title: TITLE, version: "1", language: en, issued: 2026-12-01}
workloads: {chat: {task: {kind: text-generation, mode: online}}}
"""


def run(spec: Path, folder: Path, *formats: str, strict: bool = False, language: str | None = None) -> Rendering:
    return render(spec, folder, formats or FORMATS, language, lambda _: None, strict=strict)


@pytest.fixture
def spec(tmp_path: Path) -> Callable[[str], Path]:
    def write(text: str) -> Path:
        file = tmp_path / "spec.yaml"
        file.write_text(text, encoding="utf-8")
        return file

    return write


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir()) if folder.exists() else []


def test_all_formats(tmp_path: Path) -> None:
    done: list[str] = []
    made = render(MINIMAL, tmp_path / "a" / "b", FORMATS, None, done.append)
    assert made.reading.findings == ()
    assert made.files == tuple(tmp_path / "a" / "b" / f"rfq.{kind}" for kind in FORMATS)
    assert done == [f"rfq.{kind}" for kind in FORMATS]
    assert names(tmp_path / "a" / "b") == sorted(done)
    assert (tmp_path / "a" / "b" / "rfq.pdf").read_bytes().startswith(b"%PDF-")


def test_the_same_content_in_toml_and_yaml_is_the_same_document(spec: Callable[[str], Path], tmp_path: Path) -> None:
    twin = spec(
        HEAD.replace("R-1", "RFQ-1").replace("TITLE", "Text generation on a small model").replace("chat", "assistant")
    )
    run(MINIMAL, tmp_path / "toml", "md", "json", "html")
    run(twin, tmp_path / "yaml", "md", "json", "html")
    for name in ("rfq.md", "rfq.json", "rfq.html"):
        assert (tmp_path / "toml" / name).read_bytes() == (tmp_path / "yaml" / name).read_bytes()


def test_another_language_than_the_spec(tmp_path: Path) -> None:
    run(MINIMAL, tmp_path, "md", language="es")
    assert "## 1 Cómo responder" in (tmp_path / "rfq.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEAD.replace("title", "titel"), "P202"),
        (HEAD + "hardware: {reference: H900}\n", "P402"),
        (HEAD + "backup: {rto: {must: 4 h, prefer: 8 h}}\n", "P501"),
        (HEAD + "data_residency: {storage: [QQ]}\n", "P403"),
    ],
)
def test_a_fault_leaves_earlier_files_as_they_are(
    spec: Callable[[str], Path], tmp_path: Path, text: str, code: str
) -> None:
    folder = tmp_path / "out"
    run(spec(HEAD), folder, "md", "json")
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    made = run(spec(text), folder)
    assert code in {finding.code for finding in made.reading.findings}
    assert made.files == ()
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_signs_that_the_fonts_lack_are_told_with_their_place(spec: Callable[[str], Path], tmp_path: Path) -> None:
    source = spec(HEAD.replace("TITLE", "中文"))
    made = run(source, tmp_path / "out", "pdf", "md")
    assert [(finding.code, finding.path) for finding in made.reading.findings] == [("P510", ("rfq", "title"))]
    assert names(tmp_path / "out") == ["rfq.md", "rfq.pdf"]
    assert "# 中文" in (tmp_path / "out" / "rfq.md").read_text(encoding="utf-8")
    assert run(source, tmp_path / "other", "md").reading.findings == ()


def test_strict_takes_a_warning_as_an_error(spec: Callable[[str], Path], tmp_path: Path) -> None:
    source = spec(HEAD.replace("TITLE", "中文"))
    assert run(source, tmp_path / "out", "pdf", strict=True).files == ()
    assert names(tmp_path / "out") == []


def test_without_the_libraries_no_pdf_and_no_other_file_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = Finding("P590", facts={"libraries": "Pango"})
    monkeypatch.setattr(rendering, "missing_libraries", lambda: (lacking,))
    assert run(MINIMAL, tmp_path / "out", "md", "pdf").files == ()
    assert names(tmp_path / "out") == []
    assert len(run(MINIMAL, tmp_path / "out", "md").files) == 1


def test_a_failing_format_writes_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise RuntimeError("html")

    monkeypatch.setattr(rendering, "write_html", fail)
    with pytest.raises(RuntimeError, match="html"):
        run(MINIMAL, tmp_path / "out", "md", "html")
    assert names(tmp_path / "out") == []


def test_a_folder_in_the_place_of_a_file_keeps_all_from_being_written(tmp_path: Path) -> None:
    (tmp_path / "rfq.json").mkdir()
    (finding,) = run(MINIMAL, tmp_path, "md", "json").reading.findings
    assert (finding.code, finding.facts["reason"]) == ("P120", "it is a directory")
    assert names(tmp_path) == ["rfq.json"]


def test_nothing_of_the_machine_is_in_the_files(tmp_path: Path) -> None:
    run(EXAMPLES / "assistant" / "spec.yaml", tmp_path, "md", "html", "json")
    for file in tmp_path.iterdir():
        text = file.read_text(encoding="utf-8")
        assert str(tmp_path) not in text
        assert str(EXAMPLES) not in text
        assert "60000" not in text


CONFIG = {
    "architectures": ["LlamaForCausalLM"],
    "model_type": "llama",
    "hidden_size": 64,
    "intermediate_size": 128,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "vocab_size": 256,
    "max_position_embeddings": 512,
    "tie_word_embeddings": False,
    "torch_dtype": "bfloat16",
}


def test_the_path_of_a_model_config_is_not_told(spec: Callable[[str], Path], tmp_path: Path) -> None:
    """An absolute path would tell a tenderer about the buyer's machine."""
    config = tmp_path / "secret" / "config.json"
    config.parent.mkdir()
    config.write_text(json.dumps(CONFIG), encoding="utf-8")
    model = f"model: {{config: {config}}}, precision: {{weights: bf16}}"
    source = spec(HEAD.replace("mode: online}", "mode: online}, " + model))
    made = run(source, tmp_path / "out", "md", "html", "json")
    assert len(made.files) == 3
    for file in made.files:
        text = file.read_text(encoding="utf-8")
        assert "config.json" in text
        assert str(tmp_path) not in text
