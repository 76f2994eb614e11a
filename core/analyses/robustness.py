"""Robustness over the sets of a benchmark, and contradictions within replies, in percent."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.estimates import add_bounds, list_run_metadata, to_percent
from core.analyses.phrases import format_coded_value
from core.benchmarks.choice.circular import CIRCULAR
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_number
from core.records import COUNTED, EXACT_KINDS, FEW_GROUPS, RUN_COLUMNS, Question
from core.scoring.answer_codes import is_correct
from core.scoring.contradictions import RULES
from core.solvers import blind_constant
from core.solvers.fitted import FITTED
from core.statistics.grouped_means import compute_grouped_means
from core.statistics.set_consistency import SET_MEASURES

KINDS = {kind: rule.title for kind, rule in RULES.items()}

SUMMED_BY = (*RUN_COLUMNS, "question_id", "group_id", "protocol")
"""Columns by which sets are summed for these measures."""

SUMMED_COLUMNS = (*(f"{name}{bound}" for name in SET_MEASURES for bound in ("", "_least", "_most")), "repeated_guess")
"""Summed values: every measure, with its lowest and highest value, and the share of whole sets of a repeated guess."""


def list_set_measures(about: BenchmarkInfo) -> dict[str, str]:
    """List the measures of a benchmark with sets, by key: all of its first protocol, then one of each other."""
    if not about.protocols:
        return {}
    first, *others = about.protocols
    case, cases = about.words.case, about.words.cases
    whole = about.protocols[first]
    is_named = whole.startswith(("right in all ", "right in every ", "right at every "))
    same = whole.removeprefix("right ") if is_named else f"in all {cases}"
    titles = {"binary": whole, "graded": f"right per {case}", "stable": f"the same {same}"}
    if about.words.group == "triangle":
        titles |= {"graded": "right per view"}
    return titles | {protocol: about.protocols[protocol] for protocol in others}


def name_whole_set(about: BenchmarkInfo) -> str:
    """Name what a robust model is, by the benchmark's first protocol: `right in all views of a triangle`."""
    whole = next(iter(about.protocols.values()))
    return f"{whole} of a {about.words.group}" if whole.endswith("views") else whole


def build_measure_rows(sums: pd.DataFrame, protocols: Sequence[str]) -> pd.DataFrame:
    """Build the rows that every measure averages: one row per measure and row of the sums.

    Args:
        sums: of sets, for `SUMMED_COLUMNS`, by `SUMMED_BY`, as `Warehouse.aggregate` returns them.
        protocols: in order; the first contributes all measures, the others whether a set is right in all cases.

    Returns:
        measure, the columns of `SUMMED_BY`, is_met (number of sets that meet it; partly right sets count in part) and
        counted (number of sets; those with an unreadable case are left out), least, most and bounded as
        `estimates.add_bounds` expects them.
    """
    tables = [_select_measure_rows(sums[sums["protocol"] == protocols[0]], name, name) for name in SET_MEASURES]
    tables += [_select_measure_rows(sums[sums["protocol"] == name], "binary", name) for name in protocols[1:]]
    return pd.concat(tables, ignore_index=True)


def _select_measure_rows(sums: pd.DataFrame, column: str, measure: str) -> pd.DataFrame:
    """Select the rows of a measure, with column names that all measures share."""
    names = {
        column: "is_met",
        COUNTED.format(column): "counted",
        f"{column}_least": "least",
        f"{column}_most": "most",
        COUNTED.format(f"{column}_least"): "bounded",
    }
    return sums[[*SUMMED_BY, *names]].rename(columns=names).assign(measure=measure)


def compute_set_measures(rows: pd.DataFrame, by: Sequence[str] = ("run_id",)) -> pd.DataFrame:
    """Compute every measure per run (and question), with its interval.

    Args:
        rows: as `build_measure_rows` returns them.
        by: run_id, and question_id if wanted.

    Returns:
        measure, the columns of `by`, value, low, high, n (sets, times questions), n_groups, the bounds of
        `estimates.add_bounds`, model_id, label, kind.
    """
    keys = ["measure", *by]
    table = add_bounds(to_percent(compute_grouped_means(rows, "is_met", keys, counts="counted")), rows, keys)
    return table.dropna(subset=["value"]).merge(list_run_metadata(rows), on="run_id")


def is_constant_moved_by_order(by_run: pd.DataFrame, about: BenchmarkInfo) -> bool:
    """Return whether the sets are orders of the options, in none of which the best constant answer keeps its option.

    Args:
        by_run: as `compute_set_measures` returns it, by run.
        about: the benchmark.
    """
    is_of_constant = (by_run["measure"] == "stable") & (by_run["model_id"] == blind_constant.MODEL.model_id)
    is_never_kept = bool(by_run.loc[is_of_constant, "value"].eq(0).any())
    return is_never_kept and next(iter(about.protocols)) == CIRCULAR.protocol


def find_most_changing_run(by_run: pd.DataFrame) -> str:
    """Return the run whose answers change most within sets: a model, or else a reference that looks.

    A model with at least `FEW_GROUPS` groups of sets comes before those with fewer.

    Args:
        by_run: as `compute_set_measures` returns it, by run.
    """
    stable = by_run[by_run["measure"] == "stable"].sort_values("value", kind="stable")
    is_blind, is_model = stable["model_id"].isin(FITTED), stable["kind"] != "reference"
    is_enough = stable["n_groups"] >= FEW_GROUPS
    of_kinds = (stable[is_model & is_enough], stable[is_model], stable[~is_blind], stable)
    return str(next(rows for rows in of_kinds if len(rows))["run_id"].iloc[0])


def find_most_changing_question(by_question: pd.DataFrame, run_id: str) -> str:
    """Return the question to which a run's answers change most within sets.

    Args:
        by_question: as `compute_set_measures` returns it, by run and question.
        run_id: of the run.
    """
    stable = by_question[(by_question["measure"] == "stable") & (by_question["run_id"] == run_id)]
    return str(stable.sort_values("value", kind="stable")["question_id"].iloc[0])


def compute_contradiction_shares(sums: pd.DataFrame) -> pd.DataFrame:
    """Compute the share of replies that contradict themselves, at all and by kind, per run in percent, with interval.

    Args:
        sums: of replies with the answers to all questions, by `RUN_COLUMNS`, group and kind, as `Warehouse.aggregate`
            returns them.

    Returns:
        kind (`coherent`: no contradiction at all; else one that some reply has, the commonest first), run_id, value,
        low, high, n (replies that could show it), n_groups, model_id, label, model kind as `kind_of_model`.
    """
    common = sums.groupby("kind")["shows"].sum().drop("coherent", errors="ignore")
    common = common[common > 0].sort_values(ascending=False, kind="stable")
    kinds = ["coherent", *common.index]
    names = list_run_metadata(sums).rename(columns={"kind": "kind_of_model"})
    means = compute_grouped_means(
        sums[sums["kind"].isin(kinds)], "shows", ["kind", "run_id"], counts=COUNTED.format("shows")
    )
    table = to_percent(means).dropna(subset=["value"]).merge(names, on="run_id")
    return table.sort_values("kind", key=lambda column: column.map(kinds.index), kind="stable", ignore_index=True)


def find_worst_sets(answers: pd.DataFrame, sets: pd.DataFrame, right_at: float) -> pd.DataFrame:
    """Find the sets in which a run's answers to a question differ most.

    Sets are sorted by how much the score varies within the set, then by the number of different answers; options are
    compared by their text. The truth is the same in the whole set, so the view, or the order of the options, causes
    every change of answer. A run that is wrong in the same way every time does not vary and is left out.

    Args:
        answers: of one run to one question, as the query `answers` returns them.
        sets: set_id, case_id, of one protocol.
        right_at: minimum score for a number to be right.

    Returns:
        set_id, swing (largest minus smallest score, in percent), n_different, n_right, n_read, truth (NaN if its letter
        differs between cases); only sets that vary, the worst first.
    """
    asked = answers.dropna(subset=["value"])
    content = asked["said"].where(asked["question_kind"] == "choice", asked["value"])
    marked = asked.assign(is_right=is_correct(asked, right_at=right_at), content=content).merge(
        sets[["set_id", "case_id", "question_id"]], on=["case_id", "question_id"]
    )
    found = marked.groupby("set_id", observed=True, as_index=False).agg(
        highest=("score", "max"),
        lowest=("score", "min"),
        n_different=("content", "nunique"),
        n_right=("is_right", "sum"),
        n_read=("value", "size"),
        truth=("truth", "first"),
        n_truths=("truth", "nunique"),
    )
    found["truth"] = found["truth"].where(found["n_truths"] == 1)
    swings = found.assign(swing=100 * (found["highest"] - found["lowest"]))
    order = swings[swings["swing"] > 0].sort_values(["swing", "n_different", "set_id"], ascending=[False, False, True])
    return order.drop(columns=["highest", "lowest", "n_truths"]).reset_index(drop=True)


def describe_answers(answers: pd.DataFrame, question: Question, right_at: float) -> dict[str, str]:
    """Describe the answers of one run to a question with their scores, in a few words, by case."""
    right = is_correct(answers, right_at=right_at)
    columns = (answers[name] for name in ("case_id", "value", "score"))
    return {
        case_id: "unreadable"
        if pd.isna(value)
        else f"{format_coded_value(question, value)}: {'right' if ok else 'wrong'}"
        + ("" if question.kind in EXACT_KINDS else f", score {format_number(100 * score, 0)}%")
        for case_id, value, score, ok in zip(*columns, right, strict=True)
    }
