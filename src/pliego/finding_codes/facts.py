"""Codes of findings on what the facts of the catalog say against the spec."""

from typing import Final

from pliego.finding_codes.code import Code

FACTS: Final[dict[str, Code]] = {
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
    "P407": Code(
        "error",
        "'{name}' has no memory of its own that a model could be sized for",
        "Name an accelerator with memory, or leave `hardware.reference` out.",
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
        "{engine} {gap}; {known} stands for it",
        "Name a measured release if one will be used; figures of another one are nearest, not its own.",
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
    "P450": Code(
        "error",
        "{licence} does not allow {use} use ({known})",
        "Choose another model, or agree a licence with the holder of the rights and name it.",
    ),
    "P451": Code(
        "warning",
        "{licence} is said not to allow commercial use; whether {use} use is one is for Legal to decide ({known})",
        "Have the licence reviewed before the request is issued.",
    ),
    "P452": Code(
        "error",
        "{licence} leaves out {who} in {territory}; {places} is among them ({known})",
        "The text decides; have Legal decide before the request is issued.",
    ),
    "P453": Code(
        "warning",
        "{licence} leaves out {who} in {territory}; the model may run in {places}, and a host there needs "
        "rights of its own ({known})",
        "Ask who the licensee is: the requirement on the licensee stands in the document.",
    ),
    "P454": Code(
        "error",
        "{stated} is above the threshold of {licence}, {limit}: {consequence} ({known})",
        "Agree a licence with the holder of the rights and name it, or choose another model.",
    ),
    "P455": Code(
        "warning",
        "{stated} is above the threshold of {licence}, {limit}: {consequence} ({known})",
        "Plan for the consequence, and have the licence reviewed.",
    ),
    "P456": Code(
        "warning",
        "{stated} is at least half of the threshold of {licence}, {limit}; above it, {consequence} ({known})",
        "Watch the figure over the term of the contract.",
    ),
    "P457": Code(
        "notice",
        "{licence} has a threshold that is not checked, {limit}; above it, {consequence} ({known})",
        "State users a month, or revenue a year in the currency of the licence, to have it checked.",
    ),
    "P458": Code(
        "notice",
        "the licence of '{model}' is not in the catalog: a review is missing",
        "Licences are looked up by the id as written. Have Legal confirm the licence before the request is issued.",
    ),
    "P459": Code(
        "notice",
        "under {licence} a hosted service {counts}: the host is bound by its terms ({known})",
        "The document asks who the licensee is.",
    ),
    "P460": Code(
        "error",
        "{question} may be in {places} only, but {other} in {allowed} only: no place is in both",
        "Mend one of the two; both are mandatory, and data that is in the one would have left the other.",
    ),
    "P461": Code(
        "warning",
        "{question} may be in {places}, of which {outside} is outside {other} ({allowed})",
        "Where the narrower list is meant, write it in both.",
    ),
    "P462": Code(
        "warning",
        "support may reach data from {access}, wider than processing ({processing}): {outside}",
        "Remote access is processing too; state the narrower list, or say why not.",
    ),
    "P463": Code(
        "warning",
        "personal data may go to {places} ({question}), for which no adequacy decision is known "
        "(as of {as_of}, unverified)",
        "A transfer there needs safeguards of its own (GDPR, Articles 44 to 49); ask for them, or narrow the list.",
    ),
    "P464": Code(
        "notice",
        "the adequacy of {place} has conditions: {conditions} (status {status}, as of {as_of}{doubt})",
        "Ask the provider to show that the conditions are met.",
    ),
    "P465": Code(
        "warning",
        "{name} cannot be mandatory: {status} (as of {as_of})",
        "Nobody can hold it yet; a mandatory requirement would exclude every bidder.",
    ),
    "P466": Code(
        "warning",
        "the estimated value of {value} reaches a threshold of European procurement: {limits} (as of {as_of})",
        "Above its threshold a contracting authority follows the European procedures, for which a request for "
        "quotation is not enough.",
    ),
    "P467": Code(
        "warning",
        "{stated} is asked for, but the Data Act has {limit} for data processing services ({known})",
        "Whether the act applies depends on the service; ask for what it gives, or say why not.",
    ),
    "P468": Code(
        "notice",
        "the model is under {licence}, which has conditions; nothing is said of its use ({known})",
        "State the section `rights` to have the conditions checked and the duties written as requirements.",
    ),
    "P469": Code(
        "warning",
        "whether {licence} allows {use} use is not known ({known})",
        "Read the text of the licence before the request is issued.",
    ),
    "P470": Code(
        "error",
        "under {licence} more is asked of {who}, which {business}: {consequence} ({known})",
        "Agree a licence with the holder of the rights and name it, or choose another model.",
    ),
    "P471": Code(
        "warning",
        "under {licence} more may be asked of {who}, if it {business}: {consequence} ({known})",
        "Ask who the licensee is and on what its right rests.",
    ),
    "P472": Code(
        "error",
        "{licence} leaves out {who} in {territory}, and the model may run in {places} ({known})",
        "Leave these places out of where data are processed, or choose another model.",
    ),
    "P473": Code(
        "warning",
        "sources differ on the licence of {model}: {conflict} (as of {as_of}, unverified)",
        "Have the licence of the revision that is used confirmed before the request is issued.",
    ),
    "P474": Code(
        "notice",
        "{licence} asks to tell the holder of the rights before commercial use ({known})",
        "Register the use with the holder of the rights; this is on the buyer.",
    ),
    "P475": Code(
        "warning",
        "{place} is allowed for {question}, but is none of the places for {other}: {allowed}",
        "The data would cross a border on the way; check that this is meant.",
    ),
    "P476": Code(
        "notice",
        "{code} is often misread: {note} (as of {as_of}, unverified)",
        "Nothing to mend where it is meant so.",
    ),
    "P477": Code(
        "warning",
        "the adequacy decision {decision} for {place} ends on {expires}, before the contract does on {end} "
        "(as of {as_of}{doubt})",
        "Agree on what carries the transfer from that day on.",
    ),
    "P478": Code(
        "warning",
        "the adequacy decision {decision} for {place} is under challenge: {note} (as of {as_of}{doubt})",
        "Ask for an instrument that holds should the decision fall, such as standard contractual clauses with a "
        "transfer impact assessment.",
    ),
    "P479": Code(
        "notice",
        "within the contract, from {first} to {last}, the {act} changes on {day}: {statement} "
        "({rules}; as of {as_of}{doubt})",
        "Agree on both sides of the day; whether a rule applies to the service is for counsel. Not legal advice.",
    ),
}
