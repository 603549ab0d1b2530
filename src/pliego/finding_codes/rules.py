"""Codes of findings on rules on the spec as a whole."""

from typing import Final

from pliego.finding_codes.code import Code

RULES: Final[dict[str, Code]] = {
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
        "the text has control characters: {character}",
        "Each prints as U+ and its number in every document; remove it if it is not wanted.",
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
    "P318": Code(
        "error",
        "'rank' stands beside method '{method}', which trains all weights",
        "A rank is that of low-rank adapters (`lora`, `qlora`).",
    ),
    "P319": Code(
        "warning",
        "method '{method}' stands without the rank of its adapters, so that they are not sized",
        "State the rank.",
    ),
    "P320": Code(
        "warning",
        "{pixels} pixels in total are an image of {side}: smaller than vision encoders take",
        "State width times height of the largest image in pixels.",
    ),
    "P321": Code(
        "error",
        "'{key}' means nothing for an index of type {type}; it belongs to {types}",
        "Remove the key, or correct the type of the index.",
    ),
    "P322": Code(
        "error",
        "{parts} parts do not divide {dimensions} dimensions",
        "Product quantisation cuts a vector into parts of equal length.",
    ),
    "P323": Code("error", "there is no workload '{name}'", "Write the name of a workload of this spec."),
    "P324": Code(
        "error",
        "a step has {found} of 'workload' and 'external'",
        "A step is either a workload of this spec or a named stage outside of it.",
    ),
    "P325": Code(
        "error",
        "the budgets of the steps sum to {sum} ({parts}), more than {level} {limit}",
        "Shorten budgets or lengthen the level. Percentiles of steps do not add; their sum is an upper estimate.",
    ),
    "P326": Code(
        "warning",
        "the measured times of the steps sum to {sum} ({parts}), more than {level} {limit}",
        "The sum of percentiles is an upper estimate; have the pilot measure from end to end.",
    ),
    "P327": Code(
        "error",
        "checkpoints hold adapters, and {training} trains all weights",
        "Adapters are what `lora` and `qlora` train; state what is kept of this training.",
    ),
    "P330": Code(
        "warning", "{text} is {day}", "A deadline on a day of rest is missed or disputed; choose a working day."
    ),
    "P331": Code(
        "warning",
        "the service starts on {start}, {days} days after the deadline for quotes ({closing})",
        "Leave time to compare, to award, to sign and to deliver.",
    ),
    "P332": Code("error", "the shares of price and quality sum to {sum}", "Write shares that together are 100 %."),
    "P333": Code(
        "error", "the formula {formula} needs '{key}'", "Each formula has parameters without which it gives no figure."
    ),
    "P334": Code("error", "the formula {formula} has no '{key}'", "A parameter that nothing uses misleads bidders."),
    "P335": Code("warning", "the amount is {amount}", "Sums of this size are mostly slips; check the digits."),
    "P336": Code(
        "warning",
        "personal data is processed, but nothing is said of the contract on its processing",
        "Whoever processes personal data for another needs a contract (GDPR, Article 28); state what it has to hold.",
    ),
    "P337": Code(
        "warning",
        "{levels} {are} asked for, but nothing is said of the load",
        "A latency without a load promises nothing: one request at a time meets almost any. State `load.peak`, or "
        "`load.concurrency`.",
    ),
    "P338": Code(
        "error",
        "'{words}' is left open in a request that is issued",
        "Nobody can quote for what is not decided. Decide it, or leave `rfq.status` at draft.",
    ),
    "P339": Code(
        "error",
        "a request that is issued is not complete: {what}",
        "A draft is warned of what it lacks; without it nobody can quote. State it, or leave `rfq.status` at draft.",
    ),
    "P342": Code(
        "error",
        "the accent {colour} is too light: contrast {contrast} on white, L* {lightness}",
        "An accent reaches a contrast of 4.5 on white and an L* of 45 at most, so that it can be read on paper.",
    ),
    "P340": Code(
        "error",
        "'{text}' can mean {decimal} or {thousands}",
        "A point is a decimal point and nothing groups thousands; a number with three digits behind its one mark is "
        "read either way. Write it so that it means one thing.",
    ),
}
