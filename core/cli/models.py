"""The commands about models' replies: `run`, `ask`, `import`, `reread`."""

from pathlib import Path
from typing import Annotated

import typer

from core.cli.options import Benchmark, Source, find_settings_to_build

Model = Annotated[str, typer.Option(help="provider:model, as in openai:gpt-5, gemini:gemini-2.5-pro, solver:NAME.")]
PromptName = Annotated[
    str | None, typer.Option("--prompt", help="Id of a prompt, or a text file; the benchmark's own by default.")
]
View = Annotated[
    str,
    typer.Option(
        help="original; mirrored, rotated_90, rotated_180, rotated_270 (clockwise); for photographs of triangles "
        "marked, rectified, cropped; or none, to ask without the image."
    ),
]
BaseUrl = Annotated[str | None, typer.Option(help="Address of your own server with an OpenAI-compatible API.")]
MaxOutputTokens = Annotated[
    int | None, typer.Option(min=1, help="Limit of output tokens per reply; the API's by default.")
]
Concurrency = Annotated[int | None, typer.Option(min=1, max=64, help="Number of simultaneous requests.")]
MaxCost = Annotated[float | None, typer.Option(min=0, help="Most that all requests may cost together, in dollars.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Only print how much would be asked and what it may cost.")]
Batch = Annotated[
    bool,
    typer.Option("--batch", help="Ask through the provider's batches: at half the price, and answered within a day."),
]
Wait = Annotated[bool, typer.Option(help="With --batch: wait for the replies, or only send and take what has ended.")]
AllRuns = Annotated[bool, typer.Option("--all", help="Print every run of the ranking, however many there are.")]
Filter = Annotated[
    str,
    typer.Option(
        "--cases",
        "--photographs",
        help="Only some cases, as in 'condition=T0,T1;triangle=037' or 'aspect=size;level=hard': a factor of the "
        "benchmark by its key or title, its case, its group, or question, with values.",
    ),
]


def _check_batch_options(concurrency: int | None, *, is_batch: bool, is_waiting: bool) -> None:
    """Say that a batch ignores `--concurrency`.

    Raises:
        RunError: a command without a batch is asked not to wait.
    """
    from core.cli.terminal import stderr
    from core.errors import RunError

    if not (is_waiting or is_batch):
        raise RunError("--no-wait needs --batch: only batches go on without this command.")
    if is_batch and concurrency:
        stderr.print("--concurrency means nothing in a batch: the provider decides.", markup=False)


def run_command(
    model: Model,
    prompt: PromptName = None,
    image_view: View = "original",
    cases: Filter = "",
    concurrency: Concurrency = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N cases.")] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Number of this pass; each number is a separate run.")] = 1,
    examples: Annotated[
        int,
        typer.Option(
            min=0, max=8, help="Solved examples of the same question before each case, by chance, of another scene."
        ),
    ] = 0,
    max_output_tokens: MaxOutputTokens = None,
    max_cost: MaxCost = None,
    extra: Annotated[
        Path | None,
        typer.Option(
            help="JSON file with further fields of each request, as the vendor names them: temperature, seed, "
            'reasoning_effort, max_tokens; "stream": false asks without streaming. Other options are another run.'
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
    """Ask a model about every case, build, and show the ranking; resumes an interrupted run."""
    from core.benchmarks.registry import load_benchmark
    from core.cli.run import read_benchmark, run
    from core.cli.terminal import stderr
    from core.inference.clients.providers import resolve_endpoint
    from core.inference.plan import RunOptions
    from core.inference.prompts import find_prompt
    from core.runs.request_options import NO_OPTIONS, read_request_options

    settings = find_settings_to_build(benchmark, source)
    target = resolve_endpoint(model, base_url, is_asked=not dry_run)
    folder, contents = read_benchmark(settings, source)
    options = RunOptions(
        prompt=find_prompt(prompt, contents.prompt, load_benchmark(settings), contents.benchmark_id),
        image_view=image_view,
        cases=cases,
        limit=limit,
        repeat=repeat,
        max_output_tokens=max_output_tokens,
        examples=examples,
        max_cost_usd=max_cost,
        concurrency=concurrency or settings.ask_concurrency,
        in_batches=batch,
        extra=read_request_options(extra) if extra else NO_OPTIONS,
    )
    _check_batch_options(concurrency, is_batch=batch, is_waiting=wait)
    if unread := {"max_pixels", "min_pixels"} & set(options.extra.body):
        stderr.print(
            f"{min(unread)} is sent as it is, but vLLM reads it only as "
            '{"mm_processor_kwargs": {"max_pixels": N}}.',
            markup=False,
        )
    run(target, options, contents, folder, settings, dry_run=dry_run, wait=wait, with_all=all_runs)


def ask_command(
    case: Annotated[str, typer.Argument(help="Id of a case, as in 037_T0.")],
    model: Model,
    prompt: PromptName = None,
    image_view: View = "original",
    max_output_tokens: MaxOutputTokens = None,
    base_url: BaseUrl = None,
    source: Source = None,
    benchmark: Benchmark = None,
) -> None:
    """Ask a model about one case; print the reply as it streams in, then its answers beside the truths."""
    from core.benchmarks.registry import load_benchmark
    from core.cli.ask import ask_and_print
    from core.cli.run import read_benchmark
    from core.inference.clients.providers import resolve_endpoint
    from core.inference.prompts import find_prompt

    settings = find_settings_to_build(benchmark, source)
    target = resolve_endpoint(model, base_url)
    folder, contents = read_benchmark(settings, source)
    own = load_benchmark(settings)
    text = find_prompt(prompt, contents.prompt, own, contents.benchmark_id).text
    ask_and_print(target, case, contents, folder, text, image_view, settings, max_output_tokens)


def import_command(
    files: Annotated[
        list[Path],
        typer.Argument(
            help="Logs of other programs, journals, tables of replies (CSV, TSV, JSON, Parquet), or folders."
        ),
    ],
    model: Annotated[str | None, typer.Option(help="Name of the model, for logs that do not say it.")] = None,
    mapping: Annotated[
        Path | None,
        typer.Option("--map", help="CSV with index and case_id, for logs in which nothing else names the case."),
    ] = None,
    prompt: Annotated[
        str | None, typer.Option(help="Id of the prompt that was sent, or a text file; what the log says by default.")
    ] = None,
    image_view: View = "original",
    partial: Annotated[
        bool, typer.Option("--partial", help="Import valid rows of a table even if others are refused.")
    ] = False,
    as_benchmark: Annotated[
        str | None,
        typer.Option(help="Id of a new benchmark of your own, made of what the logs asked: no benchmark here asks it."),
    ] = None,
    images: Annotated[
        Path | None,
        typer.Option(help="Folder with the pictures, for logs that only name them; found by name, never by order."),
    ] = None,
    no_build: Annotated[bool, typer.Option("--no-build", help="Leave the warehouse as it is.")] = False,
    all_runs: AllRuns = False,
    source: Source = None,
    benchmark: Annotated[
        str | None, typer.Option(help="Id of the benchmark; every one that is here is tried by default.")
    ] = None,
) -> None:
    """Import replies from logs of other programs, build, and show the ranking; the same log twice is one run."""
    from core.cli.import_logs import add_benchmark, import_logs
    from core.importers.image_folder import ImageFolder
    from core.settings import read_settings

    pictures = ImageFolder(images) if images else None
    said = add_benchmark(files, read_settings(), as_benchmark, pictures) if as_benchmark else frozenset()
    named = as_benchmark or benchmark or (find_settings_to_build(None, source).benchmark_id if source else None)
    import_logs(
        files,
        read_settings(),
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
    run: Annotated[str, typer.Option("--run", help="Id of the run whose replies are reread, as on the page Data.")],
    model: Annotated[
        str,
        typer.Option(
            "--with", help="Model that extracts the answers: provider:model, as for `run`. It sees text only."
        ),
    ],
    sample: Annotated[
        int, typer.Option(min=0, help="Replies that the rule read and that are reread too, to measure agreement.")
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
    """Ask a model to extract the answers from replies that the rules leave unread; no score changes. Resumes."""
    from core.cli.reread import reread
    from core.cli.run import read_benchmark
    from core.inference.clients.providers import resolve_endpoint
    from core.inference.image_views import NO_IMAGE
    from core.inference.plan import RunOptions
    from core.inference.rereading.extraction_prompt import EXTRACTOR_PROMPT

    settings = find_settings_to_build(benchmark, source)
    target = resolve_endpoint(model, base_url, is_asked=not dry_run)
    folder, contents = read_benchmark(settings, source)
    options = RunOptions(
        prompt=EXTRACTOR_PROMPT,
        image_view=NO_IMAGE,
        max_output_tokens=max_output_tokens,
        max_cost_usd=max_cost,
        concurrency=concurrency or settings.ask_concurrency,
        in_batches=batch,
    )
    _check_batch_options(concurrency, is_batch=batch, is_waiting=wait)
    reread(
        target,
        options,
        run,
        contents,
        folder,
        settings,
        sample=sample,
        seed=seed,
        dry_run=dry_run,
        is_confirmed=yes,
        wait=wait,
    )
