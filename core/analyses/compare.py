"""Comparison of two runs on the cases that both answered: how much they differ, in which slices, on which cases."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pandas as pd

from core.analyses.estimates import add_verdicts, is_pair_in_holm_family, replace_no_spread_verdicts, to_percent
from core.factors import get_factor_column
from core.records import COUNTED, EXACT_KINDS, FEW_GROUPS, Scored
from core.scoring.answer_codes import (
    Questions,
    decode_categories,
    decode_value,
    get_score_column,
    get_truth_column,
    is_correct,
)
from core.statistics.agreement import compute_phi
from core.statistics.grouped_means import compute_grouped_means, pair_answers

PAIR = ("case_id", "question_id")
"""Columns that identify a pair of answers."""

OUTCOMES = ("both", "only_first", "only_second", "none")
"""Outcomes of a question about a case: which of two runs is right."""


SUMMED_COLUMNS = ("first_score", "second_score", "difference", *OUTCOMES)
"""Sums over the pairs of two runs."""


def compare_run_pairs(sums: pd.DataFrame, runs: Sequence[tuple[str, str]]) -> pd.DataFrame:
    """Compute the paired difference of the mean score of every two runs, in percent, corrected within the models.

    Args:
        sums: of the differences of pairs, by first, second and group, as `Warehouse.aggregate` returns them.
        runs: ids of all runs and the kinds of their models, in the order in which they are first and second.

    Returns:
        first, second (run ids), value (first - second), low, high, n, n_groups, corrected_p, verdict; also for runs
        without answers in common.
    """
    every = pd.DataFrame(combinations([run_id for run_id, _ in runs], 2), columns=["first", "second"])
    rows = every.merge(decode_categories(sums), on=["first", "second"], how="left")
    pairs = to_percent(
        compute_grouped_means(rows, "difference", ["first", "second"], counts=COUNTED.format("difference"))
    )
    return add_verdicts(pairs, is_pair_in_holm_family(pairs, dict(runs)))


def replace_by_skill(
    pairs: pd.DataFrame, skills: pd.DataFrame, baseline_run: str, runs: Sequence[tuple[str, str]]
) -> pd.DataFrame:
    """Replace the difference from the constant baseline by the skill that all pages show.

    The paired difference would treat the constants as given, and could contradict the skill on Overview.

    Args:
        pairs: as `compare_run_pairs` returns them.
        skills: run_id and the columns of `skill.estimate_skill`.
        baseline_run: id of the constant baseline's run.
        runs: as for `compare_run_pairs`.
    """
    names = ["value", "standard_error", "low", "high", "p_value"]
    of_run = skills.set_index("run_id")[names]
    replaced = pairs.astype(dict.fromkeys(names, float))
    for place, pair in replaced[["first", "second"]].iterrows():
        if baseline_run not in set(pair):
            continue
        (run_id,) = set(pair) - {baseline_run}
        if run_id not in of_run.index:
            continue
        value, error, low, high, p_value = of_run.loc[run_id]
        if pair["first"] == baseline_run:
            value, low, high = -value, -high, -low
        replaced.loc[place, names] = value, error, low, high, p_value
    return add_verdicts(replaced, is_pair_in_holm_family(replaced, dict(runs)))


def build_difference_matrix(pairs: pd.DataFrame, run_ids: Sequence[str]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Build the matrices of row minus column for every two runs, and of significance; NaN and False on the diagonal.

    A difference on fewer than `FEW_GROUPS` groups is never significant here: its interval is too narrow to judge by.

    Args:
        pairs: as `compare_run_pairs` returns them.
        run_ids: order of rows and columns.
    """
    is_clear = replace_no_spread_verdicts(pairs).isin(["higher", "lower"]) & (pairs["n_groups"] >= FEW_GROUPS)
    marked = pairs.assign(is_clear=is_clear.astype(float))
    mirrored = marked.rename(columns={"first": "second", "second": "first"}).assign(value=-marked["value"])
    both_ways, order = pd.concat([marked, mirrored]), pd.Index(run_ids)
    values = both_ways.pivot_table(index="first", columns="second", values="value").reindex(index=order, columns=order)
    marks = both_ways.pivot_table(index="first", columns="second", values="is_clear")
    return values, marks.reindex(index=order, columns=order).eq(1.0)


def get_difference(pairs: pd.DataFrame, first: str, second: str) -> pd.Series:
    """Return the row of two runs, with the sign of first - second.

    Args:
        pairs: as `compare_run_pairs` returns them.
        first: a run.
        second: another one.
    """
    row = pairs[pairs["first"].isin([first, second]) & pairs["second"].isin([first, second])].iloc[0]
    if row["first"] == first:
        return row
    turned = {"value": -row["value"], "low": -row["high"], "high": -row["low"]}
    verdict = {"higher": "lower", "lower": "higher"}.get(row["verdict"], row["verdict"])
    return pd.Series({**row, **turned, "first": first, "second": second, "verdict": verdict})


def compare_answers(answers: pd.DataFrame, first: str, second: str, against: Scored, right_at: float) -> pd.DataFrame:
    """Return the answers of `first` that both runs gave readably, with the other's value and score, and who is right.

    Args:
        answers: as the query `answers` returns them.
        first: a run.
        second: another one.
        against: against which truth.
        right_at: minimum score for a number to be right; classes are right by equality.

    Returns:
        The columns of `answers`, value_other, score_first and score_second (percent), difference (in points), outcome.
    """
    score = get_score_column(against)
    pairs = pair_answers(answers, score, "run_id", first, second, PAIR)
    of_second = answers.loc[answers["run_id"] == second, [*PAIR, "value"]].rename(columns={"value": "value_other"})
    pairs = pairs.merge(of_second, on=list(PAIR))
    first_right = is_correct(pairs, against, right_at) == 1
    second_right = is_correct(pairs.assign(**{score: pairs[f"{score}_other"]}), against, right_at) == 1
    who_is_right = {
        "both": first_right & second_right,
        "only_first": first_right & ~second_right,
        "only_second": ~first_right & second_right,
        "none": ~first_right & ~second_right,
    }
    return pairs.assign(
        score_first=100 * pairs[score],
        score_second=100 * pairs[f"{score}_other"],
        difference=100 * pairs["difference"],
        outcome=np.select([who_is_right[name] for name in OUTCOMES], OUTCOMES, default=""),
    )


def compare_slices(sums: pd.DataFrame, factor: str) -> pd.DataFrame:
    """Compute the mean difference per value of a factor, in percentage points, corrected for their number.

    Args:
        sums: of the differences of two runs, by the factor's column and group, as `Warehouse.aggregate` returns them.
        factor: key of a factor of questions or cases, whose values both runs share.

    Returns:
        slice, value, low, high, n, n_groups, corrected_p, verdict.
    """
    column = get_factor_column(factor)
    means = to_percent(compute_grouped_means(sums, "difference", [column], counts=COUNTED.format("difference")))
    return add_verdicts(means.rename(columns={column: "slice"}))


def compare_cases(sums: pd.DataFrame) -> pd.DataFrame:
    """Compute per case that both answered the mean score of either over the same questions, the largest gap first.

    Args:
        sums: of the pairs of two runs, for `SUMMED_COLUMNS`, by case and slot, as `Warehouse.aggregate` returns them.

    Returns:
        case_id, slot, score_first, score_second, difference (first - second), and the number of answers per
        outcome; all scores in percent.
    """
    first, second = (100 * sums[name] / sums["pairs"] for name in ("first_score", "second_score"))
    table = sums[["case_id", "slot"]].assign(
        score_first=first,
        score_second=second,
        difference=100 * sums["difference"] / sums["pairs"],
        **{name: sums[name].astype(int) for name in OUTCOMES},
    )
    return decode_categories(table).sort_values(
        "difference", key=abs, ascending=False, kind="stable", ignore_index=True
    )


def compute_common_means(cases: pd.DataFrame) -> tuple[float, float]:
    """Return the mean scores of both runs over all answers that both gave, in percent.

    Args:
        cases: as `compare_cases` returns them.
    """
    n_answers = cases[list(OUTCOMES)].sum(axis=1)
    first, second = ((cases[name] * n_answers).sum() / n_answers.sum() for name in ("score_first", "score_second"))
    return float(first), float(second)


def average_common_answers(sums: pd.DataFrame, run_id: str, compared_ids: tuple[str, str]) -> float | None:
    """Average a run's score over what two other runs answered readably, in percent.

    Args:
        sums: of the score by run, case and question, as `Warehouse.aggregate` returns them.
        run_id: of the averaged run.
        compared_ids: of the other two runs.

    Returns:
        None if the run lacks an answer that both others gave.
    """
    counted = COUNTED.format("score")
    rows = decode_categories(sums)
    by_run = dict(list(rows[rows[counted] > 0].set_index(["case_id", "question_id"]).groupby("run_id")))
    if not {run_id, *compared_ids} <= by_run.keys():
        return None
    common = by_run[compared_ids[0]].index.intersection(by_run[compared_ids[1]].index)
    answered = by_run[run_id].reindex(common)
    if answered.empty or answered[counted].isna().any():
        return None
    return float(100 * answered["score"].sum() / answered[counted].sum())


def count_joint_outcomes(sums: pd.DataFrame, against: Scored, questions: Questions) -> pd.DataFrame:
    """Count how often both are right, only one, none; with phi of their errors, per question and per true class.

    The true class matters: two models that always answer `scalene` share all errors only because the classes differ.

    Args:
        sums: of the pairs of two runs, for `OUTCOMES`, by question and truth, as `Warehouse.aggregate` returns them.
        against: which truth.
        questions: by id.

    Returns:
        question_id, truth (null: over the whole question), the four `OUTCOMES`, n, phi.
    """
    truth, rows = get_truth_column(against), []
    for question_id, asked in sums.groupby("question_id", observed=True):
        question = questions[str(question_id)]
        groups: list[tuple[object, pd.DataFrame]] = [(None, asked)]
        if question.kind in EXACT_KINDS:
            groups += [(decode_value(question, float(str(code))), own) for code, own in asked.groupby(truth)]
        for of_truth, own in groups:
            both, only_first, only_second, none = (int(own[name].sum()) for name in OUTCOMES)
            phi = compute_phi(none, only_second, only_first, both)
            rows.append((question_id, of_truth, both, only_first, only_second, none, int(own["pairs"].sum()), phi))
    return pd.DataFrame(rows, columns=["question_id", "truth", *OUTCOMES, "n", "phi"]).astype({"phi": float})
