"""The command `plan`: how many groups, passes and dollars a difference between two models needs."""

from typing import TYPE_CHECKING, Annotated

import typer

from core.cli.options import Benchmark, find_settings_to_read
from core.cli.terminal import stderr, stdout

if TYPE_CHECKING:
    from core.workflows.sample_size import PairVariance, PlannedSize


def plan_command(
    detect: Annotated[float, typer.Option(min=0.01, max=100.0, help="Difference to detect, in points.")] = 2.0,
    power: Annotated[float, typer.Option(min=0.5, max=0.999, help="Probability of detecting it.")] = 0.8,
    run: Annotated[str, typer.Option(help="Id of a run whose variance counts.")] = "",
    against: Annotated[str, typer.Option(help="Id of the run that it is compared with.")] = "",
    benchmark: Benchmark = None,
) -> None:
    """Plan groups, passes and price to detect a difference, from the variances in the warehouse."""
    from core.errors import TrilensError
    from core.formatting import to_single_line
    from core.warehouse.read import open_current
    from core.workflows.sample_size import describe_plan, measure_pair_variance, plan_sample_sizes

    if bool(run) != bool(against):
        stderr.print("trilens: --run and --against belong together. Name two runs, or neither.", markup=False)
        raise typer.Exit(2)
    try:
        settings = find_settings_to_read(benchmark)
        with open_current(settings) as warehouse:
            variance = measure_pair_variance(warehouse, settings.prices, (run, against) if run else None)
    except (TrilensError, OSError) as error:
        stderr.print(f"trilens: {to_single_line(error)}", markup=False)
        raise typer.Exit(2) from error
    sizes = plan_sample_sizes(variance, detect, power)
    lines = [describe_plan(variance, sizes, detect, power), *_list_lines(variance, sizes)]
    stdout.print("\n".join(lines), markup=False, highlight=False, soft_wrap=True)


def _list_lines(variance: "PairVariance", sizes: "tuple[PlannedSize, ...]") -> list[str]:
    group, groups = variance.units
    lines = [
        f"This holds for two models that differ as much from one {group} to the next as {variance.pair[0]} and "
        f"{variance.pair[1]} do (standard deviation {variance.deviation:.1f} points)."
    ]
    for size in sizes:
        if size.n_groups is None:
            lines.append(f"  {_count_passes(size.n_passes)}: no number of {groups} suffices")
            continue
        price = "price not known" if size.usd is None else f"${size.usd:,.2f}"
        verdict = "there are enough" if size.n_groups <= variance.present_groups else "more than both answered so far"
        lines.append(
            f"  {_count_passes(size.n_passes)}: {size.n_groups:,} {groups} ({verdict}), "
            f"{size.n_requests:,} requests to both models, {price}"
        )
    if variance.repeat_deviation is None:
        lines.append("  More passes: unknown. Run a model twice, so that the noise between passes can be measured.")
    return lines


def _count_passes(n_passes: int) -> str:
    return "1 pass" if n_passes == 1 else f"{n_passes} passes"
