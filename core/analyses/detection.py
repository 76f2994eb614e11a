"""Yes-no questions by signal detection, and answers of one run that no solid can have together."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.estimates import run_names
from core.scoring.coding import in_words
from core.scoring.detection import detection

COLUMNS = ("run_id", "d_prime", "low", "high", "criterion", "hit_rate", "false_alarm_rate", "n", "n_unreadable")


def detection_by_run(answers: pd.DataFrame, question_id: str, yes: str) -> pd.DataFrame:
    """D' and bias of each run in a question with two options.

    Args:
        answers: as the query `answers` gives them, with `said` and `true_option`: texts of options.
        question_id: which.
        yes: text of the option whose detection is meant.

    Returns:
        `COLUMNS`, model_id, label and kind; the highest d' first; runs without readable answers of both kinds are left
        out. Intervals take cases as independent.
    """
    asked = in_words(answers[answers["question_id"] == question_id])
    rows = []
    for run_id, own in asked.groupby("run_id", observed=True):
        read = own[own["value"].notna()]
        is_yes, is_so = (read["said"] == yes), (read["true_option"] == yes)
        n_signal, n_noise = int(is_so.sum()), int((~is_so).sum())
        if not n_signal or not n_noise:
            continue
        found = detection(int((is_yes & is_so).sum()), n_signal, int((is_yes & ~is_so).sum()), n_noise)
        numbers = (found.d_prime, found.low, found.high, found.criterion, found.hit_rate, found.false_alarm_rate)
        rows.append((run_id, *numbers, len(read), len(own) - len(read)))
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    named = table.merge(run_names(answers), on="run_id") if len(table) else table
    return named.sort_values("d_prime", ascending=False, ignore_index=True)


def claimed_together(answers: pd.DataFrame, question_ids: Sequence[str], yes: str) -> pd.DataFrame:
    """How often each run says yes to all of some questions about one group, where no group can have them all.

    Args:
        answers: as the query `answers` gives them.
        question_ids: at least two.
        yes: text of the option.

    Returns:
        run_id, n_together (groups of which all is claimed), n_groups (those asked all of it and readable), share.
    """
    asked = in_words(answers[answers["question_id"].isin(list(question_ids)) & answers["value"].notna()])
    said = asked.assign(is_yes=asked["said"] == yes)
    wide = said.pivot_table(index=["run_id", "group_id"], columns="question_id", values="is_yes", aggfunc="max")
    complete = wide.reindex(columns=list(question_ids)).dropna().astype(bool).all(axis=1)
    found = complete.groupby(level="run_id").agg(["sum", "size"]).reset_index()
    found.columns = pd.Index(["run_id", "n_together", "n_groups"])
    return found.assign(share=found["n_together"] / found["n_groups"])
