"""What a requirement is called and what it asks for, as messages; the sentences stand in the translations."""

from pliego.document.model import Code, Inline, UserText
from pliego.requirements.model import LevelName, Requirement
from pliego.rfq.phrases import amount, gib, in_work, number, say
from pliego.units import Quantity


def requirement_name(requirement: Requirement) -> Inline:
    """Return the name of a requirement; a clause of the buyer's carries the buyer's name for it."""
    if requirement.kind == "clause":
        name = str(requirement.path[1]).replace("-", " ").replace("_", " ")
        return UserText(name[:1].upper() + name[1:], requirement.path)
    ending = _in_work(requirement) if requirement.kind == "capacity_sequences" else ""
    return say(f"requirement.{requirement.kind}.name{ending}", **_names(requirement))


def _in_work(requirement: Requirement) -> str:
    """Return the ending of a key that speaks of what is in work at the same moment; sequences have none."""
    found = in_work(str(requirement.facts.get("task", "")))
    return "" if found == "sequences" else f".{found}"


def _names(requirement: Requirement) -> dict[str, Inline]:
    """Return the names that the buyer has given to what a requirement is about."""
    head = requirement.path[0]
    if head == "pipelines":
        return {"pipeline": Code(str(requirement.path[1]))}
    if requirement.path[:2] == ("operation", "storage"):
        return {"tier": Code(str(requirement.path[2]))}
    return {}


def what_is_required(requirement: Requirement) -> Inline:
    """Return the sentence of a requirement. It says what, not how much: the number stands in its own column."""
    if requirement.kind == "clause":
        tail = ("prefer",) if requirement.level is LevelName.PREFERRED else ("must",)
        return UserText(str(requirement.threshold.value), (*requirement.path, *tail))
    key, params = f"requirement.{requirement.kind}.what", _params(requirement)
    return say(key + _variant(requirement, params), **params)


_UNDER_LOAD = (
    "ttft", "tpot", "first_audio", "e2e", "real_time_factor", "throughput", "document_rate", "image_rate", "row_rate",
)  # fmt: skip
TRAINING = ("fine-tuning", "pre-training", "training")
_OF_TASK = {
    "embedding": ".result",
    "reranking": ".result",
    "classic-ml": ".result",
    "vector-search": ".result",
    "image-generation": ".result",
    "speech-to-text": ".speech",
    "text-to-speech": ".speech",
}
"""Kinds of task whose answer is no sequence of tokens have sentences of their own."""

READING = ("embedding", "reranking")
"""Kinds of task that write no tokens: what they take in is counted."""

_BY_FACT = {"scaling": ".extended", "basis": ".reference"}
"""Facts that a sentence of its own goes with."""

_SHARES = {"weights": "weights", "kv_cache": "kv_cache_peak", "plan": "plan"}


def _params(requirement: Requirement) -> dict[str, Inline]:
    """Return the values that a sentence names besides its threshold."""
    facts = requirement.facts
    if requirement.kind in _UNDER_LOAD:
        return {"load": load_phrase(requirement)}
    if requirement.kind == "pipeline_e2e":
        return {name: UserText(str(facts[name]), requirement.path[:2]) for name in ("starts", "ends") if name in facts}
    if requirement.kind == "capacity_context":
        return {name: number(_whole(facts[name])) for name in ("input", "output") if name in facts}
    if requirement.kind == "hardware_memory":
        terms = {term.key: term for term in requirement.rationale}
        return {name: gib(terms[key].value, 1) for name, key in _SHARES.items() if key in terms}
    return _names(requirement)


def _variant(requirement: Requirement, params: dict[str, Inline]) -> str:  # noqa: PLR0911 (one for each sentence)
    """Return the ending of the key where a sentence has several forms."""
    if requirement.kind == "rights_use":
        return f".{requirement.threshold.value}"
    training = is_training(requirement)
    if requirement.kind == "model":
        return ("" if "revision" in requirement.facts else ".open") + (".training" if training else "")
    if requirement.kind in ("throughput", "deadline") and training:
        return ".training"
    if requirement.kind == "e2e":
        return _OF_TASK.get(str(requirement.facts.get("task")), "")
    if requirement.kind == "capacity_sequences":
        return _in_work(requirement)
    if requirement.kind == "pipeline_e2e" and len(params) < len(("starts", "ends")):
        return ".plain"
    if _counts_input(requirement, params):
        return ".input"
    if (fact := next((one for one in _BY_FACT if one in requirement.facts), None)) is not None:
        return _BY_FACT[fact]
    if requirement.kind == "hardware_memory" and len(params) < len(_SHARES):
        return ".plain"
    return ""


def _counts_input(requirement: Requirement, params: dict[str, Inline]) -> bool:
    """Say whether the tokens of the sentence are those that are taken in, and no others."""
    if requirement.kind == "throughput":
        return requirement.facts.get("task") in READING
    return requirement.kind == "capacity_context" and "output" not in params


def is_training(requirement: Requirement) -> bool:
    """Say whether the requirement is of a workload that makes or changes a model."""
    return requirement.facts.get("mode") in TRAINING


def load_phrase(requirement: Requirement) -> Inline:
    """Return under which load a service level is measured; open-loop arrivals go before a number in flight."""
    rate, sequences = requirement.facts.get("rate"), requirement.facts.get("sequences")
    if isinstance(rate, Quantity):
        return say(f"load.rate.{requirement.facts.get('arrival', 'any')}", rate=amount(rate))
    if isinstance(sequences, int):
        return say(f"load.{in_work(str(requirement.facts.get('task', '')))}", n=number(sequences))
    return say("load.described")


def _whole(value: Quantity | int | str) -> int:
    return int(str(value))
