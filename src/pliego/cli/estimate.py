"""`pliego estimate`: memory and accelerators of one model, from options instead of a spec."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import click

from pliego.cli.output_path import OutputPath
from pliego.cli.reporting import Reporting, finding_options
from pliego.spec.source import Source
from pliego.workflow.estimation import estimate as compute
from pliego.workflow.sizing import SIZING_FORMATS
from pliego.workflow.writing import write_files

Command = TypeVar("Command", bound=Callable[..., None])

_OPTIONS: Final = (
    ("--config", "FILE", "config.json, GGUF or safetensors file of the model; it goes before the catalog."),
    ("--parameters", "N", "Number of parameters where the model is not known: sizes weights alone."),
    ("--weights", "FORMAT", "Number format of the weights, such as bf16."),
    ("--kv-cache", "FORMAT", "Number format of the KV cache, such as bf16."),
    ("--input", "TOKENS", "Input of a request: one length, or typical/p95/max."),
    ("--output", "TOKENS", "Output of a request, likewise."),
    ("--concurrency", "N", "Sequences in flight at the peak."),
    ("--accelerator", "NAME", "Accelerator to check: id or alias of the catalog."),
    ("--count", "N", "How many of it; left out, the fewest that hold."),
    ("--tensor-parallel", "N", "Accelerators that share each layer."),
    ("--pipeline-parallel", "N", "Groups of accelerators that hold consecutive layers."),
    ("--engine", "NAME", "Inference engine, such as vllm; left out, the ranges span vLLM 0.7 to 0.27."),
    (
        "--engine-version",
        "VERSION",
        "Its release, such as 0.19; of llama.cpp year and month, such as 2026-02, or a build, such as b6000.",
    ),
    ("--memory-utilization", "SHARE", "Share of the visible memory that the engine may use, such as 0.9."),
    ("--max-model-length", "TOKENS", "Longest sequence that the engine accepts."),
    ("--max-batched-tokens", "TOKENS", "Tokens that the engine processes in one step at most."),
    ("--max-sequences", "N", "Sequences in one step at most."),
    ("--rope-scaling", "TYPE:FACTOR", "Declared context extension, such as yarn:4."),
    ("--adapters", "COUNT:RANK", "LoRA adapters held at the same time and their largest rank, such as 4:16."),
    ("--draft", "MODEL|LAYERS", "Draft model, or layers of an EAGLE or multi-token-prediction head."),
    ("--margin", "SHARE", "Operating margin on memory, such as 15%."),
)
_LENGTHS: Final = re.compile(r"[^/]+(/[^/]+/[^/]+)?")


def _stated(command: Command) -> Command:
    """Add the options that state what is estimated."""
    for flag, metavar, text in reversed(_OPTIONS):
        command = click.option(flag, metavar=metavar, help=text)(command)
    return command


@click.command(short_help="Compute memory and accelerators of one model without a spec.")
@click.argument("model", metavar="[MODEL]", required=False)
@_stated
@click.option("--format", "form", type=click.Choice(SIZING_FORMATS), default="text", show_default=True)
@click.option(
    "-o",
    "--output-file",
    "file",
    metavar="FILE",
    type=OutputPath(allow_dash=True),
    help="Write to FILE (- for standard output).",
)
@finding_options()
@click.pass_context
def estimate(
    context: click.Context,
    /,
    model: str | None,
    *,
    form: str,
    file: Path | None,
    reporting: Reporting,
    **stated: str | None,
) -> None:
    """Compute memory and accelerators of MODEL, an id of the catalog, without a spec.

    Every figure comes with its formula, inputs, source and range; what is not stated is listed, never assumed. A
    layout that does not hold is an error with exit code 1: its figures are printed with what would make it fit.
    Findings go to standard error.

    \b
    Examples:
      pliego estimate meta-llama/Llama-3.1-8B-Instruct --weights bf16 --kv-cache bf16 \\
          --input 1200/6000/16000 --output 300/800/2000 --concurrency 24
      pliego estimate Qwen/Qwen2.5-7B-Instruct --weights bf16 --kv-cache fp8 --input 8000 --output 1000 \\
          --concurrency 16 --accelerator L40S --count 1 --engine vllm --engine-version 0.19
      pliego estimate --config my-model/config.json --weights bf16 --kv-cache bf16 --input 4000 --output 500 \\
          --concurrency 8 --accelerator H100-SXM-80GB --format json
    """  # noqa: D301 (click wants the control character)
    _check_usage(model, stated)
    found = compute({"model": model, **stated}, form)
    findings = found.findings
    file = None if str(file) == "-" else file
    if found.text is not None and file is not None and reporting.exit_code(findings) == 0:
        config = stated["config"]
        findings = (*findings, *write_files({file: found.text.encode()}, (Path(config),) if config else ()))
    reporting.show(findings, Source("pliego estimate", is_file=False))
    if found.text is not None and file is None:
        click.echo(found.text, nl=False)
    context.exit(reporting.exit_code(findings))


def _check_usage(model: str | None, stated: dict[str, str | None]) -> None:
    """Refuse what names no model, and texts whose parts cannot be told from each other.

    Raises:
        click.UsageError: wrong usage, exit code 2.

    """
    if model is None and stated["config"] is None and stated["parameters"] is None:
        raise click.UsageError("name a MODEL, or give --config FILE or --parameters N")
    for name in ("input", "output"):
        text = stated[name]
        if text is not None and not _LENGTHS.fullmatch(text):
            raise click.BadParameter(
                "write one length, or typical/p95/max, as in 1200/6000/16000", param_hint=f"--{name}"
            )
    if stated["engine_version"] is not None and stated["engine"] is None:
        raise click.UsageError("--engine-version is a release of an engine: name it with --engine")
    adapters = stated["adapters"]
    if adapters is not None and ":" not in adapters:
        raise click.BadParameter("write count and rank, as in 4:16", param_hint="--adapters")
    scaling = stated["rope_scaling"]
    if scaling is not None and ":" not in scaling:
        raise click.BadParameter("write type and factor, as in yarn:4", param_hint="--rope-scaling")
