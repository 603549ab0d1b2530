"""How much work comes, in the words of each kind of task."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document

Work = Callable[..., Document]
SideOf = Callable[..., dict[str, list[str]]]
RowsOf = Callable[..., list[list[str]]]


@pytest.mark.parametrize(
    ("kind", "row"),
    [
        ("text-generation", ["In flight", "sequences at the same moment"]),
        ("speech-to-text", ["Calls", "calls in work at the same moment"]),
        ("text-to-speech", ["Calls", "calls in work at the same moment"]),
        ("embedding", ["In work", "requests at the same moment"]),
        ("image-generation", ["In work", "requests at the same moment"]),
    ],
)
def test_what_is_in_work_has_the_name_of_its_kind(
    work: Work, rows_of: RowsOf, side_of: SideOf, kind: str, row: list[str]
) -> None:
    document = work(f"task: {{kind: {kind}, mode: online}}\nload: {{concurrency: {{typical: 2, peak: 60}}}}")
    assert rows_of(document, "demand") == [[*row, "2", "not stated", "60"]]
    (sentence,) = side_of(document, "workloads")["Load in plain words"]
    assert sentence.startswith("Up to 60 ")


def test_one_call(work: Work, side_of: SideOf) -> None:
    document = work("task: {kind: speech-to-text, mode: online}\nload: {concurrency: {peak: 1}}", language="es")
    (sentence,) = side_of(document, "workloads")["La carga, en pocas palabras"]
    assert sentence == "Se atiende como máximo 1 llamada a la vez; no es el número de usuarios."


def test_an_input_alone_is_typical_too(work: Work, side_of: SideOf) -> None:
    document = work("task: {kind: embedding, mode: online}\ncontext: {input: {typical: 300, max: 8192}}")
    assert side_of(document, "workloads")["Load in plain words"] == [
        "A typical input has 300 tokens; long ones are in the table below."
    ]


@pytest.mark.parametrize(
    ("kind", "load", "row"),
    [
        ("text-generation", "requests: 1000", ["Requests", "in one run", "1,000"]),
        ("embedding", "documents: 5000000", ["Documents", "documents or passages in one run", "5,000,000"]),
        ("image-generation", "images: 20000", ["Images", "in one run", "20,000"]),
        ("classic-ml", "rows: 400000000", ["Rows", "in one run", "400,000,000"]),
        ("text-to-speech", "characters: 9000", ["Characters", "in one run", "9,000"]),
        ("speech-to-text", "audio: 4000 h", ["Audio", "length of the audio of one run", "4,000 h"]),
    ],
)
def test_a_run_has_its_volume(work: Work, rows_of: RowsOf, kind: str, load: str, row: list[str]) -> None:
    document = work(f"task: {{kind: {kind}, mode: batch}}\nload: {{{load}, every: 24 h, egress_per_month: 2 TB}}")
    assert rows_of(document, "volume") == [
        row,
        ["Interval", "time between the starts of two runs", "24 h"],
        ["Outgoing data (egress)", "data that leave the provider’s network in a month", "2 TB"],
    ]
    assert rows_of(document, "demand") == []


def test_no_table_without_a_figure(work: Work, rows_of: RowsOf) -> None:
    document = work("task: {kind: text-generation, mode: online}\nload: {arrival: poisson, concurrency: {}}")
    assert rows_of(document, "demand") == rows_of(document, "volume") == []
