"""The commands about models' replies: `run`, `ask`, `import`, `reread`."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from core.cli.model_options import (
    AllRuns,
    BaseUrl,
    Batch,
    Concurrency,
    DryRun,
    Filter,
    Frames,
    MaxCost,
    MaxOutputTokens,
    Model,
    PromptName,
    View,
    Views,
    Wait,
)
from core.cli.options import Benchmark, Source, find_workspace_to_build


def _check_batch_options(concurrency: int | None, *, is_batch: bool, is_waiting: bool) -> None:
    """Warn that a batch ignores `--concurrency`.

    Raises:
        RunError: `--no-wait` is given without `--batch`.
    """
    from core.cli.terminal import stderr
    from core.errors import RunError

    if not (is_waiting or is_batch):
        raise RunError("--no-wait needs --batch: only batches continue after this command ends.")
    if is_batch and concurrency:
        stderr.print("--concurrency is ignored with --batch: the provider decides.", markup=False)


def _read_filter(cases: str | None) -> str:
    """Return the filter of cases; empty for all of them.

    Raises:
        SelectionError: a filter is given but empty, which is rarely meant to ask every case.
    """
    from core.errors import SelectionError

    if cases is not None and not cases.strip(" ;"):
        raise SelectionError("--cases is empty. Omit it to ask all cases, or write name=value,value.")
    return cases or ""


def run_command(
    model: Model,
    prompt: PromptName = None,
    image_view: View = "original",
    views: Views = None,
    cases: Filter = None,
    concurrency: Concurrency = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Ask only the first N cases.")] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Number of the repetition. Each number is a separate run.")] = 1,
    repeats: Annotated[
        int, typer.Option(min=1, max=100, help="Ask N times: passes 1 to N, each a separate run, to measure the noise.")
    ] = 1,
    prompts: Annotated[
        str, typer.Option(help="Prompts to compare, separated by commas, each as for --prompt; each is a separate run.")
    ] = "",
    examples: Annotated[
        int,
        typer.Option(
            min=0,
            max=8,
            help="Number of solved examples before each case: random cases of the same question, other scenes.",
        ),
    ] = 0,
    frames: Frames = None,
    adaptive: Annotated[
        bool,
        typer.Option(
            "--adaptive", help="Ask 40 cases per question, chosen where the margin reveals most about the threshold."
        ),
    ] = False,
    max_output_tokens: MaxOutputTokens = None,
    max_cost: MaxCost = None,
    extra: Annotated[
        Path | None,
        typer.Option(
            help="JSON file with further fields of each request, named as by the vendor: temperature, seed, "
            'reasoning_effort, max_tokens; "stream": false disables streaming. Different fields make a different run.'
        ),
    ] = None,
    dry_run: DryRun = False,
    batch: Batch = False,
    wait: Wait = True,
    all_runs: AllRuns = False,
    base_url: BaseUrl = None,
    source: Source = None,
    benchmark: Benchmark = None,
) -> None:
    """Ask a model about every case, build the warehouse, and show the ranking. Resumes an interrupted run."""
    from core.benchmarks.context import open_benchmark
    from core.cli.run import run
    from core.cli.terminal import stderr
    from core.inference.clients.providers import resolve_endpoint
    from core.inference.prompts import find_prompt, find_prompts, get_benchmark_prompt
    from core.inference.run_options import RunOptions
    from core.inference.variants import list_variants
    from core.inference.view_names import parse_view_names
    from core.runs.request_options import NO_OPTIONS, read_request_options
    from core.settings import read_settings

    settings, workspace = read_settings(), find_workspace_to_build(benchmark, source)
    target = resolve_endpoint(model, base_url, limits=settings.request_limits, is_asked=not dry_run)
    context = open_benchmark(workspace, source)
    usual_prompt = get_benchmark_prompt(context.contents)
    options = RunOptions(
        prompt=find_prompt(prompt, usual_prompt, context.benchmark),
        image_view=image_view,
        cases=_read_filter(cases),
        limit=limit,
        repeat=repeat,
        max_output_tokens=max_output_tokens,
        examples=examples,
        n_frames=frames,
        max_cost_usd=max_cost,
        concurrency=concurrency or settings.ask_concurrency,
        in_batches=batch,
        is_adaptive=adaptive,
        extra=read_request_options(extra) if extra else NO_OPTIONS,
    )
    _check_batch_options(concurrency, is_batch=batch, is_waiting=wait)
    if unread := {"max_pixels", "min_pixels"} & set(options.extra.body):
        stderr.print(
            f"{min(unread)} is sent unchanged, but vLLM reads it only as "
            '{"mm_processor_kwargs": {"max_pixels": N}}.',
            markup=False,
        )
    compared = find_prompts(prompts, prompt, usual_prompt, context.benchmark)
    views_to_ask = [] if views is None else parse_view_names(views, context.benchmark.image_views)
    variants = list_variants(options, n_repeats=repeats, prompts=compared, image_views=views_to_ask)
    run(target, variants, context, dry_run=dry_run, wait=wait, with_all=all_runs)


def ask_command(
    case: Annotated[str, typer.Argument(help="Id of a case, as in 037_T0.")],
    model: Model,
    prompt: PromptName = None,
    image_view: View = "original",
    frames: Frames = None,
    max_output_tokens: MaxOutputTokens = None,
    base_url: BaseUrl = None,
    source: Source = None,
    benchmark: Benchmark = None,
) -> None:
    """Ask a model about one case. Prints the reply as it streams in, then its answers beside the truths."""
    from core.benchmarks.context import open_benchmark
    from core.cli.ask import ask_and_print
    from core.inference.clients.providers import resolve_endpoint
    from core.inference.frames import reduce_frames
    from core.inference.prompts import find_prompt, get_benchmark_prompt
    from core.settings import read_settings

    workspace = find_workspace_to_build(benchmark, source)
    target = resolve_endpoint(model, base_url, limits=read_settings().request_limits)
    context = open_benchmark(workspace, source)
    usual_prompt = get_benchmark_prompt(context.contents)
    text = find_prompt(prompt, usual_prompt, context.benchmark).text
    context = replace(context, contents=reduce_frames(context.contents, frames))
    ask_and_print(target, case, context, text, image_view, max_output_tokens)


def import_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Logs of other programs, journals, tables of replies (CSV, TSV, JSON, Parquet), or folders of these."
        ),
    ],
    model: Annotated[str | None, typer.Option(help="Name of the model, for logs that do not state it.")] = None,
    mapping: Annotated[
        Path | None,
        typer.Option("--map", help="CSV file with index and case_id, for logs that identify cases by index only."),
    ] = None,
    prompt: Annotated[
        str | None, typer.Option(help="Id of the prompt that was sent, or a text file. By default the log's prompt.")
    ] = None,
    image_view: View = "original",
    partial: Annotated[
        bool, typer.Option("--partial", help="Import the valid rows of a table even if others are refused.")
    ] = False,
    as_benchmark: Annotated[
        str | None,
        typer.Option(help="Id of a new benchmark to make from the questions in the logs, if none here has them."),
    ] = None,
    rule: Annotated[
        str,
        typer.Option(
            help="Rule of the new benchmark's open questions whose type has it, such as count, 'within 5' or distance. "
            "Defaults: mra for numbers, inside for regions, iou for boxes."
        ),
    ] = "",
    images: Annotated[
        Path | None,
        typer.Option(help="Folder with the images, for logs that only name them. Matched by name, never by order."),
    ] = None,
    no_build: Annotated[bool, typer.Option("--no-build", help="Do not build the warehouse.")] = False,
    all_runs: AllRuns = False,
    source: Source = None,
    benchmark: Annotated[
        str | None, typer.Option(help="Id of the benchmark. By default every available benchmark is tried.")
    ] = None,
) -> None:
    """Import replies from logs of other programs, build, and show the ranking. A log imported twice is one run."""
    from core.cli.import_logs import add_benchmark, import_logs
    from core.importers.image_folder import ImageFolder
    from core.settings import read_settings

    pictures = ImageFolder(images) if images else None
    said: frozenset[tuple[str, str]] = frozenset()
    if as_benchmark:
        said = add_benchmark(files, read_settings().workspace, as_benchmark, pictures=pictures, rule=rule, model=model)
    named = as_benchmark or benchmark or (find_workspace_to_build(None, source).benchmark_id if source else None)
    import_logs(
        files,
        read_settings().workspace,
        benchmark_id=named,
        source=source,
        model=model,
        prompt=prompt,
        image_view=image_view,
        mapping=mapping,
        pictures=pictures,
        said=said,
        partial=partial,
        is_built=not no_build,
        with_all=all_runs,
    )


def reread_command(
    run: Annotated[str, typer.Option("--run", help="Id of the run to reread, as on the page Data.")],
    model: Annotated[
        str, typer.Option("--with", help="Model that extracts the answers, as provider:model. It receives text only.")
    ],
    sample: Annotated[
        int, typer.Option(min=0, help="Number of replies parsed by the rules to reread too, to measure agreement.")
    ] = 50,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 0,
    concurrency: Concurrency = None,
    max_output_tokens: MaxOutputTokens = None,
    max_cost: MaxCost = None,
    yes: Annotated[bool, typer.Option("--yes", help="Send the requests without asking for confirmation.")] = False,
    dry_run: DryRun = False,
    batch: Batch = False,
    wait: Wait = True,
    base_url: BaseUrl = None,
    source: Source = None,
    benchmark: Benchmark = None,
) -> None:
    """Ask a model to extract answers from replies that the rules cannot parse. Changes no score. Resumes if stopped."""
    from core.benchmarks.context import open_benchmark
    from core.cli.reread import reread
    from core.inference.clients.providers import resolve_endpoint
    from core.inference.rereading.extraction_prompt import EXTRACTOR_PROMPT
    from core.inference.run_options import RunOptions
    from core.records import NO_IMAGE
    from core.settings import read_settings

    settings, workspace = read_settings(), find_workspace_to_build(benchmark, source)
    target = resolve_endpoint(model, base_url, limits=settings.request_limits, is_asked=not dry_run)
    context = open_benchmark(workspace, source)
    options = RunOptions(
        prompt=EXTRACTOR_PROMPT,
        image_view=NO_IMAGE,
        max_output_tokens=max_output_tokens,
        max_cost_usd=max_cost,
        concurrency=concurrency or settings.ask_concurrency,
        in_batches=batch,
    )
    _check_batch_options(concurrency, is_batch=batch, is_waiting=wait)
    reread(target, options, run, context, sample=sample, seed=seed, dry_run=dry_run, is_confirmed=yes, wait=wait)
