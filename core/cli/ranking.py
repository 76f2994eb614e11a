"""The ranking after new replies: the warehouse is built, and the new runs are ranked among the others."""

import math
from collections.abc import Collection
from pathlib import Path

from core.analyses import blind_references
from core.analyses.answered import describe_unranked, format_answered
from core.analyses.context_limit_warnings import list_context_limit_warnings
from core.cli.terminal import print_build, show_progress_bars, stderr, stdout
from core.warehouse.build import build
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current
from core.workspace import Workspace

MANY = 40
"""Number of runs up to which all are printed without `--all`."""

BEST = 20
"""Number of best runs that are printed beside the new ones if there are more than `MANY`."""


def build_and_rank(workspace: Workspace, folder: Path, run_ids: Collection[str], *, with_all: bool = False) -> None:
    """Build a benchmark's warehouse and print its runs, best first, with the new ones marked.

    Args:
        workspace: of the benchmark.
        folder: folder of its files.
        run_ids: ids of the new runs.
        with_all: whether to print every run, regardless of their number.
    """
    with show_progress_bars() as report:
        result = build(workspace, folder, report)
    print_build(result)
    with open_current(workspace) as warehouse:
        ranking, described = warehouse.query("ranking", kinds=None), read_benchmark_info(warehouse)
        warnings = list_context_limit_warnings(warehouse.query("input_tokens"), run_ids)
    words, truth, foil = described.words, described.truth.title, described.foil
    stdout.print(f"\n{words.score.capitalize()} in percent over readable answers, best first:", markup=False)
    none = blind_references.list_unanswered_references(ranking)
    comparable = blind_references.clear_unreadable_counts(ranking[~ranking["run_label"].isin(none)])
    ranked = list(enumerate(comparable.to_dict("records"), start=1))
    shown = ranked
    if not with_all and len(ranked) > MANY:
        shown = [(place, row) for place, row in ranked if place <= BEST or row["run_id"] in run_ids]
    for place, row in shown:
        mark = "→" if row["run_id"] in run_ids else " "
        answered = format_answered(row["cases"], row["all_cases"], words) or f"{row['cases']:>4} {words.cases}"
        stdout.print(
            f"{mark}{place if row['is_ranked'] else '–':>3}  {truth if foil else words.score} "
            f"{_format_percent(row['score'])}  "
            + (f"{foil.title} {_format_percent(row['foil_score'])}  " if foil else "")
            + f"{answered}  {row['unreadable']:>4} unreadable  {row['run_label']}",
            markup=False,
        )
    if partial := describe_unranked(comparable, words):
        stdout.print(partial, markup=False)
    if len(shown) < len(ranked):
        told = f"Shown are the best {BEST} of {len(ranked):,} runs, and the new ones. Use --all to print every run."
        stdout.print(told, markup=False)
    if none:
        stdout.print(blind_references.describe_missing_references(none, words), markup=False)
    for warning in warnings:
        stderr.print(warning, markup=False)


def _format_percent(score: float) -> str:
    return "     –" if math.isnan(score) else f"{score:6.2f}"
