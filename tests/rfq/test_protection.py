"""Residency of data, and backup and restore, side by side."""

from collections.abc import Callable

from pliego.document.model import Document, SideText, Table
from pliego.render.translation import Translator
from pliego.workflow.composition import Composition

Chat = Callable[..., Composition]
RequestOf = Callable[..., Document]


def clean(text: str) -> str:
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def rows(document: Document, name: str) -> list[list[str]]:
    text = Translator(document.language).text
    return [
        [clean(text(cell[0].content)) for cell in row.cells]
        for section in document.sections
        for block in section.blocks
        if isinstance(block, Table) and block.name == name
        for group in block.groups
        for row in group.rows
    ]


def notes(document: Document, name: str) -> dict[str, str]:
    text = Translator(document.language).text
    return {
        text(row.label): clean(text(row.lines[0].content))
        for section in document.sections
        if section.name == name
        for block in section.blocks
        if isinstance(block, SideText)
        for row in block.rows
    }


def test_five_questions_are_answered_or_open(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(
        chat("", "data_residency: {storage: {must: [EEA], prefer: [ES, PT]}, personal_data: false}\n")
    )
    found = rows(document, "residency")
    assert len(found) == 5
    assert found[0] == ["Storage", "EEA", "Spain, Portugal"]
    assert all(must != "EEA" and prefer == "–" for _, must, prefer in found[1:])
    assert set(notes(document, "residency")) == {"Personal data", "EEA"}
    assert "Norway" in notes(document, "residency")["EEA"]


def test_a_set_names_its_members_in_the_language(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(chat("", "data_residency: {logs: [EU]}\n", language="es"), "es")
    assert "Alemania" in notes(document, "residency")["UE"]
    assert "Noruega" not in notes(document, "residency")["UE"]


def test_no_alone_is_norway(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(chat("", "data_residency: {storage: [NO]}\n"))
    assert rows(document, "residency")[0][1] == "Norway"


def test_the_backup_of_the_example(example: Callable[[str], Composition], request_of: RequestOf) -> None:
    found = {row[0]: row[2:] for row in rows(request_of(example("service-70b")), "backup")}
    assert found["Time between backups"] == ["≤ 12 h", "–"]
    assert found["Recovery time (RTO)"] == ["≤ 8 h", "≤ 2 h"]
    assert found["Number of copies"] == ["≥ 2", "≥ 3"]
    assert found["Retention period"] == ["≥ 90 days", "–"]
    assert found["Restore test"] == ["Every six months", "–"]
    assert found["Encrypted copies"] == ["Yes", "–"]


def test_what_is_not_wanted_has_no_row(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(chat("", "backup: {rto: 4 h, copies: {must: 2, encrypted: false}}\n"))
    assert [row[0] for row in rows(document, "backup")] == ["Recovery time (RTO)", "Number of copies"]


def test_parts_of_the_copies_can_stand_alone(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(chat("", "backup: {copies: {sites: [EEA]}}\n"))
    assert [row[0] for row in rows(document, "backup")] == ["Location of the copies"]


def test_an_absent_section_is_absent(chat: Chat, request_of: RequestOf) -> None:
    assert {section.name for section in request_of(chat()).sections}.isdisjoint({"residency", "backup"})


def test_personal_data_without_terms_of_processing_asks_for_them(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(chat("", "data_residency: {personal_data: true}\n"))
    (row,) = [
        row
        for section in document.sections
        if section.name == "residency"
        for block in section.blocks
        if isinstance(block, SideText)
        for row in block.rows
    ]
    assert "not specified" in Translator("en").text(row.lines[1].content)


def test_terms_of_processing_have_a_table_with_what_is_asked_for(chat: Chat, request_of: RequestOf) -> None:
    retention = "prompt_retention: {must: 30 d, prefer: 1 d}"
    terms = f"{{contract: true, no_training: false, {retention}, sub_processor_notice: 30 d}}"
    document = request_of(chat("", f"data_residency: {{personal_data: true, processing_contract: {terms}}}\n"))
    (table,) = [
        block
        for section in document.sections
        for block in section.blocks
        if isinstance(block, Table) and block.name == "processing"
    ]
    text = Translator("en").text
    found = [[clean(text(cell[0].content)) for cell in row.cells[1:]] for row in table.groups[0].rows]
    assert found == [
        ["signed before any personal data are handed over", "Yes", "–"],
        ["notice before a new sub-processor starts", "≥ 30 days", "–"],
        ["how long inputs and outputs are kept", "≤ 30 days", "≤ 1 day"],
    ]


def test_the_holder_of_the_keys_stands_beside_their_place(chat: Chat, request_of: RequestOf) -> None:
    document = request_of(chat("", "data_residency: {keys: [EEA], key_holder: {must: third-party, prefer: buyer}}\n"))
    assert rows(document, "residency")[-1] == ["Holder of the keys", "An independent third party", "The buyer"]
