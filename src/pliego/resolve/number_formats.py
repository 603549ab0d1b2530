"""Which engine loads a number format on which accelerator: what no engine loads is a finding."""

from collections.abc import Iterator, Mapping

from pliego.catalog.engines import EngineRelease
from pliego.catalog.facts import Accelerator
from pliego.catalog.number_formats import Loading, NumberFormat
from pliego.findings import Finding, SpecPath


def check_formats(
    formats: Mapping[str, NumberFormat | None],
    engine: EngineRelease | None,
    reference: Accelerator | None,
    path: SpecPath,
) -> Iterator[Finding]:
    """Find formats that the engine does not load, and those that nothing loads on the reference accelerator.

    `formats` by their key below `path`; `engine` is any release of it, None where it is open or not known. A floor is
    no format of files and is not looked for.
    """
    named, name = (engine.engine, engine.name) if engine else (None, "")
    for key, found in formats.items():
        if found is None or found.floor:
            continue
        loads = found.caches if key == "kv_cache" else found.loads
        shown = f"KV cache in {found.id}" if key == "kv_cache" else found.id
        if named is not None and named not in loads:
            facts = {"format": shown, "engine": name, "engines": ", ".join(loads) or "none"}
            yield Finding("P417", (*path, key), facts)
        elif reference is not None and reference.kind in ("gpu", "cpu"):
            loading = {name: one for name, one in loads.items() if named in (None, name)}
            if loading and not any(accepts(one, reference) for one in loading.values()):
                yield Finding("P418", (*path, key), _facts(shown, name, reference, loading))


def accepts(loading: Loading, accelerator: Accelerator) -> bool:
    """Say whether a format is loaded on an accelerator, by its compute capability or its vendor."""
    if accelerator.kind == "cpu":
        return "cpu" in loading.also
    vendor, capability = accelerator.vendor.lower(), accelerator.compute_capability
    if vendor != "nvidia":
        return vendor in loading.also or "other" in loading.also
    if capability is None or loading.nvidia_from is None:
        return False
    return loading.nvidia_from <= capability and (loading.nvidia_before is None or capability < loading.nvidia_before)


def _facts(shown: str, engine: str, reference: Accelerator, loading: Mapping[str, Loading]) -> dict[str, str]:
    needs = sorted({one.nvidia_from for one in loading.values() if one.nvidia_from is not None})
    least = f"compute capability {needs[0][0]}.{needs[0][1]}" if needs else "other accelerators"
    own = reference.compute_capability
    has = f"{reference.name} (compute capability {own[0]}.{own[1]})" if own else reference.name
    return {"format": shown, "engine": engine or "no engine of the catalog", "accelerator": has, "needs": least}
