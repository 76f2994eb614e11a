"""The gap between two runs of a benchmark's warehouse."""

from core.analyses.score_gap import Average, Reading, ScoreGap, Unread, explain_gap
from core.analyses.score_sources import load_score_source
from core.errors import SelectionError
from core.settings import Settings
from core.warehouse.read import open_current


def explain_run_gap(
    settings: Settings,
    run_ids: tuple[str, str],
    readings: tuple[Reading, Reading] = ("ours", "ours"),
    unread: tuple[Unread, Unread] = ("left out", "left out"),
    averages: tuple[Average, Average] = ("answers", "answers"),
) -> ScoreGap:
    """Explain the gap between two runs, or between two ways of scoring one run.

    Raises:
        SelectionError: a run is not usable, or run and way of scoring are the same.
        WarehouseError: the benchmark has no warehouse.
    """
    ways = list(zip(run_ids, readings, unread, averages, strict=True))
    if ways[0] == ways[1]:
        raise SelectionError(
            "Both runs and their scoring are the same. Name two runs, or score the second in another way."
        )
    with open_current(settings) as warehouse:
        first, second = (load_score_source(warehouse.query, *way) for way in ways)
        return explain_gap(first, second)
