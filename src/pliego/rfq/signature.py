"""The block with lines to sign."""

from pliego.document.model import Line, LineStyle, Section, SideRow, SideText
from pliego.rfq.phrases import say
from pliego.spec.models import Spec

_PARTS = ("name", "date")


def signature_section(spec: Spec) -> Section | None:
    """Return lines to sign for the provider, and for the buyer where both sign; None where nobody does."""
    signing = spec.look.signature if spec.look else None
    if signing is None:
        return None
    parties = ("provider", "buyer") if signing == "both" else ("provider",)
    rows = tuple(
        SideRow(
            say("short.sign" if party == "provider" else "signature.buyer"),
            tuple(Line(say(f"short.sign.{part}"), LineStyle.SIGN) for part in _PARTS),
        )
        for party in parties
    )
    return Section("signature", say("signature.title"), (SideText(rows),), note=say("signature.note"), same_page=True)
