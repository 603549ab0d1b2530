"""Codes of findings on reading the file."""

from typing import Final

from pliego.finding_codes.code import Code

READING: Final[dict[str, Code]] = {
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
    "P120": Code(
        "error",
        "{file} cannot be written: {reason}",
        "Check the folder, its access rights and its space.",
        of_machine=True,
    ),
    "P121": Code(
        "error",
        "{file} exists already and stays as it is",
        "Choose another name, or give --force to replace it.",
        of_machine=True,
    ),
    "P122": Code(
        "error",
        "{file} is not written: it is {origin}, which it would be made from",
        "Choose another name for the output.",
        of_machine=True,
    ),
    "P126": Code(
        "error",
        "the logo '{file}' cannot be used: {reason}",
        "A logo is a PNG, or an SVG of plain shapes, of at most 500,000 bytes and 4 million pixels.",
    ),
    "P125": Code(
        "error",
        "the spec cannot build on '{file}': {reason}",
        "A spec builds on files beside it or below; what they hold is part of it.",
    ),
    "P123": Code(
        "error",
        "{file} cannot be read: {reason}",
        "The file belongs to pliego. Check its access rights, or install pliego again.",
        of_machine=True,
    ),
}
