"""What there is to judge a run by: how many answers, how many of them unreadable, about how many photographs."""

import pandas as pd


def coverage(answers: pd.DataFrame) -> pd.DataFrame:
    """One row per run, by its id: answers, unreadable, photographs, triangles, and mean kappas in percent.

    Args:
        answers: as the query `answers` gives them.

    Returns:
        answers, unreadable, photographs, triangles, kappa_3d, kappa_2d (NaN where nothing could be read).
    """
    table = answers.groupby("run_id").agg(
        answers=("question_id", "size"), read=("value", "count"), photographs=("photograph_id", "nunique"),
        triangles=("triangle_id", "nunique"), kappa_3d=("kappa_3d", "mean"), kappa_2d=("kappa_2d", "mean"),
    )  # fmt: skip
    table.insert(1, "unreadable", table["answers"] - table.pop("read"))
    return table.assign(kappa_3d=100 * table["kappa_3d"], kappa_2d=100 * table["kappa_2d"])
