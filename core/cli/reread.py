"""The command `reread`: plan, cost, confirmation, progress, and results of the second reader."""

import math
import sys
from dataclasses import replace

import typer

from core.analyses.second_reader import compare_run
from core.benchmarks.context import BenchmarkContext
from core.benchmarks.data import Terminology
from core.cli.run import ask_all, check_all_replied
from core.cli.terminal import print_build, show_progress_bars, stdout
from core.errors import RunError
from core.inference.clients.providers import Endpoint
from core.inference.rereading.plan import RereadingPlan, plan_rereading
from core.inference.run_options import RunOptions
from core.inference.run_plan import RunPlan
from core.runs.rereadings import build_line_facts
from core.statistics.second_reader import SecondReading
from core.warehouse.build import build
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current
from core.workspace import Workspace


def reread(
    target: Endpoint,
    options: RunOptions,
    run_id: str,
    context: BenchmarkContext,
    *,
    sample: int,
    seed: int,
    dry_run: bool,
    is_confirmed: bool,
    wait: bool = True,
) -> None:
    """Reread the unread replies of a run and a sample of the others, build, and print the results.

    Raises:
        RunError: the dashboard is read-only, the work stopped early, or replies are left without a rereading.
        SelectionError: the benchmark has no such run.
        typer.Exit: the user stopped the command, or did not confirm the cost.
    """
    workspace = context.workspace
    if workspace.is_read_only:
        raise RunError("TRILENS_READ_ONLY is set, so nothing is reread. Unset it for this command.")
    rereading = plan_rereading(target, options, run_id, context, sample=sample, seed=seed)
    stdout.print(
        f"{run_id}: {rereading.n_unread} replies are unread; the sample has {rereading.n_sample} of the "
        f"{rereading.n_read} replies that the rule read.",
        markup=False,
    )
    if not rereading.plan.chosen:
        stdout.print("There is nothing to reread.", markup=False)
        return
    asked = ask_all(
        rereading.plan,
        dry_run=dry_run,
        wait=wait,
        facts_of=build_line_facts(rereading.purposes.__getitem__, rereading.compute_cost_usd),
        confirm=lambda plan: _confirm_cost(plan, is_confirmed=is_confirmed),
    )
    if asked is None:
        return
    with show_progress_bars() as report:
        print_build(build(workspace, context.folder, report))
    _print_result(rereading, workspace)
    check_all_replied(replace(asked, replies={key: asked.replies[key] for key in asked.chosen if key in asked.replies}))


def _confirm_cost(plan: RunPlan, *, is_confirmed: bool) -> None:
    """Ask for confirmation unless the user gave it, set a cost limit, or uses a local server.

    Raises:
        RunError: stdin is not a terminal that can ask.
        typer.Exit: the user declined.
    """
    if is_confirmed or plan.options.max_cost_usd is not None or plan.endpoint.provider.name == "local":
        return
    if not sys.stdin.isatty():
        raise RunError(
            f"{len(plan.todo)} requests to {plan.run.model.model_id} may cost money. Add --yes, or --max-cost DOLLARS."
        )
    if not typer.confirm(f"Send {len(plan.todo)} requests?"):
        raise typer.Exit(1)


def _print_result(plan: RereadingPlan, workspace: Workspace) -> None:
    run_id, rereading_id = str(plan.plan.run.settings["rereads"]), plan.plan.run.run_id
    with open_current(workspace) as warehouse:
        answers = warehouse.query("reread_answers", of_runs=[run_id])
        runs = warehouse.query("reread_runs", of_runs=[run_id])
        words = read_benchmark_info(warehouse).words
    if runs.empty:
        stdout.print("The extractor returned nothing that counts, so there is nothing to compare.", markup=False)
        return
    reading = compare_run(answers, runs, run_id, rereading_id)
    for line in format_results(reading, words):
        stdout.print(line, markup=False)


def format_results(reading: SecondReading, words: Terminology) -> list[str]:
    """Format the results of a rereading, one sentence per line.

    Args:
        reading: of one run by one extractor.
        words: the benchmark's terminology.
    """
    lines = []
    if reading.n_sample:
        share = 100 * reading.n_agreeing / reading.n_sample
        lines.append(
            f"Agreement on the sample: {reading.n_agreeing} of {reading.n_sample} answers ({share:.1f}%, "
            f"95% CI {100 * reading.low:.1f} to {100 * reading.high:.1f}%)."
        )
    else:
        lines.append("Agreement on the sample: unknown, no answer was reread in it.")
    if reading.n_sample_unusable:
        lines.append(f"For {reading.n_sample_unusable} more answers the extractor returned nothing usable.")
    unusable = reading.n_unread - reading.n_extracted - reading.n_none
    lines.append(
        f"Unread by the rule: {reading.n_unread} answers. The extractor reads {reading.n_extracted}, finds no answer "
        f"in {reading.n_none}, and returned nothing usable for {unusable}."
    )
    score = words.score.capitalize()
    lines.append(
        f"{score}: {_format_percent(reading.rule_score)} over {reading.n_rule} answers by the rule; "
        f"{_format_percent(reading.score)} with the extractor's. The rule's counts everywhere."
    )
    return lines


def _format_percent(share: float) -> str:
    return "unknown" if math.isnan(share) else f"{100 * share:.2f}%"
