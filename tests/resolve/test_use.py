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
    kinds = ("ATTRIBUTION", "USE-LIMITS", "LICENCE-COPIES", "LICENSEE")
    assert set(found) == {f"CHAT-RIGHTS-{kind}" for kind in kinds}
    assert found["CHAT-RIGHTS-ATTRIBUTION"].threshold.value == "Built with Llama"
    assert found["CHAT-RIGHTS-ATTRIBUTION"].facts["as_of"] == "2025-07-15"


def test_a_spec_without_a_model_has_neither(chat: Chat) -> None:
    assert not [one for one in chat("rights: {use: internal}").requirements if one.origin == "licence"]


PLACES = """\
data_residency: {{storage: {{must: [EEA], prefer: [{place}]}}}}
"""


def test_parts_of_the_union_are_preferred_places_of_it(chat: Chat) -> None:
    codes = {place: {one.code for one in chat("", PLACES.format(place=place)).findings} for place in ("RE", "GL")}
    assert "P501" not in codes["RE"]
    assert "P501" in codes["GL"]


def test_countries_of_users_are_those_that_their_codes_stand_for(chat: Chat) -> None:
    model = "model: {id: tencent/Hunyuan-A13B-Instruct}\n"
    for territories, left_out in (("UK", True), ("EU", True), ("CH, US", False)):
        made = chat(f"{model}rights: {{use: research, territories: [{territories}]}}")
        assert ("P452" in {one.code for one in made.findings}) is left_out
