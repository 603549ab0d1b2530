"""What no request may be sent with: each fails `pliego validate`, with a finding that says so."""

import pytest
from click.testing import CliRunner

from pliego.cli import pliego

HEAD = """\
schema: pliego/v1
rfq: {id: R-1, title: Hosting, version: "1", language: en, issued: 2026-12-01, status: issued%s}
workloads:
  chat:
    task: {kind: text-generation, mode: online}
%s"""


def codes(workload: str = "", rest: str = "", rfq: str = "") -> tuple[int, list[str]]:
    lines = "".join(f"    {line}\n" for line in workload.splitlines())
    result = CliRunner().invoke(pliego, ["validate", "-"], input=HEAD % (rfq and f", {rfq}", lines) + rest)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    errors = [line.split(" error ")[1].split(":")[0] for line in result.stdout.splitlines() if " error P" in line]
    return result.exit_code, errors


LONG = "context: {input: {max: 200000}, output: {max: 1000}}\n"
LOAD = "load: {peak: 4 req/s}\n"


@pytest.mark.parametrize(
    ("workload", "rest", "rfq", "code"),
    [
        ("", "clauses: {a b: {must: x}, a-b: {must: y}}\n", "", "P314"),
        ("", "backup: {rto: {must: }}\n", "", "P212"),
        ("", "backup: {rto: {must: 4}}\n", "", "P205"),
        ("", "clauses: {a: {must: The host must be alone and must be in Spain.}}\n", "", "P523"),
        ("", "backup: {rto: {must: 4 h, prefer: {value: 2 h, weight: 0}}}\n", "", "P209"),
        ("", "evaluation: {formula: eu, shares: {price: 60 %, quality: 30 %}}\n", "", "P332"),
        ("", "evaluation: {formula: eu}\n", "", "P333"),
        ("", "data_residency: {storage: [ES], backups: [US]}\n", "", "P460"),
        ("", "data_residency: {storage: [ES]}\nbackup: {copies: {must: 2, sites: [US]}}\n", "", "P460"),
        ("", "data_residency: {storage: [ES], processing: [US]}\n", "", "P460"),
        (f"model: {{id: meta-llama/Llama-3.1-8B-Instruct}}\n{LONG}", "", "", "P411"),
        ("", "backup: {interval: 24 h, rpo: 12 h}\n", "", "P307"),
        ("model: {id: mistralai/Mistral-Large-Instruct-2407}\nrights: {use: commercial}\n", "", "", "P450"),
        ("slo: {ttft_p95: 1 s}\n", "", "", "P339"),
        ("slo: {ttft: 1 s}\n" + LOAD, "", "", "P202"),
        ("", "", "timetable: {quotes_by: 2026-11-02}", "P303"),
        ("", "clauses: {a: {must: Nodes have eight NVIDIA H100.}}\n", "", "P521"),
        ("", "clauses: {a: {must: The host is in Spain., prefer: The host is in Spain.}}\n", "", "P501"),
        ("", "backup: {copies: {must: 2, prefer: 2}}\n", "", "P501"),
        ("", "data_residency: {personal_data: true}\n", "", "P339"),
        ("", "clauses: {a: {must: The site is TBD.}}\n", "", "P338"),
    ],
    ids=[
        "duplicate id",
        "mandatory without threshold",
        "mandatory without unit",
        "two imperatives",
        "preferred without weight",
        "weights that are no whole",
        "weights that are missing",
        "residency against backup",
        "residency against copies",
        "residency against processing",
        "context above the model's",
        "recovery point below the interval",
        "licence against commercial use",
        "service level without load",
        "service level without percentile",
        "date in the past",
        "make without equivalents",
        "clause as gate and as score",
        "level as gate and as score",
        "personal data without terms",
        "open point in an issued request",
    ],
)
def test_a_request_with_a_structural_error_fails(workload: str, rest: str, rfq: str, code: str) -> None:
    assert codes(workload, rest, rfq) == (1, [code])


def test_a_request_without_any_passes() -> None:
    assert codes("slo: {ttft_p95: 1 s}\n" + LOAD, "clauses: {a: {must: The host is in Spain.}}\n") == (0, [])
