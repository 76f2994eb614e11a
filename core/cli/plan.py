"""The command `plan`: how many groups, passes and dollars a difference needs, between two models or from a score."""

from typing import TYPE_CHECKING, Annotated

import typer

from core.cli.options import Benchmark, find_workspace_to_read
from core.cli.terminal import stderr, stdout

if TYPE_CHECKING:
    from core.workflows.sample_size import PlannedSize, ScoreVariance


def plan_command(
    detect: Annotated[float, typer.Option(min=0.01, max=100.0, help="Difference to detect, in points.")] = 2.0,
    power: Annotated[float, typer.Option(min=0.5, max=0.999, help="Probability of detecting it.")] = 0.8,
    run: Annotated[str, typer.Option(help="Id of a run. Alone, it is compared with a fixed score.")] = "",
    against: Annotated[str, typer.Option(help="Id of a second run, with which the first one is compared.")] = "",
    benchmark: Benchmark = None,
) -> None:
    """Plan groups, passes and price to detect a difference, from the variances in the warehouse."""
    from core.errors import TrilensError
    from core.formatting import to_single_line
    from core.warehouse.read import open_current
    from core.workflows.sample_size import describe_plan, measure_score_variance, plan_sample_sizes

    if against and not run:
        stderr.print("trilens: --against needs --run, the run that is compared with it.", markup=False)
        raise typer.Exit(2)
    try:
        workspace = find_workspace_to_read(benchmark)
        with open_current(workspace) as warehouse:
            variance = measure_score_variance(warehouse, workspace.prices, tuple(filter(None, (run, against))))
    except (TrilensError, OSError) as error:
        stderr.print(f"trilens: {to_single_line(error)}", markup=False)
        raise typer.Exit(2) from error
    sizes = plan_sample_sizes(variance, detect, power)
    lines = [describe_plan(variance, sizes, detect, power), *_list_lines(variance, sizes)]
    stdout.print("\n".join(lines), markup=False, highlight=False, soft_wrap=True)


def _list_lines(variance: "ScoreVariance", sizes: "tuple[PlannedSize, ...]") -> list[str]:
    from core.workflows.sample_size import describe_missing_groups, describe_variance

    lines, groups = [describe_variance(variance)], variance.units[1]
    for size in sizes:
        passes, missing = _count_passes(size.n_passes), describe_missing_groups(size, variance)
        if size.n_groups is None:
            lines.append(f"  {passes}: {missing}")
            continue
        price = "price not known" if size.usd is None else f"${size.usd:,.2f}"
        requests = f"{size.n_requests:,} requests" + (" to both models" if len(variance.names) > 1 else "")
        lines.append(f"  {passes}: {size.n_groups:,} {groups} ({missing}), {requests}, {price}")
    if variance.repeat_deviation is None:
        lines.append("  More passes: unknown. Run a model twice, so that the noise between passes can be measured.")
    return lines


def _count_passes(n_passes: int) -> str:
    return "1 pass" if n_passes == 1 else f"{n_passes} passes"
