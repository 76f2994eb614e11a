"""Which models err on the same cases: phi between their errors, and the sentence that says it."""

import pandas as pd

from core.analyses.estimates import run_names
from core.records import RIGHT_AT, Scored
from core.scoring.coding import is_right
from core.scoring.correlation import phi
from core.text import number_text

COLUMNS = ("first", "second", "phi", "n", "both_wrong")
_REFERENCE = "reference"


def common_errors(answers: pd.DataFrame, against: Scored = "truth", right_at: float = RIGHT_AT) -> pd.DataFrame:
    """Phi between the errors of every two runs over the answers that are readable in both.

    Args:
        answers: as the query `answers` gives them.
        against: against which truth.
        right_at: the score from which on a number is right.

    Returns:
        first, second (run ids), phi (NaN where one of them is all right or all wrong), n (answers), both_wrong
        (answers), first_label, second_label, of_models (whether neither is a reference); the highest phi first.

    Source: MMPerspective, Figure 7.
    """
    marked = answers.assign(is_wrong=1.0 - is_right(answers, against, right_at))
    wide = marked.pivot_table(index=["case_id", "question_id"], columns="run_id", values="is_wrong", observed=True)
    rows = []
    runs = [str(run) for run in wide.columns]
    for i, first in enumerate(runs):
        for second in runs[i + 1 :]:
            both = wide[[first, second]].dropna() > 0
            n_both = int(both.all(axis=1).sum())
            rows.append((first, second, phi(both[first], both[second]), len(both), n_both))
    found = pd.DataFrame(rows, columns=list(COLUMNS)).astype({"phi": float})
    names = run_names(answers).set_index("run_id")
    for side in ("first", "second"):
        found[f"{side}_label"] = found[side].map(names["label"])
    kinds = [found[side].map(names["kind"]) for side in ("first", "second")]
    named = found.assign(of_models=(kinds[0] != _REFERENCE) & (kinds[1] != _REFERENCE))
    return named.sort_values(["phi", "first", "second"], ascending=[False, True, True], ignore_index=True)


def most_alike(found: pd.DataFrame) -> str:
    """The two models whose errors go together most, as a sentence; empty where no two can be compared."""
    known = found[found["of_models"]].dropna(subset=["phi"])
    if known.empty:
        return ""
    best = known.iloc[0]
    return (
        f"The errors of {best['first_label']} and {best['second_label']} go together most: phi "
        f"{number_text(best['phi'], 2)} over {best['n']:,} answers, {best['both_wrong']:,} of them wrong in both."
    )
