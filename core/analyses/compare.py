"""Two runs on the cases that both answered: how much they differ, in which slices, and on which cases."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from core.analyses.estimates import in_percent, pairs_of_models, with_verdicts
from core.records import Scored, column_of
from core.scoring.agreement import phi_of_errors
from core.scoring.coding import Questions, in_words, is_right, score_column
from core.scoring.slices import mean_table, paired_rows, pairwise_table
from core.text import interval_text

PAIR = ("case_id", "question_id")
"""What the two answers of a pair have in common."""

OUTCOMES = ("both", "only_first", "only_second", "none")
"""Which of two runs is right on a question about a case."""


def pairwise_differences(answers: pd.DataFrame, against: Scored) -> pd.DataFrame:
    """The paired difference of the mean score of every two runs, in percent, with verdicts corrected within the models.

    Args:
        answers: as the query `answers` gives them.
        against: against which truth.

    Returns:
        first, second (run ids), value (first - second), low, high, n, n_groups, corrected_p, verdict.
    """
    pairs = in_percent(pairwise_table(answers, score_column(against), "run_id", PAIR))
    return with_verdicts(pairs, pairs_of_models(pairs, answers))


def difference_matrix(pairs: pd.DataFrame, run_ids: Sequence[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Row minus column for every two runs, and whether it is significant; NaN and False on the diagonal.

    Args:
        pairs: as `pairwise_differences` returns them.
        run_ids: order of rows and columns.
    """
    marked = pairs.assign(is_clear=pairs["verdict"].isin(["higher", "lower", "no spread"]).astype(float))
    mirrored = marked.rename(columns={"first": "second", "second": "first"}).assign(value=-marked["value"])
    both_ways, order = pd.concat([marked, mirrored]), pd.Index(run_ids)
    values = both_ways.pivot_table(index="first", columns="second", values="value").reindex(index=order, columns=order)
    marks = both_ways.pivot_table(index="first", columns="second", values="is_clear")
    return values, marks.reindex(index=order, columns=order).eq(1.0)


def difference_of(pairs: pd.DataFrame, first: str, second: str) -> pd.Series:
    """The row of two runs, turned so that it is first - second.

    Args:
        pairs: as `pairwise_differences` returns them.
        first: a run.
        second: another one.
    """
    row = pairs[pairs["first"].isin([first, second]) & pairs["second"].isin([first, second])].iloc[0]
    if row["first"] == first:
        return row
    turned = {"value": -row["value"], "low": -row["high"], "high": -row["low"]}
    verdict = {"higher": "lower", "lower": "higher"}.get(row["verdict"], row["verdict"])
    return pd.Series({**row, **turned, "first": first, "second": second, "verdict": verdict})


def paired_answers(answers: pd.DataFrame, first: str, second: str, against: Scored, right_at: float) -> pd.DataFrame:
    """The answers of `first` to what both runs answered readably, with the other's value and score, and who is right.

    Args:
        answers: as the query `answers` gives them.
        first: a run.
        second: another one.
        against: against which truth.
        right_at: the score from which on a number is right; classes are right by equality.

    Returns:
        The columns of `answers`, value_other, kappa_first and kappa_second (percent), difference (in points), outcome.
    """
    kappa = score_column(against)
    pairs = paired_rows(answers, kappa, "run_id", first, second, PAIR)
    of_second = answers.loc[answers["run_id"] == second, [*PAIR, "value"]].rename(columns={"value": "value_other"})
    pairs = pairs.merge(of_second, on=list(PAIR))
    first_right = is_right(pairs, against, right_at) == 1
    second_right = is_right(pairs.assign(**{kappa: pairs[f"{kappa}_other"]}), against, right_at) == 1
    who_is_right = {
        "both": first_right & second_right,
        "only_first": first_right & ~second_right,
        "only_second": ~first_right & second_right,
        "none": ~first_right & ~second_right,
    }
    return pairs.assign(
        kappa_first=100 * pairs[kappa],
        kappa_second=100 * pairs[f"{kappa}_other"],
        difference=100 * pairs["difference"],
        outcome=np.select([who_is_right[name] for name in OUTCOMES], OUTCOMES, default=""),
    )


def differences_by_slice(pairs: pd.DataFrame, factor: str) -> pd.DataFrame:
    """The mean difference per value of a factor, in points of percent, with verdicts corrected for their number.

    Args:
        pairs: as `paired_answers` returns them.
        factor: key of a factor of questions or cases, whose values both runs share.

    Returns:
        slice, value, low, high, n, n_groups, corrected_p, verdict.
    """
    column = column_of(factor)
    return with_verdicts(mean_table(pairs, "difference", [column]).rename(columns={column: "slice"}))


def by_case(pairs: pd.DataFrame) -> pd.DataFrame:
    """One row per case that both answered: mean score of either over the same questions, the largest gap first.

    Args:
        pairs: as `paired_answers` returns them.

    Returns:
        case_id, slot, kappa_first, kappa_second, difference (first - second), and how many answers each
        outcome has; all scores in percent.
    """
    outcomes = {name: pairs["outcome"] == name for name in OUTCOMES}
    table = (
        pairs.assign(**outcomes)
        .groupby(["case_id", "slot"], observed=True, as_index=False)
        .agg(
            kappa_first=("kappa_first", "mean"),
            kappa_second=("kappa_second", "mean"),
            difference=("difference", "mean"),
            **{name: (name, "sum") for name in OUTCOMES},
        )
    )
    return in_words(table).sort_values("difference", key=abs, ascending=False, kind="stable", ignore_index=True)


def slices_sentence(slices: pd.DataFrame, factor: str, names: Mapping[str, str], first: str, second: str) -> str:
    """At how many levels of a factor two runs differ significantly; where there are no two, that nothing is compared.

    Args:
        slices: as `differences_by_slice` returns them.
        factor: its title.
        names: what to write for a level.
        first: name of the first run.
        second: name of the second run.
    """
    by = factor[:1].lower() + factor[1:]
    if slices.empty:
        return f"No answer that both gave has a {by}."
    if len(slices) == 1:
        level = slices["slice"].iloc[0]
        return f"All answers that both gave have the same {by} ({names.get(level, level)}): nothing to compare by it."
    n_clear = int(slices["verdict"].isin(["higher", "lower"]).sum())
    return f"By {by}, {first} and {second} differ significantly in {n_clear or 'none'} of {len(slices)} levels."


def four_way_table(
    answers: pd.DataFrame, first: str, second: str, against: Scored, right_at: float, questions: Questions
) -> pd.DataFrame:
    """How often both are right, only one, none; and phi of their errors, over a question and within each true class.

    Args:
        answers: as the query `answers` gives them.
        first: a run.
        second: another one.
        against: against which truth.
        right_at: the score from which on a number is right.
        questions: by id.

    Returns:
        question_id, truth (null: over all of the question), the four `OUTCOMES`, n, phi.
    """
    asked = answers[answers["run_id"].isin([first, second])]
    table = phi_of_errors(asked, first, second, questions, against, right_at)
    wrong_first, wrong_second, wrong_both = (table[f"wrong_{name}"] for name in ("first", "second", "both"))
    counts = {
        "both": table["n"] - wrong_first - wrong_second + wrong_both,
        "only_first": wrong_second - wrong_both,
        "only_second": wrong_first - wrong_both,
        "none": wrong_both,
    }
    return table.assign(**counts)[["question_id", "truth", *OUTCOMES, "n", "phi"]]


def difference_sentence(
    difference: Mapping[Any, Any], first: str, second: str, measure: str, n_pairs: int, group: str
) -> str:
    """Which run is better, by how much and with what certainty, in one sentence.

    Args:
        difference: a row of `pairwise_differences`, first - second.
        first: name of the first run.
        second: name of the second run.
        measure: what is compared, in words.
        n_pairs: for how many pairs of runs the verdict is corrected.
        group: what is independent, in words.
    """
    value, verdict = difference["value"], difference["verdict"]
    if pd.isna(value):
        return f"{first} and {second} have no answers in common."
    ahead, behind = (first, second) if value > 0 else (second, first)
    points = f"{abs(value):.1f} points of {measure}"
    if verdict == "too few to tell":
        return f"{ahead} is {points} ahead of {behind}, on a single {group}, which is too few to judge by."
    if pd.isna(difference["low"]):
        if verdict == "no spread":
            return f"{ahead} is {points} ahead of {behind}, the same on every {group}: there is no spread to judge by."
        return f"{first} and {second} score the same on every {group}."
    low, high = sorted(
        (difference["low"], difference["high"]) if value > 0 else (-difference["low"], -difference["high"])
    )
    interval = f"95 % interval {interval_text(low, high)}"
    if verdict != "not distinguishable":
        return f"{ahead} scores higher than {behind}: by {points} ({interval})."
    corrected = f" once corrected for the {n_pairs} pairs compared" if low > 0 else ""
    return f"{first} and {second} are not significantly different{corrected}: {ahead} is {points} ahead ({interval})."


def sides_sentence(cases: pd.DataFrame, first: str, second: str) -> str:
    """On how many cases either run is ahead, and on how many they are equal.

    Args:
        cases: as `by_case` returns them.
        first: name of the first run.
        second: of the second.
    """
    ahead = cases["kappa_first"] - cases["kappa_second"]
    counts = f"{first} is ahead on {(ahead > 0).sum():,}, {second} on {(ahead < 0).sum():,}"
    return f"{counts}; they are equal on {(ahead == 0).sum():,}."
