"""Codes of findings on the form of the spec."""

from typing import Final

from pliego.finding_codes.code import Code

SCHEMA: Final[dict[str, Code]] = {
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
        "the key '{key}' means nothing for {kind} in mode {mode}",
        "Each kind of work has keys of its own; the hint says where this one belongs.",
    ),
    "P214": Code(
        "error",
        "'{key}' has {count} parts; {limit} are allowed",
        "A request is read by people: put what belongs together into one, or split the request.",
    ),
    "P215": Code(
        "error",
        "all texts together have {count} lines; {limit} are allowed",
        "Move details into files of their own, and refer to them.",
    ),
}
