import pytest

from pliego.spec.reading import read_source
from pliego.spec.spelling import Form, pair, part
from pliego.spec.validation import check_schema


def test_keys_and_values() -> None:
    assert pair("schema", "pliego/v1", Form.YAML) == "schema: pliego/v1"
    assert pair("schema", "pliego/v1", Form.TOML) == 'schema = "pliego/v1"'
    assert pair("a key", 8, Form.TOML) == '"a key" = 8'
    assert pair("title", None, Form.YAML) == "title:"
    assert pair("title", None, Form.TOML) == 'title = "…"'
    assert part(("workloads", "chat", "task"), Form.YAML) == "task:"
    assert part(("workloads", "chat", "task"), Form.TOML) == "[workloads.chat.task]"


RFQ = 'schema = "pliego/v1"\nrfq = {id = "R", title = "T", version = "1", language = "en", issued = "2026-12-01"}\n'
TASK = 'task = {kind = "text-generation", mode = "online"}\n'


@pytest.mark.parametrize(
    ("toml", "hint"),
    [
        (f"{RFQ}[workloads.chat]\n", "add '[workloads.chat.task]' (what the workload does)"),
        (f"{RFQ}[workloads.chat.task]\nkind = 'text-generation'\n", "add 'mode = \"online\"' (online: users"),
        (f"{RFQ}[workloads.chat]\n{TASK}backup = {{}}", "it belongs at the top level: begin its table with [backup]"),
        (f"{RFQ}[workloads.chat]\n{TASK}schema = 1", "it belongs at the top level: write it above the first table"),
        (f"{RFQ}hardware = 'H100'\n[workloads.chat]\n{TASK}", "write a table with keys: reference, count, nodes"),
        (RFQ.replace('"T"', '"""a\nb"""') + f"[workloads.chat]\n{TASK}", "between three double quotes"),
    ],
)
def test_a_hint_for_toml_is_toml(toml: str, hint: str) -> None:
    source, _ = read_source("spec.toml", toml.encode())
    (finding,) = check_schema(source.data, source.form)
    assert hint in (finding.hint or "")
