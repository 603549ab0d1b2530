"""What a requirement is called and what it asks for, as messages; the sentences stand in the translations."""

from pliego.document.model import Inline, UserText
from pliego.requirements.model import LevelName, Requirement
from pliego.rfq.phrases import amount, gib, number, say
from pliego.units import Quantity


def requirement_name(requirement: Requirement) -> Inline:
    """Return the name of a requirement; a clause of the buyer's carries the buyer's name for it."""
    if requirement.kind == "clause":
        name = str(requirement.path[1]).replace("-", " ").replace("_", " ")
        return UserText(name[:1].upper() + name[1:], requirement.path)
    return say(f"requirement.{requirement.kind}.name")


def what_is_required(requirement: Requirement) -> Inline:
    """Return the sentence of a requirement. It says what, not how much: the number stands in its own column."""
    if requirement.kind == "clause":
        tail = ("prefer",) if requirement.level is LevelName.PREFERRED else ("must",)
        return UserText(str(requirement.threshold.value), (*requirement.path, *tail))
    key, params = f"requirement.{requirement.kind}.what", _params(requirement)
    return say(key + _variant(requirement, params), **params)


_SHARES = {"weights": "weights", "kv_cache": "kv_cache_peak", "plan": "plan"}


def _params(requirement: Requirement) -> dict[str, Inline]:
    """Return the values that a sentence names besides its threshold."""
    facts = requirement.facts
    if requirement.kind in ("ttft", "tpot", "e2e", "throughput"):
        return {"load": load_phrase(requirement)}
    if requirement.kind == "capacity_context":
        return {name: number(_whole(facts[name])) for name in ("input", "output")}
    if requirement.kind == "hardware_memory":
        terms = {term.key: term for term in requirement.rationale}
        return {name: gib(terms[key].value, 1) for name, key in _SHARES.items() if key in terms}
    return {}


def _variant(requirement: Requirement, params: dict[str, Inline]) -> str:
    """Return the ending of the key where a sentence has several forms."""
    if requirement.kind == "rights_use":
        return f".{requirement.threshold.value}"
    if requirement.kind == "model" and "revision" not in requirement.facts:
        return ".open"
    if requirement.kind == "hardware_memory" and len(params) < len(_SHARES):
        return ".plain"
    return ""


def load_phrase(requirement: Requirement) -> Inline:
    """Return under which load a service level is measured; open-loop arrivals go before a number in flight."""
    rate, sequences = requirement.facts.get("rate"), requirement.facts.get("sequences")
    if isinstance(rate, Quantity):
        return say(f"load.rate.{requirement.facts.get('arrival', 'any')}", rate=amount(rate))
    if isinstance(sequences, int):
        return say("load.sequences", n=number(sequences))
    return say("load.described")


def _whole(value: Quantity | int | str) -> int:
    return int(str(value))
