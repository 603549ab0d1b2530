import io
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Thread
from time import perf_counter, sleep

import pytest

from pliego.workflow.reading import MOST_FINDINGS, SpecReading, read_spec

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*/spec.*"))

IMPLICIT_TYPES = """
schema: pliego/v1
rfq:
  id: 0042
  title: on
  version: 010
  status: draft
  language: en
  issued: 2026-11-30
  buyer: {name: Ejemplo AS, country: NO}
  timetable: {quotes_by: 2026-12-14, service_start: 2027-03-01T09:00:00+01:00}
workloads:
  chat:
    task: {kind: text-generation, mode: online}
    model: {id: example/model, revision: 12345678, parameters: 50000000}
    precision: {runtime: {name: vllm, version: 1.10}}
    load: {concurrency: {peak: 1e2}}
data_residency:
  storage: {must: [NO, SE]}
clauses:
  maintenance-from: {must: 22:30}
  maintenance-to: {must: 04:30}
"""

SAME_IN_TOML = """
schema = "pliego/v1"
[rfq]
id = "0042"
title = "on"
version = "010"
status = "draft"
language = "en"
issued = 2026-11-30
[rfq.buyer]
name = "Ejemplo AS"
country = "NO"
[rfq.timetable]
quotes_by = 2026-12-14
service_start = 2027-03-01T09:00:00+01:00
[workloads.chat]
task = {kind = "text-generation", mode = "online"}
model = {id = "example/model", revision = 12345678, parameters = 50_000_000}
precision.runtime = {name = "vllm", version = 1.10}
load.concurrency.peak = 1e2
[data_residency.storage]
must = ["NO", "SE"]
[clauses]
maintenance-from = {must = "22:30"}
maintenance-to = {must = "04:30"}
"""

SEVERAL_FAULTS = """\
x-defaults: &slo {availability: {must: 99.5 %}}
workloads:
  chat:
    slo:
      <<: *slo
      ttft_p95: {must: 1.5 s}
      ttft_p95: {must: 5 s}
    contxt: {concurrency: {peak: 80}}
    load: {arrival: true}
"""


def read(text: str, folder: Path, name: str = "spec.yaml") -> SpecReading:
    path = folder / name
    path.write_bytes(text.encode())
    return read_spec(path)


def test_texts_that_look_like_other_types_arrive_as_written(tmp_path: Path) -> None:
    spec = read(IMPLICIT_TYPES, tmp_path).spec()
    assert (spec.rfq.id, spec.rfq.title, spec.rfq.version) == ("0042", "on", "010")
    assert spec.rfq.buyer is not None
    assert spec.rfq.buyer.country == "NO"
    chat = spec.workloads["chat"]
    assert chat.model is not None
    assert (chat.model.revision, chat.model.parameters) == ("12345678", 50e6)
    assert chat.precision is not None
    assert chat.precision.runtime is not None
    assert chat.precision.runtime.version == "1.10"
    assert chat.load is not None
    assert chat.load.concurrency is not None
    assert chat.load.concurrency.peak == 100
    assert spec.data_residency is not None
    assert spec.data_residency.storage is not None
    assert spec.data_residency.storage.must == ["NO", "SE"]
    assert spec.clauses is not None
    assert [clause.must for clause in spec.clauses.values()] == ["22:30", "04:30"]


def test_yaml_and_toml_with_the_same_content_are_the_same_spec(tmp_path: Path) -> None:
    from_yaml = read(IMPLICIT_TYPES, tmp_path)
    from_toml = read(SAME_IN_TOML, tmp_path, "spec.toml")
    assert not from_toml.findings
    assert from_toml.source.data == from_yaml.source.data
    assert from_toml.spec() == from_yaml.spec()


def test_quoted_and_unquoted_dates_are_the_same(tmp_path: Path) -> None:
    quoted = IMPLICIT_TYPES.replace("2026-11-30", '"2026-11-30"').replace("2026-12-14", "'2026-12-14'")
    assert read(quoted, tmp_path).spec() == read(IMPLICIT_TYPES, tmp_path).spec()


def test_grouped_digits_are_an_error_that_shows_the_digits(tmp_path: Path) -> None:
    reading = read(IMPLICIT_TYPES.replace("50000000", "50_000_000"), tmp_path)
    (finding,) = reading.findings
    assert (finding.code, finding.hint) == ("P203", "write the digits without grouping marks: 50000000")


def test_independent_faults_are_told_in_one_run(tmp_path: Path) -> None:
    reading = read(SEVERAL_FAULTS, tmp_path)
    found = {finding.code + " " + finding.message: finding.hint for finding in reading.findings}
    assert found == {
        "P109 the key 'ttft_p95' stands twice: in line 6 and in line 7": "remove one of the two",
        "P202 the key 'contxt' is unknown in workloads.chat": "did you mean 'context'?",
        "P203 true (a truth value) stands here, but one of poisson, constant is wanted": "write one of poisson, "
        "constant",
        "P201 the key 'task' is missing in workloads.chat": "add 'task:' (what the workload does)",
        "P201 the key 'schema' is missing in the spec": "add 'schema: pliego/v1' (version of this format)",
        "P201 the key 'rfq' is missing in the spec": "add 'rfq:' (identification and procedure of the request for "
        "quotation)",
    }


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.parent.name for path in EXAMPLES])
def test_an_example_is_sound_and_becomes_a_spec(path: Path) -> None:
    reading = read_spec(path)
    assert reading.findings == ()
    assert reading.spec().rfq.id
    assert reading.base == path.parent


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "spec.yaml").write_bytes(b"")
    hints = {
        tmp_path: f"name the file in it, such as {tmp_path / 'spec.yaml'}",
        tmp_path / "spec.yml": f"did you mean {tmp_path / 'spec.yaml'}?",
        tmp_path / "none" / "a": f"there is no folder {tmp_path / 'none'}",
        tmp_path / "a\0b": "name a YAML or TOML file",
        tmp_path / "spec.yaml" / "x": "check the path and its access rights",
    }
    for path, hint in hints.items():
        (finding,) = read_spec(path).findings
        assert (finding.code, finding.hint) == ("P101", hint)


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(IMPLICIT_TYPES.encode())))
    reading = read_spec("-")
    assert (reading.source.name, reading.base, reading.findings) == ("<stdin>", Path(), ())


def test_a_rule_does_not_repeat_the_schema(tmp_path: Path) -> None:
    reading = read(IMPLICIT_TYPES.replace("id: example/model, revision: 12345678, parameters", "ident"), tmp_path)
    assert [finding.code for finding in reading.findings] == ["P202"]


def test_checking_a_spec_imports_no_heavy_package() -> None:
    heavy = "{'pydantic', 'pydantic_core', 'jinja2', 'weasyprint', 'babel'}"
    program = f"""
import sys
from pliego.workflow.reading import read_spec
for path in {[str(path) for path in EXAMPLES]}:
    assert read_spec(path).sound
assert not {heavy} & set(sys.modules), {heavy} & set(sys.modules)
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def mutated(text: str, random: Random) -> str:
    """Change a text as an editor or a bad merge would: in a line, or in a sign."""
    lines = text.splitlines()
    for _ in range(random.randint(1, 3)):
        number = random.randrange(len(lines))
        line = lines[number]
        place = random.randrange(len(line) + 1)
        change = random.randrange(7)
        if change == 0:
            del lines[number]
        elif change == 1:
            lines.insert(number, random.choice(lines))
        elif change == 2:
            lines[number] = line[:place] + random.choice("\t:-#'\"[]{}&*!|>%@,0x~ é\x00\x85\u2028") + line[place:]
        elif change == 3:
            lines[number] = line[:place] + line[place + 1 :]
        elif change == 4:
            lines[number] = line.split(":")[0] + ": " + random.choice(ODD_VALUES)
        elif change == 5:
            lines[number] = random.choice(["  ", " ", ""]) + line.lstrip()
        else:
            other = random.randrange(len(lines))
            lines[number], lines[other] = lines[other], lines[number]
        if not lines:
            return ""
    return "\n".join(lines)


ODD_VALUES = [
    *("~", "true", "0", "-1", "1e999", "NO", "1.5", "2026-02-30", "5 s", "-5 %", "'x\ty'", "&a [*a]", "*b", "<<: 1"),
    *("[]", "{}", "[[]]", "{must: ~}", "{prefer: {from: 1}}", "{must: 1 s, x-a: 1}", "9" * 400, "x" * 400),
]


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.parent.name for path in EXAMPLES])
def test_a_spoilt_spec_gives_findings_or_a_spec_and_nothing_else(path: Path, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    random = Random(path.parent.name)  # noqa: S311 (the same at every run)
    slowest = 0.0
    for _ in range(300):
        begin = perf_counter()
        reading = read(mutated(text, random), tmp_path, path.name)
        slowest = max(slowest, perf_counter() - begin)
        for finding in reading.findings:
            assert finding.message
            reading.source.place(finding)
        if reading.sound:
            reading.spec()
    assert slowest < 2


def test_a_named_pipe_that_nothing_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (finding,) = read_spec(pipe).findings
    assert finding.facts["reason"] == "it is a named pipe, and nothing writes to it"


def test_a_pipe_that_something_writes_to_is_read_to_its_end() -> None:
    reader, writer = os.pipe()
    text = IMPLICIT_TYPES.encode()

    def write() -> None:
        for start in (0, len(text) // 2):
            sleep(0.02)
            os.write(writer, text[start : start + len(text) // 2 + 1] if start == 0 else text[start + 1 :])
        os.close(writer)

    thread = Thread(target=write)
    thread.start()
    try:
        assert not read_spec(f"/dev/fd/{reader}").findings
    finally:
        thread.join()
        os.close(reader)


def test_standard_input_that_is_closed_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert read_spec("-").findings[0].facts["reason"] == "standard input is closed"


@pytest.mark.parametrize(
    "part",
    [
        "internal:\n" + " a: 1\n" * 10_000,
        "internal:\n" + "".join(f" a{number}: !a 1\n" for number in range(10_000)),
        "hardware:\n" + "".join(f" a{number}: 1\n" for number in range(10_000)),
    ],
    ids=["duplicates", "tags", "keys"],
)
def test_of_ten_thousand_faults_the_first_are_told_and_the_number_of_the_others(part: str, tmp_path: Path) -> None:
    minimal = "schema: pliego/v1\nrfq: {id: R, title: T, version: 1, language: en, issued: 2026-12-01}\n"
    begin = perf_counter()
    reading = read(minimal + "workloads: {a: {task: {kind: text-generation, mode: online}}}\n" + part, tmp_path)
    assert perf_counter() - begin < 4
    *listed, last = reading.findings
    assert (len(listed), last.code) == (MOST_FINDINGS, "P119")
    assert last.message in ("9,799 more findings are not listed", "9,800 more findings are not listed")
    assert reading.source.place(listed[0]) < reading.source.place(listed[-1])  # type: ignore[operator]


def test_a_missing_key_does_not_hide_what_else_is_wrong(tmp_path: Path) -> None:
    text = IMPLICIT_TYPES.replace("schema: pliego/v1", "").replace("title: on", "").replace("2026-12-14", "2026-11-12")
    assert [finding.code for finding in read(text, tmp_path).findings] == ["P201", "P201", "P303"]


def test_a_name_that_begins_with_x_is_said_to_be_ignored(tmp_path: Path) -> None:
    reading = read(IMPLICIT_TYPES + "  x-ray: {must: Rooms are shielded.}\n", tmp_path)
    (finding,) = reading.findings
    assert finding.message == "the name 'x-ray' in clauses begins with x-, so that it is ignored"
