"""The commands about models: `run`, `ask`, `import`, `export`. What they take is here; what they do is imported late.

Other commands start as fast as without them.
"""

from pathlib import Path
from typing import Annotated

import typer

from core.benchmarks.registry import BENCHMARKS
from core.settings import read_settings
from core.warehouse.which_benchmark import settings_to_build, settings_to_read

Model = Annotated[str, typer.Option(help="provider:model, as in openai:gpt-5, gemini:gemini-2.5-pro, solver:NAME.")]
PromptName = Annotated[
    str | None, typer.Option("--prompt", help="Id of a prompt, or a text file; the benchmark's own by default.")
]
View = Annotated[
    str,
    typer.Option(
        help="original, marked, rectified, mirrored, rotated_90, rotated_180, rotated_270 (clockwise) or cropped."
    ),
]
BaseUrl = Annotated[str | None, typer.Option(help="Address of an own server that speaks OpenAI's API.")]
Source = Annotated[Path | None, typer.Option(help="Release folder; the data folder's by default.")]
Benchmark = Annotated[str | None, typer.Option(help=f"{' or '.join(BENCHMARKS)}; the first that is there by default.")]
MaxOutputTokens = Annotated[int | None, typer.Option(min=1, help="Limit of a reply's tokens; the API's by default.")]
Filter = Annotated[
    str,
    typer.Option(
        help="As in 'condition=T0,T1;triangle=037'; names: photograph, triangle, condition, pose, object, side, angle."
    ),
]


def run_command(
    model: Model,
    prompt: PromptName = None,
    image_view: View = "original",
    photographs: Filter = "",
    concurrency: Annotated[int | None, typer.Option(min=1, max=64, help="Questions at a time.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="Only the first N photographs.")] = None,
    repeat: Annotated[int, typer.Option(min=1, help="Number of this pass; each number is a run of its own.")] = 1,
    max_output_tokens: MaxOutputTokens = None,
    max_cost: Annotated[float | None, typer.Option(min=0, help="Dollars that the run may cost altogether.")] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would be asked and what it may cost.")] = False,
    base_url: BaseUrl = None,
    source: Source = None,
    benchmark: Benchmark = None,
) -> None:
    """Ask a model about every photograph, go on where an earlier call ended, build, and show the ranking."""
    from core.asking.clients.providers import endpoint
    from core.asking.plan import Options
    from core.asking.prompts import find_prompt
    from core.cli.run import read_benchmark, run

    settings = settings_to_build(read_settings(), benchmark, source)
    target = endpoint(model, base_url)
    folder, release = read_benchmark(settings, source)
    options = Options(
        prompt=find_prompt(prompt, release.prompt, release.benchmark["benchmark_id"]),
        image_view=image_view,
        photographs=photographs,
        limit=limit,
        repeat=repeat,
        max_output_tokens=max_output_tokens,
        max_cost_usd=max_cost,
        concurrency=concurrency or settings.ask_concurrency,
    )
    run(target, options, release, folder, settings, dry_run=dry_run)


def ask_command(
    photograph: Annotated[str, typer.Argument(help="Id of a photograph, as in 037_T0.")],
    model: Model,
    prompt: PromptName = None,
    image_view: View = "original",
    max_output_tokens: MaxOutputTokens = None,
    base_url: BaseUrl = None,
    source: Source = None,
    benchmark: Benchmark = None,
) -> None:
    """Ask a model about one photograph: the reply as it comes, then its answers beside the truths. Nothing is kept."""
    from core.asking.clients.providers import endpoint
    from core.asking.prompts import find_prompt
    from core.cli.ask import ask_and_print
    from core.cli.run import read_benchmark

    settings = settings_to_build(read_settings(), benchmark, source)
    target = endpoint(model, base_url)
    folder, release = read_benchmark(settings, source)
    text = find_prompt(prompt, release.prompt, release.benchmark["benchmark_id"]).text
    ask_and_print(target, photograph, release, folder, text, image_view, settings, max_output_tokens)


def import_command(
    file: Annotated[Path, typer.Argument(help="Journal, CSV table or JSON lines.")],
    model: Annotated[str | None, typer.Option(help="Name of the model; not for journals and wide tables.")] = None,
    prompt: Annotated[
        str | None, typer.Option(help="Id of the prompt that was sent, or a text file; the benchmark's own by default.")
    ] = None,
    image_view: View = "original",
    partial: Annotated[bool, typer.Option("--partial", help="Take the rest where rows are refused.")] = False,
    source: Source = None,
    benchmark: Benchmark = None,
) -> None:
    """Take another program's replies into a journal, all of them or, with reasons, none; the next build scores them."""
    from core.cli.replies import import_replies

    settings = settings_to_build(read_settings(), benchmark, source)
    import_replies(file, model, prompt, image_view, settings, source, partial=partial)


def export_command(
    file: Annotated[Path, typer.Argument(help="File to write; .csv or .parquet.")],
    table: Annotated[str, typer.Option(help="Table or view of the warehouse.")] = "answers",
    run: Annotated[list[str] | None, typer.Option(help="Only this run; may be given several times.")] = None,
    benchmark: Benchmark = None,
) -> None:
    """Write a table of the warehouse, or the part of it that belongs to some runs, to a file."""
    from core.cli.replies import export_table

    export_table(file, table, run or [], settings_to_read(read_settings(), benchmark))
