from pliego.document.model import Code, Inline, Listed, Message, Table
from pliego.render.translation import Translator
from pliego.rfq.accelerator_tables import classes_table, names_table, never_rows
from pliego.sizing.terms import AcceleratorFit
from pliego.units import GIB


def fit(name: str, memory: str, seen: tuple[float, float], fewest: int | None, hopeful: int | None) -> AcceleratorFit:
    basis = "visible" if seen[0] == seen[1] else "estimate"
    low, high = (int(one * GIB) for one in seen)
    return AcceleratorFit(name.lower(), name, memory, low, high, basis, fewest, hopeful)


FITS = (
    fit("A", "80 GB", (79.2, 79.2), 2, 2),
    fit("B", "80 GB", (70, 79.9), 2, 2),
    fit("C", "96 GB", (80, 95), 2, 1),
    fit("D", "141 GB", (139, 139), 1, 1),
    fit("E", "24 GB", (23, 23), None, None),
    fit("F", "32 GB", (26, 31), None, 8),
)


def text(content: Inline) -> str:
    return Translator("en").text(content).replace("\u202f", " ")


def names(table: Table) -> list[str]:
    cells = [row.cells[0][0].content for group in table.groups for row in group.rows]
    return [cell.text for cell in cells if isinstance(cell, Code)]


def test_what_is_only_estimated_stands_among_its_like() -> None:
    assert names(names_table(FITS, None)) == ["D", "C", "A", "B", "F"]


def test_an_estimate_is_marked_as_one() -> None:
    shown = {
        text(row.cells[0][0].content): (text(row.cells[2][0].content), text(row.cells[3][0].content))
        for row in names_table(FITS, None).groups[0].rows
    }
    assert shown["A"] == ("79.2 GiB", "2")
    assert shown["C"] == ("80.0 – 95.0 GiB, estimated", "1 – 2")
    assert shown["F"][1] == "8 or more"


def test_what_never_holds_it_is_named_in_one_row() -> None:
    (row,) = never_rows(FITS)
    assert isinstance(row.label, Message)
    assert row.lines[0].content == Listed((Code("E"),))
    assert not list(never_rows(FITS[:3]))


def test_classes_join_what_is_measured_and_what_is_estimated() -> None:
    rows = [[text(cell[0].content) for cell in row.cells] for row in classes_table(FITS, None).groups[0].rows]
    assert ["2", "80 GB"] in rows
    assert ["1 – 2", "96 GB"] in rows
