"""Robustness over the sets of a benchmark, and contradictions within replies, in percent."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.estimates import in_percent, run_names, with_bounds
from core.analyses.wording import coded_text, unreadable_caution
from core.benchmarks.about import About
from core.records import COUNTED, EXACT_KINDS, RUN_COLUMNS, Question
from core.scoring.coding import is_right
from core.scoring.contradictions import RULES
from core.scoring.robustness import SET_MEASURES
from core.scoring.slices import mean_table
from core.solvers import blind_constant

KINDS = {kind: rule.title for kind, rule in RULES.items()}

SUMMED_BY = (*RUN_COLUMNS, "question_id", "group_id", "protocol")
"""By what sets are summed for these measures."""

SUMMED_FOR = tuple(f"{name}{bound}" for name in SET_MEASURES for bound in ("", "_least", "_most"))
"""What is summed: every measure, and what it is at least and at most."""


def set_measures(about: About) -> dict[str, str]:
    """The measures of a benchmark with sets, by key: those of its first protocol, then right in all of each other's."""
    if not about.protocols:
        return {}
    first, *others = about.protocols
    case, cases = about.words.case, about.words.cases
    titles = {"binary": about.protocols[first], "graded": f"right per {case}", "stable": f"the same in all {cases}"}
    if about.words.group == "triangle":
        titles |= {"graded": "right per view", "stable": "the same in all views"}
    return titles | {protocol: about.protocols[protocol] for protocol in others}


def rows_of_measures(sums: pd.DataFrame, protocols: Sequence[str]) -> pd.DataFrame:
    """What every measure is the mean of: one row per measure and row of the sums.

    Args:
        sums: of sets, for `SUMMED_FOR`, by `SUMMED_BY`, as `Warehouse.sums` gives them.
        protocols: in order; of the first one all measures are taken, of the others whether a set is right in all cases.

    Returns:
        measure, the columns of `SUMMED_BY`, is_met (how many sets meet it, parts counting as parts) and counted (of how
        many; those with a case that could not be read are left out), least, most and bounded as
        `estimates.with_bounds` takes them.
    """
    tables = [_rows_of(sums[sums["protocol"] == protocols[0]], name, name) for name in SET_MEASURES]
    tables += [_rows_of(sums[sums["protocol"] == name], "binary", name) for name in protocols[1:]]
    return pd.concat(tables, ignore_index=True)


def _rows_of(sums: pd.DataFrame, column: str, measure: str) -> pd.DataFrame:
    """The rows of a measure, by the names that all measures share."""
    names = {
        column: "is_met",
        COUNTED.format(column): "counted",
        f"{column}_least": "least",
        f"{column}_most": "most",
        COUNTED.format(f"{column}_least"): "bounded",
    }
    return sums[[*SUMMED_BY, *names]].rename(columns=names).assign(measure=measure)


def measures(rows: pd.DataFrame, by: Sequence[str] = ("run_id",)) -> pd.DataFrame:
    """Every measure per run (and question), with interval.

    Args:
        rows: as `rows_of_measures` returns them.
        by: run_id, and question_id where wanted.

    Returns:
        measure, the columns of `by`, value, low, high, n (sets, times questions), n_groups, the bounds
        that `estimates.with_bounds` adds, model_id, label, kind.
    """
    keys = ["measure", *by]
    table = with_bounds(in_percent(mean_table(rows, "is_met", keys, counts="counted")), rows, keys)
    return table.dropna(subset=["value"]).merge(run_names(rows), on="run_id")


def robustness_sentences(by_run: pd.DataFrame, about: About) -> list[str]:
    """The run that is most often right in whole sets, how stable it is, and how the best constant answer does.

    A model is called robust only if its interval lies above what the constant reaches: a model that repeats itself is
    stable and as often right in whole sets as its answer is true. A second text warns where unreadable answers may hide
    failures. There is none without a model.

    Args:
        by_run: as `measures` returns it, by run.
        about: the benchmark.
    """
    names = set_measures(about)
    whole, same = names["binary"], names["stable"]
    wide = by_run.pivot_table(index=["kind", "run_id"], columns="measure", values="value").reset_index()
    if not {"binary", "graded", "stable"} <= set(wide.columns) or (wide["kind"] == "reference").all():
        return []
    labels = by_run.drop_duplicates("run_id").set_index("run_id")["label"]
    models = wide[wide["kind"] != "reference"].sort_values("binary", ascending=False)
    most, changing = models.iloc[0], models.sort_values("stable", kind="stable").iloc[0]
    of_group = f" of a {about.words.group}" if whole.endswith("views") else ""
    of_blind = wide[wide["run_id"].isin(by_run.loc[by_run["model_id"] == blind_constant.MODEL.model_id, "run_id"])]
    blind = of_blind["binary"].iloc[0] if len(of_blind) else None
    ends = by_run[(by_run["measure"] == "binary") & (by_run["kind"] != "reference")]
    is_robust = blind is None or (ends["low"].fillna(ends["value"]) > blind).any()
    found = (
        f"{labels[most['run_id']]}, {whole}{of_group} for {most['binary']:.1f} % of the questions; it answers {same} "
        f"for {most['stable']:.1f} %."
    )
    text = f"Most robust: {found}" if is_robust else f"No model is robust. Highest: {found}"
    if changing["run_id"] != most["run_id"]:
        text += (
            f" {labels[changing['run_id']]} changes its answers most: the same answer for {changing['stable']:.1f} %."
        )
    if blind is not None:
        beaten = "" if is_robust else ", and no model's interval lies above it"
        text += f" The best constant answer, which never looks, is {whole} for {blind:.1f} %{beaten}."
    return [text, *unreadable_caution(ends, f"the share {whole}", f"of {about.words.groups} left out")]


def contradiction_shares(sums: pd.DataFrame) -> pd.DataFrame:
    """The share of replies that contradict themselves, at all and by kind, per run in percent, with interval.

    Args:
        sums: of replies with the answers to all questions, by `RUN_COLUMNS`, group and kind, as `Warehouse.sums` gives
            them.

    Returns:
        kind (`coherent`: no contradiction at all; else one that some reply has, the commonest first), run_id, value,
        low, high, n (replies that could show it), n_groups, model_id, label, model kind as `kind_of_model`.
    """
    common = sums.groupby("kind")["shows"].sum().drop("coherent", errors="ignore")
    common = common[common > 0].sort_values(ascending=False, kind="stable")
    kinds = ["coherent", *common.index]
    names = run_names(sums).rename(columns={"kind": "kind_of_model"})
    means = mean_table(sums[sums["kind"].isin(kinds)], "shows", ["kind", "run_id"], counts=COUNTED.format("shows"))
    table = in_percent(means).dropna(subset=["value"]).merge(names, on="run_id")
    return table.sort_values("kind", key=lambda column: column.map(kinds.index), kind="stable", ignore_index=True)


def worst_sets(answers: pd.DataFrame, sets: pd.DataFrame, right_at: float) -> pd.DataFrame:
    """The sets in which a run's answers to a question differ most.

    The order is by how much the score varies within the set, then by the number of different answers, options being
    different by their text. What is true is the same in the whole set, so the view, or the order of the options,
    causes every change of answer. A run that is wrong in the same way every time does not vary and is left out.

    Args:
        answers: of one run to one question, as the query `answers` gives them.
        sets: set_id, case_id, of one protocol.
        right_at: the score from which on a number is right.

    Returns:
        set_id, swing (largest minus smallest score, in percent), n_different, n_right, n_read, truth (NaN where it has
        another letter in each case); only sets that vary, the worst first.
    """
    asked = answers.dropna(subset=["value"])
    content = asked["said"].where(asked["question_kind"] == "choice", asked["value"])
    marked = asked.assign(is_right=is_right(asked, right_at=right_at), content=content).merge(
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


def answers_in_words(answers: pd.DataFrame, question: Question, right_at: float) -> dict[str, str]:
    """The answers of one run to a question with their scores, as a few words, by case."""
    right = is_right(answers, right_at=right_at)
    columns = (answers[name] for name in ("case_id", "value", "score"))
    return {
        case_id: "unreadable"
        if pd.isna(value)
        else f"{coded_text(question, value)}: {'right' if ok else 'wrong'}"
        + ("" if question.kind in EXACT_KINDS else f", score {100 * kappa:.0f} %")
        for case_id, value, kappa, ok in zip(*columns, right, strict=True)
    }
