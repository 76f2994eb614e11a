"""Right in whole sets by true class: distinguishes a robust model from one that always gives the same answer."""

from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import list_run_metadata, to_percent
from core.analyses.phrases import describe_few_groups, keep_runs_with_enough_groups
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_number
from core.records import CLASS_KINDS, RUN_COLUMNS
from core.scoring.answer_codes import Questions, decode_categories, decode_value
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.set_consistency import compute_consistency_index

MOST_CLASSES = 8
"""Maximum number of different truths of a question that count as classes a model could always answer."""

_SET = ["set_id", "question_id"]


@dataclass(frozen=True, slots=True)
class SetsByClass:
    """Sets of one protocol by what is true in them, in percent.

    Attributes:
        rows: question_id, true_class, run_id, value (right in all cases), low, high, n (sets), n_groups, model_id,
            label, kind; classes in the order of their sets' number.
        classes: question_id, true_class, n_sets, always (share of the question's sets that always answering this class
            gets right in all cases).
        whole: question_id, run_id, label, kind, value (right in all cases, over all classes), graded (answers that are
            right), consistency (NaN if sets differ in size, or all answers are right or wrong), n_right (sets), most
            (the class with most of them), n_most, n_groups; the best run first.
    """

    rows: pd.DataFrame
    classes: pd.DataFrame
    whole: pd.DataFrame


SUMMED_BY = (*RUN_COLUMNS, "question_id", "group_id", "protocol", "set_id")
SUMMED_COLUMNS = ("binary", "graded")
"""Sums over sets: right in all of their cases, and the share of cases that are right."""

CASES_BY = ("case_id", "question_id", "question_kind", "truth", "true_option")
"""Columns by which answers are summed for the truth of the cases."""


def compute_sets_by_class(
    sums: pd.DataFrame, cases: pd.DataFrame, sets: pd.DataFrame, questions: Questions
) -> SetsByClass | None:
    """Compute how often whole sets are right, by true class and run; None if no question has classes.

    Args:
        sums: for `SUMMED_COLUMNS`, of sets of one protocol, by `SUMMED_BY`, as `Warehouse.aggregate` returns them.
        cases: sums by `CASES_BY`.
        sets: the query `set_cases`, of the same protocol.
        questions: by id.

    Source: MMPerspective, section 2.4; docs/benchmarks/mmperspective.md: always giving one class scores its share.
    """
    classes = _find_set_classes(cases, sets, questions)
    if classes.empty:
        return None
    found = decode_categories(sums).merge(classes, on=_SET).dropna(subset=["binary"])
    if found.empty:
        return None
    counts = classes.groupby(["question_id", "true_class"]).size().rename("n_sets").reset_index()
    always = 100 * counts["n_sets"] / counts.groupby("question_id")["n_sets"].transform("sum")
    counts = counts.assign(always=always).sort_values(
        ["question_id", "n_sets", "true_class"], ascending=[True, False, True], ignore_index=True
    )
    names = list_run_metadata(sums)
    shares = to_percent(compute_grouped_means(found, "binary", ["question_id", "true_class", "run_id"]))
    sizes = sets.groupby(_SET).size()
    size = int(sizes.iloc[0]) if (sizes == sizes.iloc[0]).all() else 0
    return SetsByClass(shares.merge(names, on="run_id"), counts, _summarise_whole_sets(found, names, size))


def _find_set_classes(cases: pd.DataFrame, sets: pd.DataFrame, questions: Questions) -> pd.DataFrame:
    """Find the true class of each set, for questions with few different truths that do not change within a set."""
    asked_cases = decode_categories(cases[cases["question_kind"].isin(CLASS_KINDS)])
    texts = [
        option if isinstance(option, str) else str(decode_value(questions[question_id], truth))
        for option, question_id, truth in zip(
            asked_cases["true_option"], asked_cases["question_id"], asked_cases["truth"], strict=True
        )
    ]
    keys = ["case_id", "question_id"]
    in_sets = sets[["set_id", *keys]].merge(asked_cases.assign(true_class=texts), on=keys)
    of_sets = in_sets.groupby(_SET)["true_class"].agg(["first", "nunique"]).reset_index()
    of_questions = of_sets.groupby("question_id").agg(classes=("first", "nunique"), most=("nunique", "max"))
    kept = of_questions.index[of_questions["classes"].between(2, MOST_CLASSES) & (of_questions["most"] == 1)]
    return of_sets.loc[of_sets["question_id"].isin(kept), [*_SET, "first"]].rename(columns={"first": "true_class"})


def _summarise_whole_sets(found: pd.DataFrame, names: pd.DataFrame, size: int) -> pd.DataFrame:
    keys = ["question_id", "run_id"]
    right = found.groupby([*keys, "true_class"])["binary"].sum().rename("n_most").reset_index()
    most = right.sort_values([*keys, "n_most", "true_class"], ascending=[True, True, False, True]).drop_duplicates(keys)
    totals = found.groupby(keys).agg(
        mean=("binary", "mean"),
        sum=("binary", "sum"),
        graded=("graded", "mean"),
        n_groups=("group_id", "nunique"),
    )  # fmt: skip
    consistency = [compute_consistency_index(*row, size) for row in zip(totals["mean"], totals["graded"], strict=True)]
    totals = totals.assign(consistency=pd.Series(consistency, totals.index, dtype=float)).reset_index()
    joined = totals.merge(most.rename(columns={"true_class": "most"}), on=keys).merge(names, on="run_id")
    named = joined.assign(value=100 * joined["mean"], graded=100 * joined["graded"], n_right=joined["sum"].astype(int))
    whole = named.assign(n_most=named["n_most"].astype(int)).drop(columns=["mean", "sum"])
    return whole.sort_values(["question_id", "value"], ascending=[True, False], kind="stable", ignore_index=True)


def describe_sets_by_class(sets_by_class: SetsByClass, question_id: str, about: BenchmarkInfo) -> str:
    """Describe the classes of the best model's whole sets, and the score of always answering the commonest class."""
    of_question = sets_by_class.whole[
        (sets_by_class.whole["question_id"] == question_id) & (sets_by_class.whole["kind"] != "reference")
    ]
    if of_question.empty or not of_question["n_right"].any():
        return ""
    enough = keep_runs_with_enough_groups(of_question)
    best = enough.iloc[int(enough["value"].to_numpy().argmax())]
    classes = sets_by_class.classes[sets_by_class.classes["question_id"] == question_id].set_index("true_class")
    common = str(classes["always"].idxmax())
    right, most = best["n_right"], best["n_most"]
    which = f"all of them “{best['most']}”" if most == right else f"{most:,} of them “{best['most']}”"
    return (
        f"{best['label']} is right in every {about.words.case} of {right:,} sets, {format_number(best['value'])}%, "
        f"{which}. Always answering “{common}” "
        f"gets {format_number(classes['always'][common])}%.{describe_few_groups(best)}"
    )
