"""Facts about the use of models and data, over the whole spec."""

from collections.abc import Callable

from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]


def test_a_licence_that_refuses_stops_the_request(chat: Chat) -> None:
    made = chat("model: {id: black-forest-labs/FLUX.1-dev}\nrights: {use: commercial}")
    assert "P450" in [finding.code for finding in made.findings]


def test_duties_become_requirements_with_the_day_on_which_the_text_was_read(chat: Chat) -> None:
    made = chat("model: {id: meta-llama/Llama-3.1-8B-Instruct}\nrights: {use: internal, monthly_active_users: 9}")
    found = {one.id: one for one in made.requirements if one.origin == "licence"}
    assert set(found) == {"CHAT-RIGHTS-ATTRIBUTION", "CHAT-RIGHTS-USE-LIMITS", "CHAT-RIGHTS-LICENSEE"}
    assert found["CHAT-RIGHTS-ATTRIBUTION"].threshold.value == "Built with Llama"
    assert found["CHAT-RIGHTS-ATTRIBUTION"].facts["as_of"] == "2025-07-15"


def test_a_spec_without_a_model_has_neither(chat: Chat) -> None:
    assert not [one for one in chat("rights: {use: internal}").requirements if one.origin == "licence"]
