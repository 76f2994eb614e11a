"""Which models err on the same cases: phi between their errors, and the sentence that says it."""

import math

import pandas as pd

from core.scoring.correlation import phi

COLUMNS = ("first", "second", "phi", "n", "both_wrong")


def common_errors(answers: pd.DataFrame) -> pd.DataFrame:
    """Phi between the errors of every two runs over the cases that both of them answered readably.

    Args:
        answers: run_id, case_id, question_id, and score (1 right, 0 wrong, NaN unreadable).

    Returns:
        first, second (runs), phi (NaN where one of them is all right or all wrong), n (cases), both_wrong (cases).

    Source: MMPerspective, Figure 7.
    """
    wide = answers.pivot_table(index=["case_id", "question_id"], columns="run_id", values="score", observed=True)
    rows = []
    runs = [str(run) for run in wide.columns]
    for i, first in enumerate(runs):
        for second in runs[i + 1 :]:
            both = wide[[first, second]].dropna() < 1
            n_both = int(both.all(axis=1).sum())
            rows.append((first, second, phi(both[first], both[second]), len(both), n_both))
    return pd.DataFrame(rows, columns=list(COLUMNS))


def most_alike(found: pd.DataFrame) -> str:
    """The pair whose errors go together most, as a sentence; empty where no pair can be compared."""
    known = found.dropna(subset=["phi"])
    if known.empty:
        return ""
    best = known.sort_values("phi", ascending=False).iloc[0]
    value = float(best["phi"])
    sign = "−" if value < 0 and not math.isclose(value, 0, abs_tol=0.005) else ""
    return (
        f"The errors of {best['first']} and {best['second']} go together most: phi {sign}{abs(value):.2f} over "
        f"{int(best['n']):,} cases, {int(best['both_wrong']):,} of them wrong in both."
    )
