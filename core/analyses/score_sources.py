"""Sources of scores for `score_gap`: a run of the warehouse with the way in which it is scored."""

from collections.abc import Callable

import pandas as pd

from core.analyses.score_gap import Average, Reading, ScoreSource, Unread
from core.errors import SelectionError
from core.formatting import to_single_line

_MANIFEST = ("model_id", "prompt_id", "image_view", "request_options")

Query = Callable[..., pd.DataFrame]
"""Runs a named query of the warehouse: its name, then its parameters by name."""


def load_score_source(
    query: Query, run_id: str, reading: Reading = "ours", unread: Unread = "left out", average: Average = "answers"
) -> ScoreSource:
    """Load a run with the way in which it is scored.

    Args:
        query: of the warehouse, or a cached one.
        run_id: id of the run.
        reading: who reads the replies.
        unread: how unreadable replies count.
        average: over what the mean is taken.

    Raises:
        SelectionError: the run does not exist or has no answers, or its replies have no score of the program.
    """
    ranking = query("ranking", kinds=None)
    labels = dict(zip(ranking["run_id"].astype(str), ranking["run_label"].astype(str), strict=True))
    if run_id not in labels:
        raise SelectionError(f"The run {to_single_line(run_id)} does not exist. Use one of {', '.join(labels)}.")
    answers = query("gap_answers", run_id=run_id)
    if answers.empty:
        raise SelectionError(f"{run_id} has no answers. Choose a run with answers.")
    if reading == "program" and not is_scored_by_program(answers):
        raise SelectionError(
            f"The replies of {run_id} have no score of the program that asked. Use the reading `ours`."
        )
    runs = query("runs").set_index("run_id")
    manifest = {key: str(runs.loc[run_id, key]) for key in _MANIFEST}
    ways = [
        "scored by the program that asked" if reading == "program" else "",
        "unread replies wrong" if unread == "wrong" else "",
        "mean over questions" if average == "questions" else "",
    ]
    suffix = ", ".join(filter(None, ways))
    return ScoreSource(labels[run_id] + (f" ({suffix})" if suffix else ""), answers, manifest, reading, unread, average)


def is_scored_by_program(answers: pd.DataFrame) -> bool:
    """Return whether the program that asked has stated a score of any reply.

    Args:
        answers: as the query `gap_answers` returns them.
    """
    return bool(answers["said_score"].notna().any())
