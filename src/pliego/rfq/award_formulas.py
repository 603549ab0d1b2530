"""Award formulas as a document prints them: the formula, its signs, what it needs and what decides."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class AwardFormula:
    """One formula by which quotes are compared.

    Attributes:
        lines: the formula in plain signs.
        signs: its signs in the order in which they are explained; an entry is a key of the texts.
        needs: keys of `evaluation` without which the formula is not complete.
        decides: `V` and `lowest`, or `S` or `Z` and `highest`.
        relative: whether the result of a quote depends on the other quotes.

    """

    lines: tuple[str, ...]
    signs: tuple[str, ...]
    needs: tuple[str, ...]
    decides: str
    relative: bool


_SUM: Final = ("S = S_P + S_Q", "S_Q = 100 · w_Q · Q / Q_tot")
_SUM_SIGNS: Final = ("S_Q", "w_Q", "Q", "Q_tot")
_BELOW_CEILING: Final = "b = (B − P) / B"


def _of_price(line: str, *more: str, signs: tuple[str, ...], needs: tuple[str, ...] = ()) -> AwardFormula:
    """Return a formula for the points of the price, to which the points of quality are added by their share."""
    every = ("S", "S_P", "S_max", *signs, *_SUM_SIGNS)
    return AwardFormula((line, *more, *_SUM), every, ("shares", *needs), "highest", relative=True)


FORMULAS: Final[dict[str, AwardFormula]] = {
    "wtp": AwardFormula(("V = P − Q · E",), ("V", "P", "Q", "E"), ("euro_per_point",), "lowest", relative=False),
    "ratio": _of_price("S_P = S_max · P_min / P", signs=("P", "P_min")),
    "wb": AwardFormula(
        ("S = 100 · (w_P · P_min / P + w_Q · Q / Q_max)",),
        ("S", "P", "P_min", "w_P", "Q", "Q_max", "w_Q"),
        ("shares",),
        "highest",
        relative=True,
    ),
    "eu": AwardFormula(
        ("S = 100 · (w_P · P_min / P + w_Q · Q_100 / 100)",),
        ("S", "P", "P_min", "w_P", "Q_100", "w_Q"),
        ("shares", "minimum_quality"),
        "highest",
        relative=True,
    ),
    "richtwert": AwardFormula(("Z = Q / P",), ("Z", "Q", "P"), (), "highest", relative=False),
    "richtwert_ext": AwardFormula(
        ("Z = Q / P", "Z ≥ Z_max · (1 − c)"), ("Z", "Q", "P", "Z_max", "c"), ("corridor",), "corridor", relative=True
    ),
    "interp1": _of_price("S_P = S_max · max(0, 2 − P / P_min)", signs=("P", "P_min")),
    "ppqp": AwardFormula(("V = P / Q",), ("V", "P", "Q"), (), "lowest", relative=False),
    "linear_baja": _of_price("S_P = S_max · (B − P) / (B − P_min)", signs=("P", "P_min", "B"), needs=("ceiling",)),
    "baja_umbral": _of_price(
        "S_P = S_max · b / max(b_s, b_max)",
        _BELOW_CEILING,
        signs=("P", "B", "b", "b_s", "b_max"),
        needs=("ceiling", "saturation"),
    ),
    "baja_sqrt": _of_price(
        "S_P = S_max · √(b / b_max)", _BELOW_CEILING, signs=("P", "B", "b", "b_max"), needs=("ceiling",)
    ),
    "range": AwardFormula(
        ("S_v = S_all · (v − v_req) / (v_max − v_req)",),
        ("S_v", "S_all", "v", "v_req", "v_max"),
        ("price_formula",),
        "highest",
        relative=True,
    ),
}
"""Formulas by the id that the spec names."""
