"""The finding codes: severity, message and advice. A code is never reused for another meaning.

P1xx reading the file · P2xx the schema · P3xx rules on the data · P4xx facts, sizing and layout ·
P5xx requirements and documents.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. `message` takes the finding's facts by name; `advice` is for docs/findings.md.

    `of_machine` marks what is wrong with the machine, not with the spec: it has no place in the file.
    """

    severity: str
    message: str
    advice: str
    of_machine: bool = False


CODES: Final[dict[str, Code]] = {
    "P101": Code("error", "the file cannot be read: {reason}", "Check the path and the access rights."),
    "P102": Code(
        "error",
        "the file is larger than {limit} bytes",
        "A spec is text written by people. Keep model files and attachments apart and name them.",
    ),
    "P103": Code(
        "error",
        "byte {byte} is not UTF-8",
        "Save the file as UTF-8; `iconv -f latin1 -t utf-8` converts a file in Latin-1.",
    ),
    "P104": Code("error", "the file holds no spec: it is empty", "Start from what `pliego new` writes."),
    "P105": Code(
        "error",
        "the control character {character} stands in the file",
        "Remove it; most come from copying out of another program.",
    ),
    "P106": Code("error", "a tab stands where YAML wants spaces", "Indent and separate with spaces only."),
    "P107": Code(
        "error",
        "the indentation does not fit: {reason}",
        "Keys of one mapping begin in the same column; a key that belongs to another stands deeper.",
    ),
    "P108": Code("error", "this is not YAML: {reason}", "Mend the place that the message names."),
    "P109": Code(
        "error",
        "the key '{key}' stands twice: in line {first} and in line {second}",
        "Keep one of the two. Overriding a key that comes from a merge (`<<`) is no duplicate.",
    ),
    "P110": Code(
        "error",
        "what begins here holds {count} values{how}, more than the {limit} allowed",
        "A spec is written by people. Write repeated parts out, or nest fewer aliases in aliases.",
    ),
    "P111": Code("error", "this value contains itself through an alias", "Remove the alias that leads back."),
    "P112": Code(
        "error", "the tag '{tag}' is not allowed", "Tags change types; write the value alone, text in quotes."
    ),
    "P113": Code("error", "a key must be one line of text: {reason}", "Write the key as text before its colon."),
    "P114": Code(
        "error",
        "a second document begins here; a file holds one spec",
        "Put each spec into a file of its own and remove the line ---.",
    ),
    "P115": Code(
        "error",
        "the values are nested deeper than {limit} levels",
        "No part of a spec needs so many levels; look for a bracket or dash too many.",
    ),
    "P116": Code("error", "the anchors and aliases do not fit: {reason}", "Each alias needs one anchor before it."),
    "P117": Code(
        "error",
        "<< merges mappings, but {found} stands here",
        "Give it an alias of a mapping, or a list of such aliases.",
    ),
    "P118": Code("error", "this is not TOML 1.0: {reason}", "Mend the place that the message names."),
    "P119": Code(
        "notice",
        "{count} more findings are not listed",
        "Mend what is listed and check again; many faults often have one cause.",
    ),
    "P120": Code("error", "{file} cannot be written: {reason}", "Check the folder, its access rights and its space."),
    "P121": Code(
        "error",
        "{file} exists already and stays as it is",
        "Choose another name, or give --force to replace it.",
    ),
    "P201": Code("error", "the key '{key}' is missing in {where}", "Add the key; the hint shows its form."),
    "P202": Code(
        "error",
        "the key '{key}' is unknown in {where}",
        "Correct or remove it. Notes of your own go under `internal` or into keys that begin with x-.",
    ),
    "P203": Code("error", "{found} stands here, but {wanted} is wanted", "Write a value of the wanted kind."),
    "P204": Code("error", "{found} is not one of the allowed values: {allowed}", "Take one of the allowed values."),
    "P205": Code(
        "error",
        "'{text}' is not {wanted}: {reason}",
        "Write a number, a space and a unit: 800 ms, 99.5 %, 4 req/s, 30 d, 12 months.",
    ),
    "P206": Code(
        "error",
        "'{text}' is not a date: {reason}",
        "Write 2027-01-11, or with a time and its offset from UTC '2027-01-11 14:00 +01:00'.",
    ),
    "P207": Code("error", "'{text}' has the wrong form: {reason}", "Write it in the form that the hint shows."),
    "P208": Code("error", "the text {reason}", "Shorten the text, or write one."),
    "P209": Code("error", "{found} is out of range: {reason}", "Write a number within the range."),
    "P210": Code("error", "{found} is empty; {wanted}", "Add an entry, or remove the key."),
    "P211": Code(
        "error",
        "'{key}' cannot be a name in {where}: {reason}",
        "Names begin the ids of requirements, so they are plain.",
    ),
    "P212": Code(
        "error",
        "the key '{key}' has no value, but {wanted} is wanted",
        "Give it a value, or remove the key.",
    ),
    "P213": Code(
        "error",
        "'{key}' has {count} parts; {limit} are allowed",
        "A request is read by people: put what belongs together into one, or split the request.",
    ),
    "P301": Code("error", "the time '{text}' has no offset from UTC", "Add the offset, as in 14:00 +01:00 or 13:00Z."),
    "P302": Code(
        "error",
        "{later} ({later_text}) is not after {earlier} ({earlier_text})",
        "The timetable runs: questions, answers, quotes, award, start of service.",
    ),
    "P303": Code("error", "{text} is in the past: the request is issued on {issued}", "Correct one of the two dates."),
    "P304": Code(
        "error",
        "{lower} ({lower_value}) is above {upper} ({upper_value})",
        "typical ≤ p95 ≤ max; typical ≤ peak.",
    ),
    "P305": Code("error", "{text} is out of range: {reason}", "Write an amount within the range; check its unit."),
    "P306": Code("error", "{text} is not above zero", "Times, rates and terms are above zero."),
    "P307": Code(
        "error",
        "backups are {interval} apart, but restored data may be {rpo} old at most ({level} rpo)",
        "Shorten the interval, or lengthen the recovery point objective.",
    ),
    "P308": Code(
        "warning",
        "backup.copies.sites ({sites}) and data_residency.backups ({backups}) answer one question differently",
        "State the places of backups once, or alike in both.",
    ),
    "P309": Code(
        "error",
        "'from' stands beside 'must'",
        "Points begin at the mandatory value; `from` is for a line that has `prefer` alone.",
    ),
    "P310": Code("error", "{entry} stands twice in the list", "Remove one of the two."),
    "P311": Code("error", "'nodes' is given without 'count'", "Say how many accelerators each node has."),
    "P312": Code(
        "error",
        "the model has none of id, config and parameters",
        "Name the model, its config.json or its number of parameters.",
    ),
    "P313": Code(
        "error",
        "the workload name '{name}' is reserved: it would make ids that look like those of a section",
        "Choose another name.",
    ),
    "P314": Code(
        "error",
        "the id {id} is made twice: from {first} and from {second}",
        "Rename one of the two; ids are names in capitals, with a hyphen for all that is no letter or digit.",
    ),
    "P315": Code(
        "warning",
        "the control character {character} stands in the text",
        "It prints as {character} in every document; remove it if it is not wanted.",
    ),
    "P316": Code(
        "error",
        "the name '{name}' has no letter or digit that an id can use",
        "Ids are made of A-Z and 0-9; add a word in Latin letters.",
    ),
    "P317": Code(
        "warning",
        "the name '{name}' in {where} begins with x-, so that it is ignored",
        "Keys that begin with x- are notes. Give a workload or a clause that is meant another name.",
    ),
    "P401": Code(
        "warning",
        "the model '{name}' is not in the catalog, so that its memory cannot be sized",
        "Correct the id, or name the model's own config.json with `config`; without either there are no figures.",
    ),
    "P402": Code(
        "error",
        "the accelerator '{name}' is not in the catalog",
        "A reference is printed as the figures it stands for, so it must be known; or leave it out.",
    ),
    "P407": Code(
        "error",
        "'{name}' has no memory of its own that a model could be sized for",
        "Name an accelerator with memory, or leave `hardware.reference` out.",
    ),
    "P403": Code(
        "error",
        "'{code}' is no country code and no named set",
        "Places are ISO 3166-1 alpha-2 codes in capitals, or sets of the catalog such as EU and EEA.",
    ),
    "P404": Code(
        "warning",
        "'{code}' is read as {meant}",
        "Write the ISO 3166-1 code, so that everyone reads the same.",
    ),
    "P405": Code("notice", "'{code}' is already part of {within} in the same list", "Remove one of the two."),
    "P406": Code(
        "error",
        "the catalog has no {kind} '{name}'",
        "`pliego catalog` lists what is known; a model that is not can be named by its own config.json.",
    ),
    "P410": Code(
        "error",
        "the architecture is not understood: {field} is {found}; {reason}",
        "Nothing is priced that is not understood. Give `parameters` alone to have the weights sized.",
    ),
    "P411": Code(
        "error",
        "{tokens} tokens of input and output are more than the model takes: {limit} ({origin})",
        "Shorten the longest request, or declare the context extension that the model is served with.",
    ),
    "P412": Code(
        "error",
        "the longest request has {longest} tokens of input and output, the engine is set to {setting}",
        "Raise `max_model_length`, or shorten the longest request.",
    ),
    "P413": Code(
        "warning",
        "the overheads of {engine} are not measured; a range over {known} stands for them",
        "Name a measured release if one will be used; otherwise the range is wider.",
    ),
    "P414": Code(
        "warning",
        "{format} is not native on {accelerator}, whose formats are {native}",
        "It may run slower or not at all there. Choose another format or reference.",
    ),
    "P415": Code(
        "notice",
        "{tokens} tokens need the declared context extension, from {before} to {after}",
        "An extended model may lose quality on short texts: have pilot cases run at the long and the usual length.",
    ),
    "P416": Code(
        "notice",
        "the longest sequence of {model} is not known, so that the length of requests is not checked",
        "Compare the longest request with the model's card.",
    ),
    "P417": Code(
        "error",
        "{engine} loads no {format}; it is loaded by {engines}",
        "Choose another format or another engine, or leave the engine open.",
    ),
    "P418": Code(
        "error",
        "{engine} loads no {format} on {accelerator}; it takes {needs}",
        "Choose another format or another reference accelerator.",
    ),
    "P419": Code(
        "warning",
        "the figures are for weights in {format}, but {origin} says that they are published in {published}",
        "State the format that is served; weights that are converted first need a file of their own.",
    ),
    "P420": Code("error", "the model configuration cannot be read: {reason}", "Check the path; it starts at the spec."),
    "P421": Code(
        "error",
        "this is not the config.json of a model: {reason}",
        "Take the file as published; it is one JSON object.",
    ),
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
        "{count} accelerators are stated without a reference, so that it is not checked whether they hold the workload",
        "Name a reference accelerator with `hardware.reference`, or leave the count out.",
    ),
    "P438": Code(
        "warning",
        "{peak} sequences are in flight at the peak, but the engine takes {limit} at once{copies}; the others queue",
        "Raise `max_sequences`, or expect longer times to the first token.",
    ),
    "P501": Code(
        "error",
        "the preferred value {value} of {path} is no better than {start}, where points begin",
        "Points grow from the mandatory value, or from `from`, to the preferred one; make it the stricter of the two.",
    ),
    "P502": Code(
        "warning",
        "{wanted} is more than the stated load produces: about {produced}, at a mean of {mean} output tokens",
        "A service cannot put out more tokens than are asked of it; set throughput and load to the same moment.",
    ),
    "P510": Code(
        "warning",
        "the fonts of the PDF lack {characters}",
        "The PDF prints each of them as U+ and its number; the other formats keep them.",
    ),
    "P590": Code(
        "error",
        "a PDF needs system libraries that cannot be loaded here: {libraries}",
        "Install the packages that the hint names, or leave pdf out of --format; `pliego doctor` lists what is needed.",
        of_machine=True,
    ),
}
