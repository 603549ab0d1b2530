"""Which layouts and memory classes hold the workload."""

from pliego.document.model import Table
from pliego.render.translation import Translator
from pliego.rfq.accelerator_tables import classes_table, names_table
from pliego.sizing.terms import AcceleratorFit
from pliego.units import GIB


def fit(name: str, memory: str, low: float, high: float, fewest: int | None, hopeful: int | None) -> AcceleratorFit:
    return AcceleratorFit(name.lower(), name, memory, int(low * GIB), int(high * GIB), "measured", fewest, hopeful)


FITS = (
    fit("Small", "24 GB", 22, 22, None, None),
    fit("Middle", "48 GB", 44, 46, None, 8),
    fit("Large A", "80 GB", 79, 79, 2, 2),
    fit("Large B", "80 GB", 74, 76, 4, 2),
    fit("Huge", "192 GB", 178, 178, 1, 1),
)


def cells(table: Table) -> list[list[str]]:
    text = Translator("en").text
    return [
        [text(cell[0].content).replace("\u202f", " ") for cell in row.cells]
        for group in table.groups
        for row in group.rows
    ]


def test_classes_stand_by_the_fewest_that_hold() -> None:
    assert cells(classes_table(FITS, None)) == [
        ["1", "192 GB"],
        ["2 – 4", "80 GB"],
        ["8 or more", "48 GB"],
        ["none up to 8", "24 GB"],
    ]


def test_names_stand_with_what_an_engine_sees() -> None:
    assert cells(names_table(FITS, None)) == [
        ["Huge", "192 GB", "178.0 GiB", "1"],
        ["Large A", "80 GB", "79.0 GiB", "2"],
        ["Large B", "80 GB", "74.0 – 76.0 GiB", "2 – 4"],
        ["Middle", "48 GB", "44.0 – 46.0 GiB", "8 or more"],
        ["Small", "24 GB", "22.0 GiB", "none up to 8"],
    ]
