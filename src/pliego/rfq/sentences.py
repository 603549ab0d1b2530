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
    key = f"requirement.{requirement.kind}.what"
    facts = requirement.facts
    if requirement.kind in ("ttft", "tpot", "e2e", "throughput"):
        return say(key, load=load_phrase(requirement))
    if requirement.kind == "capacity_context":
        return say(key, input=number(_whole(facts["input"])), output=number(_whole(facts["output"])))
    if requirement.kind == "rights_use":
        return say(f"{key}.{requirement.threshold.value}")
    if requirement.kind == "hardware_memory":
        terms = {term.key: term for term in requirement.rationale}
        shares = {name: gib(terms[key].value, 1) for name, key in _SHARES.items() if key in terms}
        return say(key, **shares) if len(shares) == len(_SHARES) else say(f"{key}.plain")
    return say(key)


_SHARES = {"weights": "weights", "kv_cache": "kv_cache_peak", "plan": "plan"}


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
