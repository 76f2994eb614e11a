"""Slow definitions of what SQL and whole tables compute: truths, estimates, difficulty, bounds, phi, coherence."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.errors import StatisticsError
from core.records import EXACT_KINDS, RIGHT_AT, SCORED, TRIANGLE_QUESTION_BY_ID, Scored
from core.scoring.answer_codes import decode_categories, decode_value, get_score_column, get_truth_column, is_correct
from core.scoring.contradictions import RULES
from core.scoring.metrics import compute_scores
from core.statistics.lift import PERMUTATIONS, Score, compute_lift_tables
from core.statistics.skill import DRAWS, bootstrap_constants, compute_skills


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean or a difference with its uncertainty. Numbers that cannot be computed are None.

    Attributes:
        standard_error: clustered; None with fewer than two clusters.
        low, high: the 95% interval; None also if all clusters have the same value, because there is no spread.
        p_value: two-sided, for the hypothesis that the value is 0.
        degrees_of_freedom: of Student's t, clusters - 1 (of the smaller of two groups).
        n: number of answers, or of pairs of answers.
        n_groups: number of clusters.
    """

    value: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    p_value: float | None
    degrees_of_freedom: int
    n: int
    n_groups: int


def compute_difficulty(
    answers: pd.DataFrame, by: Sequence[str] = ("case_id",), against: Scored = "truth", right_at: float = RIGHT_AT
) -> pd.DataFrame:
    """Compute the share of models that answer a case correctly, over readable answers: 1 is easy, 0 hard.

    Args:
        answers: answers of several runs, without reference solvers.
        by: case_id, or case_id and question_id.
        against: role of the truth.
        right_at: the lowest score at which a number is right.

    Returns:
        The columns of `by`, share_right, n_answers, n_runs.
    """
    marked = answers.assign(is_right=is_correct(answers, against, right_at)).dropna(subset=["is_right"])
    return decode_categories(
        marked.groupby(list(by), observed=True, as_index=False).agg(
            share_right=("is_right", "mean"), n_answers=("is_right", "size"), n_runs=("run_id", "nunique")
        )
    )


def compute_disagreement(answers: pd.DataFrame, against: Scored = "truth", right_at: float = RIGHT_AT) -> pd.DataFrame:
    """Compute per case the share of pairs of runs with only one right answer, averaged over questions.

    Args:
        answers: answers of several runs, without reference solvers.
        against: role of the truth.
        right_at: the lowest score at which a number is right.

    Returns:
        case_id, disagreement: from 0, if all agree, to 2/3 for four runs of which two are right. Cases answered by
        fewer than two runs are left out.
    """
    marked = answers.assign(is_right=is_correct(answers, against, right_at)).dropna(subset=["is_right"])
    counts = marked.groupby(["case_id", "question_id"], observed=True)["is_right"].agg(["sum", "size"])
    counts = counts[counts["size"] > 1]
    mixed = counts["sum"] * (counts["size"] - counts["sum"])
    pairs = mixed / (counts["size"] * (counts["size"] - 1) / 2)
    return pairs.groupby("case_id").mean().rename("disagreement").reset_index()


def add_truths(answers: pd.DataFrame, truths: pd.DataFrame) -> pd.DataFrame:
    """Add the codes of truths and foils, in the same order of rows.

    Args:
        answers: run_id, case_id, question_id, value.
        truths: case_id, question_id, truth, foil (NaN if missing).

    Raises:
        StatisticsError: a run has two answers to one question of one case, or an answer has no truth.
    """
    keys = ["case_id", "question_id"]
    if answers.duplicated(["run_id", *keys]).any():
        raise StatisticsError("a run has two answers to one question of one case; read the answers once")
    known = answers.merge(truths[[*keys, *map(get_truth_column, SCORED)]], on=keys, how="left")
    if known["truth"].isna().any():
        case_id = known.loc[known["truth"].isna(), "case_id"].iloc[0]
        raise StatisticsError(f"{case_id} has no truth; build the warehouse again")
    return known.set_index(answers.index)


def as_estimate(row: pd.Series) -> Estimate:
    """Convert a row of a table of estimates to a record."""
    names = ("value", "standard_error", "low", "high", "p_value")
    counts = ("degrees_of_freedom", "n", "n_groups")
    numbers = {name: None if pd.isna(row[name]) else float(row[name]) for name in names}
    return Estimate(**numbers, **{name: int(row[name]) for name in counts})


def compute_bounds(rows: pd.DataFrame, value: str, by: Sequence[str]) -> pd.DataFrame:
    """Compute the bounds of a column's mean per slice.

    Args:
        rows: the columns `value`, `least`, `most` (as `add_missing_bounds` adds them) and those of `by`.
        value: the averaged column; NaN is left out of the mean.
        by: columns whose combinations are the slices.

    Returns:
        The columns of `by`, share_missing (of the rows with bounds), least and most: the mean with every missing
        value at its lowest and at its highest. All are in [0, 1].
    """
    bounded = rows[rows["least"].notna()]
    missing = bounded.assign(share_missing=bounded[value].isna().astype(float))
    names = ["share_missing", "least", "most"]
    return decode_categories(missing.groupby(list(by), observed=True, as_index=False)[names].mean())


def compute_slow_phi(first, second) -> float | None:
    """Compute the correlation of two binary variables, in [-1, 1], without pairs with NaN.

    The result is None if one of them is constant, because a model that is never wrong shares no errors.

    Source: K. Pearson's phi coefficient; for two binary columns it is their product-moment correlation.
    """
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    known = ~np.isnan(a + b)
    a, b = a[known], b[known]
    if len(a) == 0 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return None
    return float(np.corrcoef(a, b)[0, 1])


def compute_error_phi(
    answers: pd.DataFrame, first: str, second: str, questions, against: Scored = "truth", right_at: float = RIGHT_AT
) -> pd.DataFrame:
    """Compute how far two runs err on the same cases: phi per question, overall and within each true class.

    Two models that always answer `scalene` share all errors only because the classes differ, so phi is also computed
    within a true class.

    Returns:
        question_id, truth (a class word; null: overall), phi (NaN if undefined), n, wrong_first,
        wrong_second, wrong_both.
    """
    keys = ["case_id", "question_id"]
    marked = answers.assign(wrong=1.0 - is_correct(answers, against, right_at)).dropna(subset=["wrong"])
    ours, theirs = (marked[marked["run_id"] == run_id] for run_id in (first, second))
    pairs = ours.merge(theirs[[*keys, "wrong"]], on=keys, suffixes=("_first", "_second"))
    rows = []
    for question_id, asked in pairs.groupby("question_id", observed=True):
        question = questions[str(question_id)]
        groups: list[tuple[object, pd.DataFrame]] = [(None, asked)]
        if question.kind in EXACT_KINDS:
            by_truth = asked.groupby(get_truth_column(against), observed=True)
            groups += [(decode_value(question, float(str(code))), group) for code, group in by_truth]
        for truth, group in groups:
            a, b = group["wrong_first"], group["wrong_second"]
            wrong = (int(a.sum()), int(b.sum()), int((a * b).sum()))
            rows.append((question_id, truth, compute_slow_phi(a, b), len(group), *wrong))
    columns = ["question_id", "truth", "phi", "n", "wrong_first", "wrong_second", "wrong_both"]
    return pd.DataFrame(rows, columns=columns).astype({"phi": float})


_KEYS = ["run_id", "case_id"]
_REPLY_COLUMNS = ["run_id", "model_id", "case_id", "group_id", "slot"]


def compute_coherence(answers: pd.DataFrame, contradictions: pd.DataFrame) -> pd.DataFrame:
    """Compute one row per reply: `is_coherent`, and a column per kind of contradiction.

    Args:
        answers: as in `scored_answers`, all answers of these replies.
        contradictions: those of these replies (others are ignored), as `build_contradiction_table` or the table
            `contradictions` has them.

    Returns:
        The columns of the reply (run_id, model_id, case_id, group_id, slot);
        is_coherent (1: no contradiction; NaN with fewer than two readable answers); per kind 1 or 0, or NaN if one of
        its answers is unreadable.
    """
    replies = answers[_REPLY_COLUMNS].drop_duplicates(_KEYS).sort_values(_KEYS, ignore_index=True)
    keys = pd.MultiIndex.from_frame(replies[_KEYS])
    is_read = _mark_values(keys, answers[answers["value"].notna()], "question_id", list(TRIANGLE_QUESTION_BY_ID))
    has = _mark_values(keys, contradictions, "kind", list(RULES))
    shows = {kind: has[kind].where(is_read[list(rule.question_ids)].all(axis=1)) for kind, rule in RULES.items()}
    is_coherent = (~has.any(axis=1)).where(is_read.sum(axis=1) > 1)
    columns = {"is_coherent": is_coherent, **shows}
    return replies.assign(**{name: column.astype(float).to_numpy() for name, column in columns.items()})


def _mark_values(keys: pd.MultiIndex, rows: pd.DataFrame, column: str, names: list[str]) -> pd.DataFrame:
    """Return whether a reply (row) has a row with a value (column); rows of other replies are ignored."""
    row_indexes = keys.get_indexer(pd.MultiIndex.from_frame(rows[_KEYS]))
    columns = pd.Index(names).get_indexer(pd.Index(rows[column]))
    table = np.zeros((len(keys), len(names)), dtype=bool)
    table[row_indexes[row_indexes >= 0], columns[row_indexes >= 0]] = True
    return pd.DataFrame(table, keys, names)


def rescore_classes(answers: pd.DataFrame, classes: pd.DataFrame, against: Scored = "truth") -> pd.DataFrame:
    """Score Q1 and Q2 against other true classes; Q3 to Q6 stay unchanged.

    Args:
        answers: as in `scored_answers`.
        classes: as returned by `compute_true_classes`; other answers stay unchanged.
        against: role of the truth whose kappa is replaced.
    """
    column = get_score_column(against)
    truth = answers[["case_id", "question_id"]].merge(classes, how="left")["class_code"]
    again = compute_scores("class", answers["value"].to_numpy(), truth.to_numpy())
    return answers.assign(**{column: answers[column].where(truth.isna().to_numpy(), again)})


def compute_skill_table(answers: pd.DataFrame, draws: int = DRAWS) -> pd.DataFrame:
    """Compute the mean skill per run by `compute_skills` from answers in any order, with constants of the asked cases.

    Args:
        answers: run_id, group_id, case_id, question_id, question_kind, score, truth and, for choices, n_options and
            options of all runs.
        draws: number of draws of the seeded bootstrap.

    Returns:
        run_id and the columns of `intervals.compute_contrasts`, sorted by run.
    """
    keys = ["group_id", "case_id", "question_id"]
    asked = answers.drop_duplicates(keys[1:]).sort_values(keys)
    columns = pd.MultiIndex.from_frame(decode_categories(asked[keys[1:]])).get_indexer(
        pd.MultiIndex.from_frame(decode_categories(answers[keys[1:]]))
    )
    runs, run_ids = pd.factorize(answers["run_id"], sort=True)
    wide = np.full((len(run_ids), len(asked)), np.nan)
    wide[runs, columns] = answers["score"].to_numpy(float)
    found = compute_skills(wide, bootstrap_constants(asked, draws))
    return decode_categories(pd.DataFrame({"run_id": run_ids})).join(found)


def compute_lift_table(
    answers: pd.DataFrame, score: Score = "truth", n_permutations: int = PERMUTATIONS
) -> pd.DataFrame:
    """Compute lift of one score over all answers by `compute_lift_tables`."""
    return compute_lift_tables([(score, "all", answers)], n_permutations).drop(columns=["against", "subset"])
