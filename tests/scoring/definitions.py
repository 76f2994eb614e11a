"""Slow definitions of what SQL and whole tables compute: truths, an estimate, difficulty, bounds, phi, coherence."""

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
    """A mean or a difference with its uncertainty; None where it cannot be computed.

    Attributes:
        standard_error: by clusters; None with fewer than two clusters.
        low, high: the 95% interval; None also where every cluster gives the same, which has no spread to judge by.
        p_value: two-sided, of the hypothesis that the value is 0.
        degrees_of_freedom: of Student's t, clusters - 1 (of the smaller group, where there are two).
        n: answers (pairs of answers, where they are paired).
        n_groups: clusters.
    """

    value: float | None
    standard_error: float | None
    low: float | None
    high: float | None
    p_value: float | None
    degrees_of_freedom: int
    n: int
    n_groups: int


def difficulty(
    answers: pd.DataFrame, by: Sequence[str] = ("case_id",), against: Scored = "truth", right_at: float = RIGHT_AT
) -> pd.DataFrame:
    """The share of models that get a case right, over the answers that could be read: 1 easy, 0 hard.

    Args:
        answers: several runs' answers; leave reference solvers out before.
        by: case_id, or case_id and question_id.
        against: against which truth.
        right_at: the score from which on a number is right.

    Returns:
        The columns of `by`, share_right, n_answers, n_runs.
    """
    marked = answers.assign(is_right=is_correct(answers, against, right_at)).dropna(subset=["is_right"])
    return decode_categories(
        marked.groupby(list(by), observed=True, as_index=False).agg(
            share_right=("is_right", "mean"), n_answers=("is_right", "size"), n_runs=("run_id", "nunique")
        )
    )


def disagreement(answers: pd.DataFrame, against: Scored = "truth", right_at: float = RIGHT_AT) -> pd.DataFrame:
    """Per case, the share of pairs of runs of which only one is right, mean over the questions.

    Args:
        answers: several runs' answers; leave reference solvers out before.
        against: against which truth.
        right_at: the score from which on a number is right.

    Returns:
        case_id, disagreement: from 0, all alike, to 2/3 for four runs of which two are right; without the
        cases that fewer than two runs answered.
    """
    marked = answers.assign(is_right=is_correct(answers, against, right_at)).dropna(subset=["is_right"])
    counts = marked.groupby(["case_id", "question_id"], observed=True)["is_right"].agg(["sum", "size"])
    counts = counts[counts["size"] > 1]
    mixed = counts["sum"] * (counts["size"] - counts["sum"])
    pairs = mixed / (counts["size"] * (counts["size"] - 1) / 2)
    return pairs.groupby("case_id").mean().rename("disagreement").reset_index()


def with_truths(answers: pd.DataFrame, truths: pd.DataFrame) -> pd.DataFrame:
    """The answers with the codes of their truths and foils, in the same order.

    Args:
        answers: run_id, case_id, question_id, value.
        truths: case_id, question_id, truth, foil (NaN where there is none).

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


def bounds_table(rows: pd.DataFrame, value: str, by: Sequence[str]) -> pd.DataFrame:
    """The bounds of the mean of a column per slice.

    Args:
        rows: the columns `value`, `least`, `most` (as `add_missing_bounds` adds them) and those of `by`.
        value: what is averaged; NaN where it is left out of the mean.
        by: columns whose combinations are the slices.

    Returns:
        The columns of `by`, share_missing (of the rows that have bounds), least and most: the mean with every missing
        value at its lowest and at its highest. All are in [0, 1].
    """
    bounded = rows[rows["least"].notna()]
    missing = bounded.assign(share_missing=bounded[value].isna().astype(float))
    names = ["share_missing", "least", "most"]
    return decode_categories(missing.groupby(list(by), observed=True, as_index=False)[names].mean())


def phi(first, second) -> float | None:
    """The correlation of two binary variables, in [-1, 1]; NaN pairs are left out.

    None if one of them is constant: a model that is never wrong has no errors to share.

    Source: K. Pearson's phi coefficient; for two columns of 0 and 1 it is their product-moment correlation.
    """
    a, b = np.asarray(first, dtype=float), np.asarray(second, dtype=float)
    known = ~np.isnan(a + b)
    a, b = a[known], b[known]
    if len(a) == 0 or np.ptp(a) == 0 or np.ptp(b) == 0:
        return None
    return float(np.corrcoef(a, b)[0, 1])


def phi_of_errors(
    answers: pd.DataFrame, first: str, second: str, questions, against: Scored = "truth", right_at: float = RIGHT_AT
) -> pd.DataFrame:
    """Whether two runs err on the same cases: phi per question, over all of it and within each true class.

    Within a true class matters: two models that always say `scalene` share all errors only because the classes differ.

    Returns:
        question_id, truth (a class word; null: over all), phi (NaN where it is not defined), n, wrong_first,
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
            rows.append((question_id, truth, phi(a, b), len(group), *wrong))
    columns = ["question_id", "truth", "phi", "n", "wrong_first", "wrong_second", "wrong_both"]
    return pd.DataFrame(rows, columns=columns).astype({"phi": float})


_KEYS = ["run_id", "case_id"]
_OF_REPLY = ["run_id", "model_id", "case_id", "group_id", "slot"]


def coherence_by_reply(answers: pd.DataFrame, found: pd.DataFrame) -> pd.DataFrame:
    """One row per reply: `is_coherent`, and a column per kind.

    Args:
        answers: as in `scored_answers`, all that these replies give.
        found: the contradictions of these replies (others are ignored), as `build_contradiction_table` returns them or
            the table `contradictions` keeps them.

    Returns:
        The columns of the reply (run_id, model_id, case_id, group_id, slot);
        is_coherent (1: no contradiction; NaN where fewer than two answers could be read); per kind 1 or 0, NaN where
        one of its answers could not be read.
    """
    replies = answers[_OF_REPLY].drop_duplicates(_KEYS).sort_values(_KEYS, ignore_index=True)
    keys = pd.MultiIndex.from_frame(replies[_KEYS])
    is_read = _table(keys, answers[answers["value"].notna()], "question_id", list(TRIANGLE_QUESTION_BY_ID))
    has = _table(keys, found, "kind", list(RULES))
    shows = {kind: has[kind].where(is_read[list(rule.question_ids)].all(axis=1)) for kind, rule in RULES.items()}
    is_coherent = (~has.any(axis=1)).where(is_read.sum(axis=1) > 1)
    columns = {"is_coherent": is_coherent, **shows}
    return replies.assign(**{name: column.astype(float).to_numpy() for name, column in columns.items()})


def _table(keys: pd.MultiIndex, rows: pd.DataFrame, column: str, names: list[str]) -> pd.DataFrame:
    """Whether a reply (row) has a row with a value of the column (column of the table); rows of others are ignored."""
    places = keys.get_indexer(pd.MultiIndex.from_frame(rows[_KEYS]))
    columns = pd.Index(names).get_indexer(pd.Index(rows[column]))
    table = np.zeros((len(keys), len(names)), dtype=bool)
    table[places[places >= 0], columns[places >= 0]] = True
    return pd.DataFrame(table, keys, names)


def rescored(answers: pd.DataFrame, classes: pd.DataFrame, against: Scored = "truth") -> pd.DataFrame:
    """The answers with the kappa of Q1 and Q2 against other true classes; those of Q3 to Q6 stay as they are.

    Args:
        answers: as in `scored_answers`.
        classes: as `compute_true_classes` returns them; what is not in it stays as it is.
        against: whose kappa is replaced.
    """
    column = get_score_column(against)
    truth = answers[["case_id", "question_id"]].merge(classes, how="left")["class_code"]
    again = compute_scores("class", answers["value"].to_numpy(), truth.to_numpy())
    return answers.assign(**{column: answers[column].where(truth.isna().to_numpy(), again)})


def skill_table(answers: pd.DataFrame, draws: int = DRAWS) -> pd.DataFrame:
    """The mean skill per run: `compute_skills` of answers in any order, with constants drawn from what was asked.

    Args:
        answers: run_id, group_id, case_id, question_id, question_kind, score, truth and, where there are choices,
            n_options and options of all runs.
        draws: of the bootstrap, seeded.

    Returns:
        run_id and the columns of `intervals.compute_contrasts`, sorted by run.
    """
    keys = ["group_id", "case_id", "question_id"]
    asked = answers.drop_duplicates(keys[1:]).sort_values(keys)
    places = pd.MultiIndex.from_frame(decode_categories(asked[keys[1:]])).get_indexer(
        pd.MultiIndex.from_frame(decode_categories(answers[keys[1:]]))
    )
    runs, run_ids = pd.factorize(answers["run_id"], sort=True)
    wide = np.full((len(run_ids), len(asked)), np.nan)
    wide[runs, places] = answers["score"].to_numpy(float)
    found = compute_skills(wide, bootstrap_constants(asked, draws))
    return decode_categories(pd.DataFrame({"run_id": run_ids})).join(found)


def lift_table(answers: pd.DataFrame, score: Score = "truth", n_permutations: int = PERMUTATIONS) -> pd.DataFrame:
    """Compute `compute_lift_tables` of one score over all answers."""
    return compute_lift_tables([(score, "all", answers)], n_permutations).drop(columns=["against", "subset"])
