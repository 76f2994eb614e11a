"""The gap between two runs of a benchmark's warehouse."""

from core.analyses.score_gap import Average, Reading, ScoreGap, ScoreSource, Unread, explain_gap
from core.errors import SelectionError
from core.settings import Settings
from core.warehouse.read import Warehouse, open_current

MANIFEST = ("model_id", "prompt_id", "image_view", "request_options")


def load_score_source(
    warehouse: Warehouse,
    run_id: str,
    reading: Reading = "ours",
    unread: Unread = "left out",
    average: Average = "answers",
) -> ScoreSource:
    """Load a run with the way in which it is scored.

    Raises:
        SelectionError: the run does not exist or has no answers, or its replies have no score of the program.
    """
    ranking = warehouse.query("ranking", kinds=None)
    labels = dict(zip(ranking["run_id"].astype(str), ranking["run_label"].astype(str), strict=True))
    if run_id not in labels:
        raise SelectionError(f"The run {run_id} does not exist. Use one of {', '.join(labels)}.")
    answers = warehouse.query("gap_answers", run_id=run_id)
    if answers.empty:
        raise SelectionError(f"{run_id} has no answers. Choose a run with answers.")
    if reading == "program" and answers["said_score"].isna().all():
        raise SelectionError(
            f"The replies of {run_id} have no score of the program that asked. Use the reading `ours`."
        )
    runs = warehouse.query("runs").set_index("run_id")
    manifest = {key: str(runs.loc[run_id, key]) for key in MANIFEST}
    ways = [
        "scored by the program that asked" if reading == "program" else "",
        "unread replies wrong" if unread == "wrong" else "",
        "mean over questions" if average == "questions" else "",
    ]
    suffix = ", ".join(filter(None, ways))
    return ScoreSource(labels[run_id] + (f" ({suffix})" if suffix else ""), answers, manifest, reading, unread, average)


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
        first, second = (load_score_source(warehouse, *way) for way in ways)
        return explain_gap(first, second)
