"""The cover: what is asked for, until when, by whom, and up to four figures."""

from collections.abc import Callable

import pytest

from pliego.document.model import Document, Email
from pliego.render.translation import Translator
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
RequestOf = Callable[..., Document]


def text(document: Document, content: object) -> str:
    return Translator(document.language).text(content).replace("\u202f", " ").replace("\u00a0", " ")  # type: ignore[arg-type]


def subtitle(document: Document) -> str:
    return text(document, document.cover.subtitle)


def test_the_figures_of_the_example(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    document = request_of(example("assistant"), "es")
    figures = [text(document, one.figure) for one in document.cover.glance]
    assert len(figures) == 4
    assert (figures[0], figures[1], figures[3]) == ("80", "≤ 1,5 s", "≥ 99,5 %")
    plan = example("assistant").sizing.workloads[0].term("plan")
    assert plan is not None
    assert figures[2] == f"{plan.value / 2**30:.1f} GiB".replace(".", ",")
    assert text(document, document.cover.counts).startswith("31 requisitos obligatorios")


def test_the_deadline_stands_first_and_an_address_can_be_followed(
    example: Callable[[str], Composition], request_of: RequestOf
) -> None:
    document = request_of(example("assistant"), "en")
    labels = [text(document, row.label) for row in document.cover.rows]
    assert labels == ["Quotes due", "Questions until", "Service start", "Buyer", "Contact"]
    (contact,) = [row for row in document.cover.rows if text(document, row.label) == "Contact"]
    assert isinstance(contact.lines[0].content.params["email"], Email)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("workload", "expected"),
    [
        ("", "Online text generation."),
        ("model: {id: meta-llama/Llama-3.1-8B-Instruct}", "Online text generation: Llama 3.1 8B Instruct."),
        ("model: {id: odd/}", "Online text generation: odd/."),
        (
            "model: {id: a/B-1}\nload: {concurrency: {peak: 2048}}",
            "Online text generation on B 1 for up to 2,048 sequences in flight.",
        ),
    ],
)
def test_a_subtitle_is_made_where_the_buyer_wrote_none(
    chat: Chat, request_of: RequestOf, workload: str, expected: str
) -> None:
    assert subtitle(request_of(chat(workload))) == expected


def test_several_workloads_are_counted(chat: Chat, request_of: RequestOf) -> None:
    rest = "  embed:\n    task: {kind: text-generation, mode: online}\n"
    assert subtitle(request_of(chat("", rest))) == "2 AI workloads."


def test_the_buyers_own_line_goes_first(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    assert subtitle(request_of(example("service-70b"))).startswith("A dedicated inference service")


@pytest.mark.parametrize(
    ("rest", "counts"),
    [
        ("", "This request states no requirement yet: the provider describes its offer."),
        ("clauses: {a: b}\n", "1 mandatory requirement, to be met."),
        ("clauses: {a: b, c: d}\n", "2 mandatory requirements, all to be met."),
        ("clauses: {a: {prefer: b}}\n", "1 preferred requirement that earns points."),
        (
            "clauses: {a: {must: b, prefer: c}}\n",
            "1 mandatory requirement, to be met. 1 preferred requirement that earns points.",
        ),
    ],
)
def test_requirements_are_counted(chat: Chat, request_of: RequestOf, rest: str, counts: str) -> None:
    document = request_of(chat("", rest))
    assert text(document, document.cover.counts) == counts


def test_a_cover_without_figures(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    assert request_of(example("minimal")).cover.glance == ()
