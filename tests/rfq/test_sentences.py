"""What a requirement is called and what it asks for."""

from collections.abc import Callable

import pytest

from pliego.document.model import UserText
from pliego.render.translation import LANGUAGES, Translator
from pliego.rfq.sentences import load_phrase, requirement_name, what_is_required
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]


def sentence(composition: Composition, language: str = "en") -> str:
    (requirement,) = composition.requirements
    return Translator(language).text(what_is_required(requirement)).replace("\u202f", " ")


@pytest.mark.parametrize(
    ("load", "phrase"),
    [
        (
            "load: {arrival: poisson, peak: 4 req/s, concurrency: {typical: 3}}",
            "4\u00a0requests/s with random (Poisson) arrivals",
        ),
        ("load: {arrival: constant, peak: 4 req/s}", "4\u00a0requests/s"),
        ("load: {peak: 240 req/min}", "240\u00a0requests/min"),
        ("", "the load described in this request"),
    ],
)
def test_a_service_level_names_the_load_that_it_is_judged_under(chat: Chat, load: str, phrase: str) -> None:
    assert phrase in sentence(chat(f"{load}\nslo: {{ttft_p95: 1 s}}".strip()))


def test_open_loop_arrivals_go_before_a_number_in_flight(chat: Chat) -> None:
    both = chat("load: {peak: 4 req/s, concurrency: {peak: 80}}\nslo: {ttft_p95: 1 s}")
    flight = chat("load: {concurrency: {peak: 80}}\nslo: {ttft_p95: 1 s}")
    phrases = [
        Translator("en").text(load_phrase(next(one for one in made.requirements if one.kind == "ttft")))
        for made in (both, flight)
    ]
    assert "80" not in phrases[0]
    assert "80" in phrases[1]


def test_a_clause_is_the_buyers_words(chat: Chat) -> None:
    (must,) = chat("", "clauses: {no-re_sale: x}\n").requirements
    assert requirement_name(must) == UserText("No re sale", ("clauses", "no-re_sale"))
    assert what_is_required(must) == UserText("x", ("clauses", "no-re_sale", "must"))
    (prefer,) = chat("", "clauses: {b: {prefer: y}}\n").requirements
    assert what_is_required(prefer) == UserText("y", ("clauses", "b", "prefer"))


def test_rights_are_worded_for_their_use(chat: Chat) -> None:
    sentences = {use: sentence(chat(f"rights: {{use: {use}}}")) for use in ("commercial", "internal", "research")}
    assert len(set(sentences.values())) == 3
    assert "commercial use" in sentences["commercial"]


def test_a_model_without_a_revision_leaves_it_to_the_quote(chat: Chat) -> None:
    open_, fixed = (
        sentence(chat(f"model: {{id: meta-llama/Llama-3.1-8B{revision}}}")) for revision in ("", ", revision: r1")
    )
    assert "the quote states its revision" in open_
    assert "at the named revision" not in open_
    assert "at the named revision" in fixed


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["assistant", "service-70b"])
def test_every_requirement_of_the_examples_is_a_sentence(
    example: Callable[[str], Composition], name: str, language: str
) -> None:
    for requirement in example(name).requirements:
        text = Translator(language).text(what_is_required(requirement))
        assert text.endswith(".")
        assert text[0].isupper()
        assert "{" not in text
        assert Translator(language).text(requirement_name(requirement))
