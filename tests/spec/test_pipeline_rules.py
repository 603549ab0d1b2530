"""Pipelines: the time of the steps against the time that is promised from end to end."""

from pliego.finding_codes import CODES
from pliego.findings import Finding
from pliego.spec.rules import check_rules
from pliego.spec.source import Data


def found(*steps: Data, **levels: Data) -> list[Finding]:
    task: dict[str, Data] = {"kind": "text-generation", "mode": "online"}
    pipeline: dict[str, Data] = {"steps": list(steps), "slo": dict(levels)}
    return list(check_rules({"workloads": {"answer": {"task": task}}, "pipelines": {"call": pipeline}}))


def test_measured_stages_of_a_voice_agent_sum_to_more_than_the_target() -> None:
    """A public account: 0.4 s of turn detection, 2 s to the first token, 1.2 s to the first audio, 2 s allowed."""
    findings = found(
        {"external": "turn detection", "measured": "400 ms"},
        {"workload": "answer", "measured": "2 s"},
        {"external": "speech", "measured": "1.2 s"},
        e2e_p95="2 s",
    )
    (finding,) = findings
    assert (finding.code, finding.severity) == ("P326", "warning")
    assert "3.6 s (400 ms + 2 s + 1.2 s), more than e2e_p95 2 s" in finding.message
    assert "upper estimate" in CODES["P326"].advice


def test_budgets_above_the_level_contradict_it() -> None:
    steps: list[Data] = [{"external": "a", "budget": "1 s"}, {"workload": "answer", "budget": "1.5 s"}]
    (finding,) = found(*steps, e2e_p95={"must": "2 s", "prefer": "1 s"})
    assert (finding.code, finding.severity) == ("P325", "error")
    assert finding.path == ("pipelines", "call", "slo", "e2e_p95", "must")


def test_budgets_within_the_level_are_fine() -> None:
    steps: list[Data] = [{"external": "a", "budget": "500 ms"}, {"workload": "answer", "budget": "1.5 s"}]
    assert found(*steps, e2e_p95="2 s") == []


def test_a_step_is_one_thing() -> None:
    codes = [finding.code for finding in found({"budget": "1 s"}, {"workload": "answer", "external": "x"})]
    assert codes == ["P324", "P324"]


def test_a_step_names_a_workload_that_exists() -> None:
    (finding,) = found({"workload": "answr"}, {"external": "x"})
    assert (finding.code, finding.hint) == ("P323", "did you mean 'answer'?")
