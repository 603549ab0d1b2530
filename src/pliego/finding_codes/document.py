"""Codes of findings on requirements, wording and the documents."""

from typing import Final

from pliego.finding_codes.code import Code

DOCUMENT: Final[dict[str, Code]] = {
    "P501": Code(
        "error",
        "the preferred value {value} of {path} is no better than {start}, where points begin",
        "Points grow from the mandatory value, or from `from`, to the preferred one; make it the stricter of the two.",
    ),
    "P502": Code(
        "warning",
        "{wanted} is more than the stated load produces: about {produced}, at a mean of {mean} {of} tokens",
        "A service cannot process more tokens than are asked of it; set throughput and load to the same moment.",
    ),
    "P503": Code(
        "warning",
        "{count} requirements that could earn points are mandatory, {share} of them",
        "Each mandatory requirement excludes bidders; have those that a quote can do without earn points instead.",
    ),
    "P504": Code(
        "warning",
        "the figures are for {reckoned}, but {wanted} or later is required",
        "What an engine keeps for itself differs by release; have the figures computed for the one required.",
    ),
    "P505": Code(
        "error",
        "the short profile holds {limit} requirements at most; these are {count}",
        "Two pages are read to the end because little stands on them; a longer request has the full profile.",
    ),
    "P510": Code(
        "warning",
        "the fonts of the PDF lack {characters}",
        "The PDF prints each of them as U+ and its number; the other formats keep them.",
    ),
    "P520": Code(
        "warning",
        "the text names {names} without 'or equivalent'",
        "Public procurement asks for functions, not for makes or types; where one cannot be avoided, equivalents "
        "are admitted and the way to show equivalence is stated (2014/24/EU, Article 42(4)).",
    ),
    "P521": Code(
        "error",
        "the mandatory requirement names {names} without 'or equivalent'",
        "A make or type that is mandatory shuts out whoever offers another that does the same (2014/24/EU, Article "
        "42(4)). Ask for the function, or admit equivalents and say how equivalence is shown.",
    ),
    "P522": Code(
        "warning",
        "the requirement names {names} without 'or equivalent'",
        "A reference to a standard admits solutions that are equivalent to it (2014/24/EU, Article 42(3)); write so.",
    ),
    "P523": Code(
        "error",
        "the requirement demands {count} things at once: {words}",
        "A quote that meets one and misses the other has no answer. One requirement says one thing.",
    ),
    "P524": Code(
        "warning",
        "the requirement rests on words that each bidder reads otherwise: {words}",
        "What cannot be measured cannot be compared. Write a figure with its unit, or what has to be shown.",
    ),
    "P590": Code(
        "error",
        "a PDF needs system libraries that cannot be loaded here: {libraries}",
        "Install the packages that the hint names, or leave pdf out of --format; `pliego doctor` lists what is needed.",
        of_machine=True,
    ),
}
