"""The gap between two runs of a benchmark's warehouse."""

from core.analyses.score_gap import Average, Reading, ScoreGap, Unread, explain_gap
from core.analyses.score_sources import load_score_source
from core.errors import SelectionError
from core.warehouse.read import open_current
from core.workspace import Workspace


def explain_run_gap(
    workspace: Workspace,
    run_ids: tuple[str, str],
    readings: tuple[Reading, Reading] = ("ours", "ours"),
    unread: tuple[Unread, Unread] = ("left out", "left out"),
    averages: tuple[Average, Average] = ("answers", "answers"),
    published: float | None = None,
) -> ScoreGap:
    """Explain the gap between two runs, between two ways of scoring one run, or to a published score in percent.

    Raises:
        SelectionError: a run is not usable, run and way of scoring are the same without a published score, or that is
            not a percentage or is compared with two runs.
        WarehouseError: the benchmark has no warehouse.
    """
    ways = list(zip(run_ids, readings, unread, averages, strict=True))
    if published is not None and run_ids[0] != run_ids[1]:
        raise SelectionError("A published score is compared with one run. Omit OTHER, or --published.")
    if published is not None and not 0 <= published <= 100:
        raise SelectionError(f"--published {published}: write the score in percent, from 0 to 100.")
    if published is None and ways[0] == ways[1]:
        raise SelectionError(
            "Both runs and their scoring are the same. Name OTHER, score it in another way, or give --published."
        )
    with open_current(workspace) as warehouse:
        first, second = (load_score_source(warehouse.query, *way) for way in ways)
        return explain_gap(first, second, published)
