"""Named means against their slow definition, and tables of a paper with their guessing baselines."""

from dataclasses import replace
from itertools import product

import numpy as np
import pandas as pd
import pytest

from core.analyses import aggregates as analysis
from core.analyses.aggregates import CELL, describe_published_mean, parse_published_means
from core.analyses.paper_tables import (
    Z_95,
    build_printed_table,
    list_columns,
    list_guessing_scores,
    list_table_titles,
    select_column_with_errors,
)
from core.benchmarks.cases import Case, CaseQuestion, CaseSet
from core.benchmarks.data import BenchmarkData, Terminology
from core.benchmarks.gepbench.benchmark import BENCHMARK
from core.benchmarks.gepbench.published import PAPER_TABLES
from core.benchmarks.publications import PublishedMean
from core.factors import Factor
from core.records import Question
from core.warehouse.run_cache.paper_means import compute_paper_means as aggregated_of_run
from core.warehouse.run_cache.scoring_context import ScoringContext

CELLS = PublishedMean(
    "avg", "Avg", ("question", "level"), "cells", "Paper, Table 1", of_factor="level", of_levels=("a", "b")
)
ALL = replace(CELLS, weighting="answers")
NO_SETS = pd.DataFrame({"protocol": [], "set_id": [], "case_id": []})


def make_answers(n=120, seed=3):
    """Make two runs on cells of unequal size, with a third level that does not count and some unreadable answers."""
    random = np.random.default_rng(seed)
    levels = random.choice(["a", "b", "c"], n, p=[0.6, 0.2, 0.2])
    questions = random.choice(["Q", "R"], n, p=[0.7, 0.3])
    rows = []
    for run_id, place in product(("x", "y"), range(n)):
        value = float(random.integers(0, 2)) if random.random() > 0.1 else np.nan
        rows.append(
            {"run_id": run_id, "model_id": run_id, "run_label": run_id, "model_kind": "vlm", "case_id": f"{place:03}",
             "group_id": f"g{place // 3}", "question_id": questions[place], "question_kind": "choice",
             "level": levels[place], "value": value, "truth": 1.0, "said": str(value), "score": value}
        )  # fmt: skip
    return pd.DataFrame(rows)


def make_subject(answers, defined, sets):
    """Make a benchmark with these answers' questions and one named mean."""
    first = answers.drop_duplicates("case_id")
    cases = [
        Case(row.case_id, row.group_id, row.case_id, (CaseQuestion(row.question_id, ("0.0", "1.0")),),
             factors={"level": row.level})
        for row in first.itertuples()
    ]  # fmt: skip
    case_sets = [
        CaseSet(str(protocol), str(set_id), tuple(own["case_id"]))
        for (protocol, set_id), own in sets.groupby(["protocol", "set_id"])
    ]
    questions = tuple(Question(name, name, name, "", "choice") for name in sorted(set(answers["question_id"])))
    words = Terminology("case", "cases", "group", "groups", "score")
    contents = BenchmarkData(
        benchmark={}, words=words, questions=questions, frames=(), factors=(), cases=cases, truths=[], prompt="",
        sets=case_sets, aggregates=(defined,),
    )  # fmt: skip
    return ScoringContext(BENCHMARK, contents)


def aggregated(answers, defined, sets):
    """Return a page's means from the cached means of each run."""
    subject = make_subject(answers, defined, sets)
    asked = zip(answers["case_id"], answers["question_id"], strict=True)
    numbers = [subject.asked_no[key] for key in asked]
    numbered = answers.assign(asked_no=numbers, options=[("0.0", "1.0")] * len(answers))
    tables = [aggregated_of_run(own, subject) for _, own in numbered.groupby("run_id")]
    means, cells = (pd.concat(part, ignore_index=True) for part in zip(*tables, strict=True))
    named = means.assign(model_id=means["run_id"], label=means["run_id"], kind="vlm")
    return analysis.select_published_mean(defined, named, cells)


@pytest.mark.parametrize("defined", [CELLS, ALL])
def test_mean_equals_its_definition(defined):
    """Means over cells and over answers use readable answers of counted levels only; the weights add up."""
    answers = make_answers()
    found = aggregated(answers, defined, NO_SETS)
    assert found.n_cells == 4
    for run in found.by_run.to_dict("records"):
        own = answers[(answers["run_id"] == run["run_id"]) & answers["level"].isin(["a", "b"])]
        cells = [
            own[(own["question_id"] == question) & (own["level"] == level)]["score"]
            for question, level in product("QR", "ab")
        ]
        by_cell = np.mean([cell.dropna().mean() for cell in cells])
        expected = by_cell if defined is CELLS else own["score"].dropna().mean()
        assert run["value"] == pytest.approx(100 * expected)
        lowest, highest = (
            np.mean([cell.fillna(end).mean() for cell in cells])
            if defined is CELLS
            else own["score"].fillna(end).mean()
            for end in (0.0, 1.0)
        )
        assert (run["least"], run["most"]) == pytest.approx((100 * lowest, 100 * highest))
        assert run["low"] < run["value"] < run["high"]
        cells_of_run = found.cells[found.cells["run_id"] == run["run_id"]]
        assert cells_of_run["weight"].sum() == pytest.approx(100)
        assert (cells_of_run["weight"] * cells_of_run["value"]).sum() / 100 == pytest.approx(run["value"])


def test_mean_over_sets_needs_all_cases_right():
    """Under a protocol a set is right if every case is; its factors are those of its cases."""
    answers = make_answers().assign(level="a", question_id="Q")
    cases = sorted(set(answers["case_id"]))
    pairs = [int(case) // 2 for case in cases]
    sets = pd.DataFrame({"protocol": "flip", "set_id": pairs, "case_id": cases, "question_id": "Q"})
    found = aggregated(answers, replace(CELLS, protocol="flip", of_factor=None, of_levels=()), sets)
    for run in found.by_run.to_dict("records"):
        own = answers[answers["run_id"] == run["run_id"]].set_index("case_id")["score"]
        pairs = [own.loc[cases[place : place + 2]] for place in range(0, len(cases), 2)]
        complete = [pair.min() for pair in pairs if pair.notna().all()]
        assert run["value"] == pytest.approx(100 * np.mean(complete))


WEIGHTED = PublishedMean(
    "paper", "Paper's", ("level",), "stated", "Paper, Table 2", of_factor="question", of_levels=("Q",),
    weights={"a": 350.0, "b": 875.0},
)  # fmt: skip


def test_stated_weights_are_those_of_the_cells():
    """Levels count by their weights, whatever their number of answers; levels without a weight do not count."""
    answers = make_answers()
    found = aggregated(answers, WEIGHTED, NO_SETS)
    for run in found.by_run.to_dict("records"):
        own = answers[(answers["run_id"] == run["run_id"]) & (answers["question_id"] == "Q")]
        means = {level: own[own["level"] == level]["score"].mean() for level in "ab"}
        assert run["value"] == pytest.approx(100 * (350 * means["a"] + 875 * means["b"]) / 1225)
        assert run["low"] < run["value"] < run["high"]
        cells = found.cells[found.cells["run_id"] == run["run_id"]].set_index(CELL)
        assert cells["weight"].to_dict() == pytest.approx({"a": 100 * 350 / 1225, "b": 100 * 875 / 1225})
    assert describe_published_mean(found, {"level": Factor("level", "Level")}, {}) == (
        "Paper's (only Q): the mean over level of all answers, with the weights a 350, b 875. Paper, Table 2."
    )


def test_unanswered_level_gives_up_its_weight():
    """Weights are proportions: the mean over a single level is that level's mean."""
    answers = make_answers()
    answers = answers[(answers["level"] == "b") & (answers["question_id"] == "Q")]
    found = aggregated(answers, WEIGHTED, NO_SETS)
    means = answers.groupby("run_id")["score"].mean() * 100
    assert found.by_run.set_index("run_id")["value"].to_dict() == pytest.approx(means.to_dict())
    assert set(found.by_run["n_means"]) == {1}


def test_stated_weights_round_trip():
    """Weights are restored from the two lists that a build writes."""
    row = {"aggregate_id": "paper", "title": "Paper's", "over": ["level"], "weighting": "stated", "protocol": None,
           "of_factor": "question", "of_levels": ["Q"], "source": "Paper, Table 2", "position": 0,
           "weighted_levels": ["a", "b"], "weights": [350.0, 875.0]}  # fmt: skip
    assert parse_published_means(pd.DataFrame([row])) == [WEIGHTED]


def test_run_with_fewer_cells_is_recognizable():
    """A mean over fewer cells than others has a smaller number of cells."""
    answers = make_answers()
    lacks = answers[(answers["run_id"] != "y") | (answers["question_id"] != "R")]
    found = aggregated(lacks, CELLS, NO_SETS)
    assert found.by_run.set_index("run_id")["n_means"].to_dict() == {"x": 4, "y": 2}
    assert found.cells.groupby("run_id")[CELL].nunique().to_dict() == {"x": 4, "y": 2}


def test_definitions_round_trip_and_are_described():
    """A build's `aggregates` are restored, and the sentence names cells and weights."""
    row = {"aggregate_id": "avg", "title": "Avg", "over": ["question", "level"], "weighting": "cells", "protocol": None,
           "of_factor": "level", "of_levels": ["a", "b"], "source": "Paper, Table 1", "position": 0,
           "weighted_levels": None, "weights": None}  # fmt: skip
    (defined,) = parse_published_means(pd.DataFrame([row]))
    assert defined == CELLS
    factors = {key: Factor(key, key.capitalize()) for key in ("question", "level")}
    sentence = describe_published_mean(aggregated(make_answers(), defined, NO_SETS), factors, {})
    assert sentence == (
        "Avg (only a and b): the mean of 4 cells (question × level), each with the weight 25.0%. Paper, Table 1."
    )


@pytest.fixture(scope="module")
def figures():
    """The query `published_figures` of GePBench."""
    return pd.DataFrame(
        [
            {
                name: getattr(one, name)
                for name in ("origin", "figure_id", "row_key", "column_key", "value", "unit", "source")
            }
            for one in (*PAPER_TABLES.read_figures(), *PAPER_TABLES.read_derived_figures())
        ]
    )


def test_paper_table_is_shown_as_printed(figures):
    """Every printed number is in its place, followed by the two guessing baselines."""
    wide = build_printed_table(figures, "accuracy_by_model").set_index(" ")
    assert list(wide.columns) == list_columns(figures, "accuracy_by_model")
    printed = figures[(figures["figure_id"] == "accuracy_by_model") & (figures["origin"] == "paper")]
    for row in printed.to_dict("records"):
        assert wide.loc[row["row_key"], row["column_key"]] == row["value"]
    assert list(wide.index[-2:]) == ["best letter (guess)", "blind text (guess)"]
    assert list_table_titles(figures)["accuracy_by_model"] == "Accuracy by model, percent. GePBench, Table 1"


def test_intervals_are_those_of_the_cautious_reading(figures):
    """Half an interval is 1.96 standard errors of 800 questions; humans and random guessing have none."""
    rows = select_column_with_errors(figures, "accuracy_by_model", "easy size").set_index("label")
    p = rows.loc["GPT-4o", "value"] / 100
    half = (rows.loc["GPT-4o", "high"] - rows.loc["GPT-4o", "low"]) / 2
    assert half == pytest.approx(100 * Z_95 * np.sqrt(p * (1 - p) / 800), abs=0.02)
    assert rows.loc[["Human", "Random guessing"], "low"].isna().all()
    assert list_guessing_scores(figures, "easy size") == {"best letter": 50.9, "blind text": 56.2}


def test_stated_interval_ends_are_used():
    """If a table states interval ends instead of errors, they are shown unchanged; others have none."""
    columns = ["origin", "figure_id", "row_key", "column_key", "value", "unit", "source"]
    rows = [
        ("paper", "naming", "a", "platonic", 100.0, "percent", "P"),
        ("paper", "naming", "b", "platonic", 60.0, "percent", "P"),
        ("derived", "low_if", "a", "platonic", 57.0, "percent", "D"),
        ("derived", "high_if", "a", "platonic", 100.0, "percent", "D"),
    ]
    found = select_column_with_errors(pd.DataFrame(rows, columns=columns), "naming", "platonic").set_index("label")
    assert found.loc["a", ["low", "high"]].tolist() == [57.0, 100.0]
    assert found.loc["b", ["low", "high"]].isna().all()


def test_mean_can_be_limited_to_questions():
    """An aggregate of one question counts only its answers."""
    one = replace(ALL, over=("level",), of_factor="question", of_levels=("Q",))
    answers = make_answers()
    found = aggregated(answers, one, NO_SETS).by_run.set_index("run_id")["value"]
    own = answers[(answers["question_id"] == "Q") & (answers["run_id"] == "x")]
    assert found["x"] == pytest.approx(100 * own["value"].mean())
