"""The command `plan`: how many groups, passes and dollars a difference between two models needs."""

from typing import TYPE_CHECKING, Annotated

import typer

from core.cli.options import Benchmark, find_settings_to_read
from core.cli.terminal import stderr, stdout

if TYPE_CHECKING:
    from core.workflows.sample_size import SamplePlan


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
    from core.workflows.sample_size import plan_sample_size

    if bool(run) != bool(against):
        stderr.print("trilens: --run and --against belong together. Name two runs, or neither.", markup=False)
        raise typer.Exit(2)
    try:
        plan = plan_sample_size(find_settings_to_read(benchmark), detect, power, (run, against) if run else None)
    except (TrilensError, OSError) as error:
        stderr.print(f"trilens: {to_single_line(error)}", markup=False)
        raise typer.Exit(2) from error
    stdout.print(_format_plan(plan, detect, power), markup=False, highlight=False, soft_wrap=True)


def _format_plan(plan: "SamplePlan", detect: float, power: float) -> str:
    group, groups = plan.units
    lines = [
        f"To detect a difference of {detect:g} points with power {power:g}, if two models differ as much from one "
        f"{group} to the next as {plan.pair[0]} and {plan.pair[1]} do (standard deviation {plan.spread:.1f} points, "
        f"{plan.present_groups:,} {groups} shared):"
    ]
    for size in plan.sizes:
        if size.n_groups is None:
            lines.append(f"  {_count_passes(size.n_passes)}: no number of {groups} suffices")
            continue
        price = "price not known" if size.usd is None else f"${size.usd:,.2f}"
        verdict = "the present ones suffice" if size.n_groups <= plan.present_groups else "more than are shared now"
        lines.append(
            f"  {_count_passes(size.n_passes)}: {size.n_groups:,} {groups} ({verdict}), "
            f"{size.n_requests:,} requests to both models, {price}"
        )
    if not plan.has_repeats:
        lines.append("  More passes: unknown. Run a model twice, so that the noise between passes can be measured.")
    return "\n".join(lines)


def _count_passes(n_passes: int) -> str:
    return "1 pass" if n_passes == 1 else f"{n_passes} passes"
