"""Answer habits of a run against slow definitions and on the tiny release."""

import math
from collections import Counter

import numpy as np
import pandas as pd
import pytest

from core.analyses import bias, reclassification
from core.analyses.compare import compare_run_pairs
from core.benchmarks.triangles import dataset_facts
from core.geometry.triangle import Triangle
from core.records import RUN_COLUMNS, SCORED, TRIANGLE_QUESTION_BY_ID, Question
from core.scoring.answer_codes import get_score_column
from core.solvers import blind_constant
from core.warehouse.build import build
from core.warehouse.read import NO_FILTERS, open_current
from tests import tiny_release
from tests.analyses.answers import estimate, queried_answers
from tests.analyses.summed import summed, summed_pairs
from tests.scoring.definitions import rescore_classes
from tests.scoring.made_answers import make_value_columns
from tests.tiny_release import read_csv, write_csv, write_tiny_release

ANSWERS = queried_answers()
OWN = ANSWERS[ANSWERS["run_id"] == "a"]
READ = OWN.dropna(subset=["value"])


def test_class_shares_are_shares():
    """Answered and true classes are counted over the same readable answers, and the excess is their difference."""
    table = bias.compute_class_shares(ANSWERS, "a", TRIANGLE_QUESTION_BY_ID)
    assert len(table) == 6
    for item in table.to_dict("records"):
        asked = READ[READ["question_id"] == item["question_id"]]
        code = TRIANGLE_QUESTION_BY_ID[item["question_id"]].options.index(item["class"])
        for name, column in (("said", "value"), ("in_truth", "truth"), ("in_foil", "foil")):
            assert item[name] == pytest.approx(100 * sum(asked[column] == code) / len(asked))
        excess = 100.0 * ((asked["value"] == code).astype(int) - (asked["truth"] == code).astype(int))
        assert [item["value"], item["low"], item["high"]] == estimate(excess, asked["group_id"])
    assert table.groupby("question_id")[["said", "in_truth", "in_foil"]].sum().to_numpy() == pytest.approx(100.0)


def test_class_shares_against_the_foil_count_cases_with_a_foil():
    """Against the foil, excess and interval are of what is answered minus the foil, over cases that have one."""
    some = ANSWERS.copy()
    some.loc[some["case_id"].isin(sorted(set(some["case_id"]))[::2]), "foil"] = np.nan
    table = bias.compute_class_shares(some, "a", TRIANGLE_QUESTION_BY_ID, "foil")
    own = some[some["run_id"] == "a"].dropna(subset=["value", "foil"])
    for item in table.to_dict("records"):
        asked = own[own["question_id"] == item["question_id"]]
        code = TRIANGLE_QUESTION_BY_ID[item["question_id"]].options.index(item["class"])
        excess = 100.0 * ((asked["value"] == code).astype(int) - (asked["foil"] == code).astype(int))
        assert [item["value"], item["low"], item["high"]] == estimate(excess, asked["group_id"])
        assert item["said"] - item["in_foil"] == pytest.approx(item["value"])


def test_foil_share_uses_cases_with_a_foil():
    """The share of a foil is over cases that have one, and missing if no case has."""
    some = ANSWERS.assign(foil=ANSWERS["foil"].where(ANSWERS["question_id"] != "Q1"))
    halved = some["case_id"].isin(sorted(set(some["case_id"]))[::2])
    some.loc[(some["question_id"] == "Q2") & halved, "foil"] = np.nan
    table = bias.compute_class_shares(some, "a", TRIANGLE_QUESTION_BY_ID)
    assert table.loc[table["question_id"] == "Q1", "in_foil"].isna().all()
    own = some[(some["run_id"] == "a") & (some["question_id"] == "Q2")].dropna(subset=["value", "foil"])
    for item in table[table["question_id"] == "Q2"].to_dict("records"):
        code = TRIANGLE_QUESTION_BY_ID["Q2"].options.index(item["class"])
        assert item["in_foil"] == pytest.approx(100 * sum(own["foil"] == code) / len(own))


def test_most_common_truth_of_wrong_answers():
    """The most common truth among wrong answers of a class; none if the run is always right."""
    question = TRIANGLE_QUESTION_BY_ID["Q1"]
    for against, column in (("truth", "truth"), ("foil", "foil")):
        for code, said in enumerate(question.options):
            asked = READ[(READ["question_id"] == "Q1") & (READ["value"] == code)]
            counts = Counter(asked.loc[asked[column] != code, column].map(lambda place: question.options[int(place)]))
            found = bias.find_commonest_truth(OWN, question, against, said)
            assert (counts[found] == max(counts.values())) if counts else (found is None)
    perfect = OWN.assign(value=OWN["truth"])
    assert bias.find_commonest_truth(perfect, question, "truth", "scalene") is None


def test_distinct_answers_have_no_most_common():
    """A question with all distinct answers has no most common one; a repeated answer is named."""
    numbers = OWN["question_id"].isin(["Q3"])
    apart = OWN.assign(value=np.where(numbers, np.arange(len(OWN)) + 0.5, OWN["value"]))
    table = bias.compute_habits(apart, "a", "truth", TRIANGLE_QUESTION_BY_ID).set_index("question_id")
    assert table.loc["Q3", "commonest"] == bias.ALL_DIFFER
    assert table.loc["Q1", "commonest"] in TRIANGLE_QUESTION_BY_ID["Q1"].options


def test_class_shares_without_a_class_question_are_empty():
    """With number questions only, the table is empty without an error."""
    assert bias.compute_class_shares(ANSWERS[ANSWERS["question_id"] == "Q4"], "a", TRIANGLE_QUESTION_BY_ID).empty


@pytest.mark.parametrize("against", SCORED)
def test_habits_are_compared_with_the_constant_baseline(against):
    """Repeats are counted, and the score minus the baseline's score on the same answers is the skill."""
    table = bias.compute_habits(ANSWERS, "a", against, TRIANGLE_QUESTION_BY_ID).set_index("question_id")
    assert list(table.index) == list(TRIANGLE_QUESTION_BY_ID)
    for question_id, item in table.iterrows():
        asked = READ[READ["question_id"] == question_id]
        counts = Counter(asked["value"])
        assert item["commonest_share"] == pytest.approx(100 * max(counts.values()) / len(asked))
        assert item["n_different"] == len(counts)
        assert item["n"] == len(asked)
        assert item["unreadable"] == (OWN["question_id"] == question_id).sum() - len(asked)
        assert item["score"] == pytest.approx(100 * asked[get_score_column(against)].mean())
        assert item["score"] - item["blind_score"] == pytest.approx(item["value"])


def test_constant_answer_is_shown_in_3d_only():
    """The constant is selected for 3D, so its answer is shown with score 3D only."""
    in_3d, in_2d = (bias.compute_habits(ANSWERS, "a", against, TRIANGLE_QUESTION_BY_ID) for against in SCORED)
    blind = ANSWERS[(ANSWERS["model_id"] == "blind_constant") & (ANSWERS["question_id"] == "Q1")]["value"].dropna()
    assert in_3d["blind_value"][0] in [v for v, n in Counter(blind).items() if n == max(Counter(blind).values())]
    assert in_3d["blind_answer"][0] in TRIANGLE_QUESTION_BY_ID["Q1"].options
    assert in_2d["blind_value"].isna().all()
    assert in_2d["blind_answer"].isna().all()


@pytest.mark.parametrize("question_id", ["Q1", "Q2"])
def test_a_cell_of_the_confusion_matrix_has_its_answers(question_id):
    """Each cell counts its answers, and all cells together count all readable ones."""
    question = TRIANGLE_QUESTION_BY_ID[question_id]
    table = bias.compute_confusion(OWN, question)
    for item in table.to_dict("records"):
        answers = bias.select_confused_answers(OWN, question, item["against"], item["truth"], item["answer"])
        assert len(answers) == item["n"]
        assert set(answers["value_class"]) <= {item["answer"]}
    n_readable = (READ["question_id"] == question_id).sum()
    assert table.groupby("against")["n"].sum().to_dict() == {"truth": n_readable, "foil": n_readable}


def make_choices(options, truths, values):
    """Return answers to one choice, each about its own options, as the query `answers` returns them."""
    rows = zip(options, truths, values, strict=True)
    return pd.DataFrame([
        {"question_id": "q", "question_kind": "choice", "truth": float(truth), "value": float(value),
         "said": texts[value], "true_option": texts[truth]}
        for texts, truth, value in rows
    ])  # fmt: skip


def test_letters_have_wordings_if_options_keep_their_places():
    """True is always A in the first question; in the second, letters are shuffled and mean nothing by themselves."""
    fixed = make_choices([("True", "False")] * 3, [0, 1, 0], [1, 1, 0])
    shuffled = make_choices([("True", "False"), ("False", "True")], [0, 1], [1, 1])
    assert bias.find_fixed_wordings(fixed) == {("q", "A"): "True", ("q", "B"): "False"}
    assert bias.find_fixed_wordings(shuffled) == {}
    assert bias.find_fixed_wordings(fixed[:0]) == {}


def test_a_constant_answer_is_a_text_if_its_letters_change():
    """A baseline that always says Yes is not said to answer A."""
    letter = {"q": Question("q", "q", "Question", "Which?", "choice")}
    options = [("Yes", "No"), ("No", "Yes"), ("Yes", "No"), ("No", "Yes")]
    always_yes = make_choices(options, [0, 1, 0, 0], [0, 1, 0, 1]).assign(
        run_id="constant", model_id=blind_constant.MODEL.model_id, group_id=list("abcd"), score=1.0, skill=0.5
    )
    table = bias.compute_habits(always_yes, "constant", "truth", letter)
    assert table["blind_answer"].tolist() == ["Yes"]
    same = always_yes.assign(value=0.0, said="Yes")
    assert bias.compute_habits(same, "constant", "truth", letter)["blind_answer"].tolist() == ["A"]


def test_both_truths_have_the_same_letters():
    """A foil that never has the last letter still gets a row and a column for it, as charts of both need."""
    made = {"run_id": "m", "question_id": "letter", "value": [0.0, 1.0], "truth": [0.0, 2.0], "foil": [1.0, 0.0],
            "score": [1.0, 0.0], "foil_score": [0.0, 0.0]}  # fmt: skip
    letter = Question("letter", "letter", "Letter", "Which?", "choice")
    table = bias.compute_confusion(pd.DataFrame(made), letter)
    assert table.groupby("against").size().to_dict() == {"truth": 9, "foil": 9}
    assert table.groupby("against")["n"].sum().to_dict() == {"truth": 2, "foil": 2}
    assert bias.compute_confusion(pd.DataFrame(made)[:0], letter).empty


BALANCED_BY = [*RUN_COLUMNS, "question_id", "question_kind", "truth", "group_id"]


def test_balanced_accuracy_is_the_mean_recall():
    """Every existing class counts the same, and the best run comes first."""
    table = bias.rank_by_balanced_accuracy(
        summed(ANSWERS[ANSWERS["question_id"] == "Q2"], BALANCED_BY, ["score"]), "truth"
    )
    for item in table.itertuples():
        asked = ANSWERS[(ANSWERS["run_id"] == item.run_id) & (ANSWERS["question_id"] == "Q2")].dropna(subset=["value"])
        recalls = [np.mean(rows["value"] == truth) for truth, rows in asked.groupby("truth")]
        assert item.value == pytest.approx(100 * np.mean(recalls))
        assert item.n_means == len(recalls)
        assert item.plain_accuracy == pytest.approx(100 * np.mean(asked["value"] == asked["truth"]))
    assert table["value"].is_monotonic_decreasing


def test_most_common_answers_come_first():
    """At most ten answers with counts, most common first, ties by the smallest."""
    rows = pd.DataFrame({"question_id": "Q4", "value": [30.0, 15.0, 15.0, 45.5, 30.0, math.nan, *range(100, 110)]})
    table = bias.list_commonest_answers(rows, TRIANGLE_QUESTION_BY_ID["Q4"])
    assert table["answer"].tolist()[:4] == ["15°", "30°", "45.5°", "100°"]
    assert table["n"].tolist()[:3] == [2, 2, 1]
    assert len(table) == 10
    assert table["share"][0] == pytest.approx(100 * 2 / 15)


def changes(answers, classes, against):
    """Return how many classes change, by question."""
    asked = answers.drop_duplicates(["case_id", "question_id"])
    return reclassification.count_changed_truths(reclassification.find_changed_truths(asked, classes, against), classes)


def make_stages(answers, classes, against):
    """Return the sums before and after and their truth, as input of the rankings."""
    read = answers.dropna(subset=[get_score_column(against)])
    by = [*RUN_COLUMNS, "question_kind"]
    return *(
        summed(each, by, [get_score_column(against)]) for each in (read, rescore_classes(read, classes, against))
    ), against


def make_differences(answers, classes, against):
    """Return a function for the differences of every two runs before and after."""
    kinds = dict(zip(answers["run_id"], answers["model_kind"], strict=True))
    runs = sorted(kinds)

    def differences(classes_only):
        read = answers[answers["question_kind"] == "class"] if classes_only else answers
        for each in (read, rescore_classes(read, classes, against)):
            pairs = summed_pairs(each, runs, ["first", "second", "group_id"], against)
            yield compare_run_pairs(pairs, [(run_id, kinds[run_id]) for run_id in runs])

    return differences


def overtakings(answers, classes, against, **which):
    """Return the runs that overtake others."""
    stages, differences = make_stages(answers, classes, against), make_differences(answers, classes, against)
    return reclassification.find_overtakings(*stages, differences, **which)


@pytest.mark.parametrize("against", SCORED)
def test_paper_tolerances_change_no_class(tiny_warehouse, against):
    """At 3% and 2 degrees no class changes and the ranking stays; at 20% and 15 degrees classes change."""
    answers = tiny_warehouse.query("answers", filters=NO_FILTERS | {"with_references": True})
    sides = tiny_warehouse.query("photographs")
    rule = reclassification.infer_side_rule(sides, tiny_warehouse.query("class_rule_differences"), against)
    same = reclassification.reclassify_photographs(sides, against, 0.03, 2.0, rule)
    assert changes(answers, same, against) == {"Q1": 0, "Q2": 0}
    before, after, _ = make_stages(answers, same, against)
    assert overtakings(answers, same, against).empty
    pd.testing.assert_frame_equal(before, after)
    assert (
        sum(
            changes(answers, reclassification.reclassify_photographs(sides, against, 0.2, 15.0, rule), against).values()
        )
        > 0
    )


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["paper", "release"])
def test_side_class_rule_is_the_benchmarks(workspace, tmp_path, monkeypatch, rule):
    """With either rule for released 2D classes, none changes at the paper's tolerances; a chain of sides shows it."""
    chain = (70.0, 71.5, 73.0)  # neighbours are equal within 3%, the extremes are not
    monkeypatch.setattr(tiny_release, "TRIANGLES_CM", (chain, (30.0, 40.0, 50.0)))
    release = write_tiny_release(tmp_path / "release", with_images=False)
    rows = read_csv(release / dataset_facts.PIXELS_2D)
    assert rows[0]["side_type"] == "isosceles"
    rows[0]["side_type"] = Triangle(*chain).classify_sides(rule)
    write_csv(release / dataset_facts.PIXELS_2D, rows)
    build(workspace, release)
    with open_current(workspace) as warehouse:
        answers, sides = warehouse.query("answers", filters=NO_FILTERS), warehouse.query("photographs")
        assert reclassification.infer_side_rule(sides, warehouse.query("class_rule_differences"), "foil") == rule
    for against, made_by in (("truth", "paper"), ("foil", rule)):
        same = reclassification.reclassify_photographs(sides, against, 0.03, 2.0, made_by)
        assert changes(answers, same, against) == {"Q1": 0, "Q2": 0}


def test_sides_in_pixels_are_distances_of_the_clicks(tiny_warehouse):
    """The query `photographs` returns the distances between the stickers' centres."""
    for photograph in tiny_warehouse.query("photographs").to_dict("records"):
        points = {name: (photograph[f"{name}x_px"], photograph[f"{name}y_px"]) for name in "abc"}
        for side in ("ab", "bc", "ca"):
            assert photograph[f"{side}_px"] == pytest.approx(math.dist(*(points[name] for name in side)))


def make_swapping_runs():
    """Make two runs on six triangles, isosceles only at a wide tolerance: one answers scalene, one isosceles."""
    rows = []
    for number in range(6):
        truth = {
            "truth": 0.0,
            "group_id": str(number),
            "case_id": f"{number}_P0",
            "question_id": "Q1",
            "question_kind": "class",
        }
        for run_id, value in (("a", 0.0), ("b", 1.0)):
            names = {"run_id": run_id, "model_id": run_id, "run_label": run_id.upper(), "model_kind": "vlm"}
            rows.append(truth | names | make_value_columns("Q1", ("scalene", "isosceles")[int(value)])
                        | {"value": value, "score": 1.0 - value})  # fmt: skip
    sides = pd.DataFrame({"case_id": [f"{n}_P0" for n in range(6)], "ab_cm": 50.0, "bc_cm": 54.0, "ca_cm": 80.0})
    return pd.DataFrame(rows), sides


def test_wider_tolerance_can_swap_the_ranking():
    """The scalene run leads at 3%; at 10% sides of 50 and 54 cm are equal and the other run leads."""
    answers, sides = make_swapping_runs()
    narrow, wide = (
        reclassification.reclassify_photographs(sides, "truth", tolerance, 2.0) for tolerance in (0.03, 0.1)
    )
    assert overtakings(answers, narrow, "truth").empty
    assert changes(answers, wide, "truth") == {"Q1": 6, "Q2": 0}
    for classes_only in (False, True):
        (change,) = overtakings(answers, wide, "truth", classes_only=classes_only).to_dict("records")
        assert (change["ahead"], change["behind"], bool(change["is_level"])) == ("B", "A", False)
    ranks = reclassification.rank_under_truths(*make_stages(answers, wide, "truth")).set_index("label")
    assert ranks.loc["A", ["before", "after", "rank_before", "rank_after"]].tolist() == [100.0, 0.0, 1, 2]
    assert ranks.loc["B", ["before_classes", "after_classes", "rank_after_classes"]].tolist() == [0.0, 100.0, 1]


def test_new_ties_are_changes():
    """A new tie is a change, named from the side of the former leader."""
    answers, sides = make_swapping_runs()
    half = reclassification.reclassify_photographs(sides.head(3), "truth", 0.1, 2.0)
    (change,) = overtakings(answers, half, "truth").to_dict("records")
    assert bool(change["is_level"])
    assert {change["ahead"], change["behind"]} == {"A", "B"}


def test_rankings_rescore_class_answers_alone():
    """Over random runs the mean after equals scoring each answer against the other classes."""
    sides = pd.DataFrame({"case_id": sorted(ANSWERS["case_id"].unique())})
    rng = np.random.default_rng(5)
    sides = sides.assign(ab_cm=rng.uniform(40, 50, len(sides)), bc_cm=rng.uniform(40, 50, len(sides)), ca_cm=45.0)
    classes = reclassification.reclassify_photographs(sides, "truth", 0.05, 4.0)
    truth = classes.set_index(["case_id", "question_id"])["class_code"]
    table = reclassification.rank_under_truths(*make_stages(ANSWERS, classes, "truth")).set_index("run_id")
    for run_id, rows in ANSWERS.dropna(subset=["value"]).groupby("run_id"):
        scores = [
            float(item.value == truth[item.case_id, item.question_id])
            if (item.case_id, item.question_id) in truth.index
            else item.score
            for item in rows.itertuples()
        ]
        assert table.loc[run_id, "after"] == pytest.approx(100 * np.mean(scores))
        assert table.loc[run_id, "before"] == pytest.approx(100 * rows["score"].mean())
