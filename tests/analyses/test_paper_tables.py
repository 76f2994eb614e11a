"""Printed tables with their uncertainty: the first place, and models not shown to be lower."""

from dataclasses import asdict

import pandas as pd
import pytest

from core.analyses.paper_headline import average_constant, describe_mean_result, describe_printed_result
from core.analyses.paper_sources import explain_sources
from core.analyses.paper_table_sentences import describe_below_guessing, describe_best_row
from core.analyses.paper_tables import (
    count_statements,
    describe_guesses,
    describe_printed_guesses,
    find_best_guess,
    find_largest_column,
    find_not_below_best,
    list_columns,
    list_guessing_scores,
    list_sources,
    select_column_with_errors,
)
from core.benchmarks.gepbench import published as gepbench
from core.benchmarks.giq import published as giq
from core.benchmarks.mmperspective import published as mmperspective
from core.benchmarks.threedsr import published as threedsr
from tests.benchmarks.mmperspective.figure_names import BY_MODEL


def list_figures(tables=mmperspective.PAPER_TABLES):
    """Return the rows of the query `published_figures` for a paper, by default MMPerspective's."""
    return pd.DataFrame([asdict(one) for one in (*tables.read_figures(), *tables.read_derived_figures())])


def test_first_places_of_tasks_are_shared():
    """By task, the number of models not below the best at 95 percent equals the protocols'."""
    others = {"VPP": 1, "CLP": 2, "VAP": 14, "LDP": 7, "PTR": 3, "LRR": 13, "OVR": 1, "PTS": 12, "VPC": 3, "Binary": 5}
    found = list_figures()
    counts = {
        column: len(find_not_below_best(select_column_with_errors(found, BY_MODEL, column))[1]) for column in others
    }
    assert counts == others
    # Its lead over the next is 3.26 points, with an interval from 0.06 on: printed digits alone would leave it open.
    assert find_not_below_best(select_column_with_errors(found, BY_MODEL, "Overall")) == ("Gemini-2-flash (CoT)", [])


def test_the_sentence_names_a_few_and_counts_the_rest():
    """Models not shown to be lower are named up to four; a sole leader is stated; without intervals none."""
    rows = pd.DataFrame({"label": list("abcdefg"), "value": [50.0, 49, 49, 49, 49, 49, 20]})
    rows = rows.assign(low=rows["value"] - 2, high=rows["value"] + 2)
    assert describe_best_row(rows, "X") == (
        "X: a is highest; its lead over b, c, d, e and 1 more may be chance, that over the others is significant."
    )
    assert describe_best_row(rows.iloc[[0, 6]], "X") == (
        "X: a is highest; all others with an interval are significantly lower."
    )
    assert describe_best_row(rows.iloc[:2], "X", 5) == (
        "X: a is highest, but its lead over every other model may be chance (5 items each)."
    )
    equal = rows.assign(value=[50.0, 50, 49, 49, 49, 49, 20])
    assert describe_best_row(equal.iloc[:3], "X") == (
        "X: a and b are highest, but their lead over every other model may be chance."
    )
    assert describe_best_row(equal.iloc[[0, 1, 6]], "X") == (
        "X: a and b are highest; all others with an interval are significantly lower."
    )
    assert describe_best_row(equal.iloc[:2], "X") == "X: a and b are equal."
    unknown = rows.assign(low=rows["low"].where(rows["label"] != "c"), high=rows["high"].where(rows["label"] != "c"))
    assert describe_best_row(unknown, "X").endswith(", that over the others with an interval is significant.")
    assert describe_best_row(rows.assign(low=float("nan")), "X") == ""


def test_below_guessing_needs_an_interval():
    """Guessing baselines are not models, and no model is counted by its value alone."""
    rows = pd.DataFrame({
        "label": ["a", "b", "c", "d"],
        "value": [30.0, 20.0, 10.0, 5.0], "low": [28.0, 18.0, 8.0, None], "high": [32.0, 26.0, 12.0, None],
    })  # fmt: skip
    assert describe_below_guessing(rows, {"best letter": 22.0, "independent": 25.0}) == (
        "1 of 3 models have an interval that is entirely below guessing without the image (25.0%)."
    )
    people = rows.assign(label=["a", "b", "Human", "d"])
    assert describe_below_guessing(people, {"independent": 25.0}).startswith("0 of 2 models")
    assert describe_below_guessing(rows, {}) == describe_below_guessing(rows.iloc[[3]], {"best letter": 22.0}) == ""


@pytest.mark.parametrize("tables", [gepbench, giq, mmperspective, threedsr], ids=lambda module: module.__name__)
def test_every_source_of_derived_numbers_is_explained(tables):
    """No column of a paper's table quotes the source of its intervals or guesses instead of explaining it."""
    figures = list_figures(tables.PAPER_TABLES)
    for figure_id, column in dict.fromkeys(zip(figures["figure_id"], figures["column_key"], strict=True)):
        assert "Source of" not in explain_sources(list_sources(figures, figure_id, column))


def test_printed_guesses_that_differ_are_explained():
    """3DSRBench's rows of guessing have other weights in the column over all questions only."""
    figures = list_figures(threedsr.PAPER_TABLES)
    notes = {
        column: describe_printed_guesses(
            select_column_with_errors(figures, "accuracy_by_model", column), list_guessing_scores(figures, column)
        )
        for column in ("overall", "height", "orientation")
    }
    assert notes["overall"].startswith("Random is printed as 20.9, not 21.7 and Random++ is printed as 45.8, not 46.7")
    assert notes["height"] == notes["orientation"] == ""


def test_statements_are_counted_by_their_verdicts():
    """Verdicts begin with a word that says whether the tables agree."""
    assert count_statements(["differs: a", "agrees: no contradiction", "resolved", "not resolved", "open"]) == (2, 1, 2)


def test_baselines_come_after_the_models_and_are_not_ranked_with_them():
    """3DSRBench prints people and guessing among its models: they are last, and no model is compared with them."""
    figures = list_figures(threedsr.PAPER_TABLES)
    rows = select_column_with_errors(figures, "accuracy_by_model", "overall")
    assert list(rows.loc[rows["is_baseline"], "label"]) == list(rows["label"])[-3:] == ["Human", "Random++", "Random"]
    assert describe_best_row(rows, "All questions").startswith("All questions: LLaVA-NeXT-8B is highest; ")
    assert describe_best_row(rows, "All questions").endswith(" People reach 95.7%.")


def test_a_table_opens_on_its_column_with_the_most_items():
    """GIQ's naming has 4 to 92 solids per column; without numbers of items, the first column is open."""
    figures = list_figures(giq.PAPER_TABLES)
    assert list_columns(figures, "naming_by_model")[find_largest_column(figures, "naming_by_model")] == "johnson"
    assert find_largest_column(list_figures(threedsr.PAPER_TABLES), "accuracy_by_model") == 0


def test_the_main_result_names_the_best_model_people_and_guessing():
    """It is that of the first table's column with the most items; equal models are both named; means are by table."""
    assert describe_printed_result(list_figures(threedsr.PAPER_TABLES)) == (
        "Accuracy by model (All questions): of 8 models, LLaVA-NeXT-8B is best with 49.6%; people reach 95.7%; "
        "guessing without the image reaches 46.7% (computed by Trilens)."
    )
    assert describe_printed_result(list_figures(giq.PAPER_TABLES)) == (
        "Naming by model (Johnson solids: convex, regular faces, corners not all alike): of 4 models, Gemini 2.5 "
        "Pro and ChatGPT o3 are best with 18.0% each."
    )
    rows = pd.DataFrame({"row_key": ["a", "a", "b", "b"], "column_key": [*"xyxy"], "published": [50.0, 60, 40, 90]})
    assert describe_mean_result(rows, "Accuracy", 40.0) == (
        "Accuracy (mean of 2 kinds of question): of 2 models, b is best with 65.0%; the best constant answer "
        "reaches 40.0%."
    )


def test_the_constant_is_averaged_over_the_questions_of_the_table():
    """Each question has the same weight, other questions do not count, and an unknown score leaves none."""
    scores = pd.DataFrame({"question_id": pd.Categorical([*"aabc"]), "score": [0.1, 0.3, 0.6, 1.0]})
    assert average_constant(scores, ["a", "b"]) == pytest.approx(40.0)
    assert average_constant(scores, ["a", "d"]) is average_constant(scores, []) is None


def test_the_best_guess_is_apart_from_the_others():
    """The chart has one line; the other ways to guess are explained with their scores."""
    lines = list_guessing_scores(list_figures(threedsr.PAPER_TABLES), "overall")
    assert find_best_guess(lines) == "consistent"
    assert describe_guesses({"independent": lines["independent"], "guess among four": 25.0}) == (
        "*Independent* (21.7%) guesses separately in each order of the options, and is right if all guesses are."
    )
