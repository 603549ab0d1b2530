"""The load profile: what a load generator sends so that two parties measure the same."""

from collections.abc import Iterator

from pliego.document.model import Block, Code, Column, Group, Inline, Line, Row, Section, SideRow, SideText, Table
from pliego.resolve.model import Resolved, ResolvedWorkload
from pliego.rfq.phrases import amount, body, captioned, number, say
from pliego.sizing.length_quantiles import SHARES, LengthProfile, length_profile
from pliego.spec.models import Spec, Workload


def load_profile_section(spec: Spec, resolved: Resolved) -> Section | None:
    """Return the annex, None where no workload states lengths that requests can be drawn from."""
    blocks: list[Block] = []
    for workload in resolved.workloads:
        label = Code(workload.name) if len(resolved.workloads) > 1 else None
        blocks += _workload_blocks(workload, spec.workloads[workload.name], label)
    if not blocks:
        return None
    return Section(
        "load_profile",
        say("load_profile.title"),
        tuple(blocks),
        lead=say("load_profile.lead"),
        note=say("load_profile.note"),
        annex=True,
        same_page=True,
    )


def _workload_blocks(workload: ResolvedWorkload, stated: Workload, label: Inline | None) -> Iterator[Block]:
    demand = workload.demand
    profiles = {
        part: profile
        for part, lengths in (("input", demand.input), ("output", demand.output))
        if (profile := length_profile(lengths)) is not None
    }
    if not profiles:
        return
    columns = (
        Column(say("column.quantity"), 43.5),
        *(Column(say("column.share", n=number(share * 100)), 17.5, numeric=True) for share in SHARES),
        Column(say("column.maximum"), 19.5, numeric=True),
        Column(say("column.mean"), 19.5, numeric=True),
    )
    rows = tuple(_row(part, profile) for part, profile in profiles.items())
    yield Table("load_profile", captioned("load_profile.caption", label), columns, (Group(rows),))
    yield SideText(tuple(_rules(profiles, stated)))


def _row(part: str, profile: LengthProfile) -> Row:
    numbers = (*profile.at_shares, profile.longest, round(profile.mean))
    return Row((body(say(f"load_profile.{part}")), *(body(number(one)) for one in numbers)))


def _rules(profiles: dict[str, LengthProfile], stated: Workload) -> Iterator[SideRow]:
    lines = [
        Line(say("load_profile.drawn", part=say(f"load_profile.{part}"), sigma=number(profile.sigma, 3)))
        for part, profile in profiles.items()
        if profile.sigma is not None
    ]
    if any(profile.sigma is None for profile in profiles.values()):
        lines.append(Line(say("load_profile.constant")))
    yield SideRow(say("load_profile.lengths"), tuple(lines))
    load = stated.load
    if load is not None and load.peak is not None:
        yield SideRow(
            say("load_profile.arrivals"),
            (Line(say(f"load_profile.arrival.{load.arrival or 'any'}", rate=amount(load.peak))),),
        )
    yield SideRow(say("load_profile.texts"), (Line(say("load_profile.texts.text")),))
