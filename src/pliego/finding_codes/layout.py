"""The finding codes of splits, layouts and engines: P430 to P449 (see `finding_codes`)."""

from typing import Final

from pliego.finding_codes.code import Code

LAYOUT: Final[dict[str, Code]] = {
    "P430": Code(
        "error",
        "tensor parallel {size} does not divide {number} {what}; possible up to {largest}: {possible}",
        "Choose a size that divides heads, key-value heads and intermediate size, or use pipeline stages.",
    ),
    "P431": Code(
        "error",
        "{stages} pipeline stages are more than the {layers} layers of the model",
        "Choose fewer stages.",
    ),
    "P432": Code(
        "error",
        "{count} accelerators are fewer than tensor parallel {tensor} times pipeline parallel {pipeline}",
        "Raise `count`, or split the model over fewer accelerators.",
    ),
    "P433": Code(
        "error",
        "{count} x {name} do not hold the workload: with the margin each needs {needed} GiB ({low} to {high}) "
        "and shows {visible} GiB (tensor parallel {tensor}, pipeline parallel {pipeline})",
        "Take more or larger accelerators, a smaller weight or cache format, or fewer sequences in flight.",
    ),
    "P434": Code(
        "warning",
        "it is not certain that {count} x {name} hold the workload: with the margin each needs {needed} GiB "
        "({low} to {high}) and shows {visible} GiB (tensor parallel {tensor}, pipeline parallel {pipeline}; "
        "room for {room} tokens of KV cache)",
        "The range straddles the limit: plan more memory, or have the pilot decide.",
    ),
    "P435": Code(
        "warning",
        "{count} x {name} hold the weights with room for {room} tokens of KV cache; without the load it cannot "
        "be said whether that is enough (tensor parallel {tensor}, pipeline parallel {pipeline})",
        "State sequences in flight and the lengths of requests.",
    ),
    "P436": Code(
        "warning",
        "{idle} of {count} accelerators stay idle: {copies} x tensor {tensor} x pipeline parallel {pipeline}",
        "Choose a split that uses all of them, or ask for fewer.",
    ),
    "P437": Code(
        "notice",
        "a number of accelerators ({count}) is stated without a reference, so that it is not checked whether they hold "
        "the workload",
        "Name a reference accelerator with `hardware.reference`, or leave the count out.",
    ),
    "P438": Code(
        "warning",
        "{peak} sequences are in flight at the peak, but the engine takes {limit} at once{copies}; the others queue",
        "Raise `max_sequences`, or expect longer times to the first token.",
    ),
    "P439": Code(
        "notice",
        "{engine} rests on few measurements ({measured}): its own rule is reckoned with, in wide ranges",
        "Have the pilot measure what stays free beside the pool.",
    ),
    "P443": Code(
        "notice",
        "{fitting} of {layers} layers fit on {count} x {name}; the others and their cache stay in host memory, with "
        "{host} GiB of weights",
        "The engine runs them on the processor, which is slower: have the pilot measure it, or take more memory.",
    ),
    "P441": Code(
        "error",
        "what drafts is named by `model` or by `layers`; {found} of them stand there",
        "Name a draft model, or the layers of an EAGLE or multi-token-prediction head.",
    ),
    "P442": Code(
        "warning",
        "the draft model '{name}' is not in the catalog, so that its memory is not counted",
        "Name a model of the catalog, or the layers of a head with `layers`.",
    ),
    "P444": Code(
        "error",
        "the engine '{name}' is not in the catalog, so that nothing says how it shares out memory",
        "Name an engine that is known, or leave it open: figures of another engine would not be its own.",
    ),
    "P445": Code(
        "error",
        "{version} is a release of no engine: its name is missing",
        "Name the engine beside its release.",
    ),
    "P440": Code(
        "notice",
        "{engine} takes {taken} GiB of each {name} ({share} of {visible} GiB) for an embedding or scoring model, "
        "whatever it needs; with the margin this load needs {needed} GiB",
        "Such a server takes its share of the memory: set the share by the need where others use the card.",
    ),
}
