"""Two runs compared: against slow definitions, and in both directions."""

import numpy as np
import pandas as pd
import pytest

from core.analyses import compare, compare_sentences
from core.records import COUNTED, SCORED, TRIANGLE_QUESTION_BY_ID
from core.scoring.answer_codes import get_score_column
from tests.analyses.answers import ABOUT, estimate, queried_answers
from tests.analyses.summed import summed_pairs
from tests.scoring.definitions import compute_error_phi

ANSWERS = queried_answers()
BOTH = ("a", "b")
NO_TEST = {"n": 12, "n_groups": 40, "corrected_p": float("nan")}


def differences(answers, against="truth"):
    """Return the differences of every two runs, by the sums of their pairs."""
    kinds = dict(zip(answers["run_id"], answers["model_kind"], strict=True))
    sums = summed_pairs(answers, list(kinds), ["first", "second", "group_id"], against)
    return compare.compare_run_pairs(sums, tuple(kinds.items()))


def shared(first, second, against="truth"):
    """Collect, one by one, triangle and both kappas for each photograph and question that both answered readably."""
    rows = {}
    for answer in ANSWERS.itertuples():
        key = (answer.case_id, answer.question_id)
        rows.setdefault(key, {"triangle": answer.group_id})[answer.run_id] = getattr(answer, get_score_column(against))
    return {
        key: (row["triangle"], row[first], row[second])
        for key, row in rows.items()
        if not np.isnan(row[first] + row[second])
    }


@pytest.mark.parametrize("against", SCORED)
def test_difference_is_over_shared_answers(against):
    """Every pair's difference and interval use its shared answers, clustered by triangle, in percent."""
    pairs = differences(ANSWERS, against)
    assert len(pairs) == 3
    for row in pairs.itertuples():
        both = shared(row.first, row.second, against).values()
        slow = estimate([100 * (a - b) for _, a, b in both], [triangle for triangle, _, _ in both])
        assert row.n == len(both)
        assert [row.value, row.low, row.high] == slow


def test_pair_can_be_reversed():
    """The difference of b and a is that of a and b with sign, interval and verdict reversed."""
    pairs = differences(ANSWERS)
    for first, second in (("a", "b"), ("b", "c"), ("a", "c")):
        one, other = (compare.get_difference(pairs, *names) for names in ((first, second), (second, first)))
        assert (one["value"], one["low"], one["high"]) == (-other["value"], -other["high"], -other["low"])
        assert {one["verdict"], other["verdict"]} in ({"higher", "lower"}, {"not distinguishable"})
        assert other["first"] == second


def test_matrix_is_antisymmetric():
    """Row minus column is the negative of its transpose, marked clear alike, and never for nine groups."""
    pairs = differences(ANSWERS)
    pairs["verdict"] = ["higher", "not distinguishable", "too few to tell"]
    assert not compare.build_difference_matrix(pairs.assign(n_groups=9), ["c", "a", "b"])[1].any(axis=None)
    pairs["n_groups"] = 10
    values, is_clear = compare.build_difference_matrix(pairs, ["c", "a", "b"])
    assert list(values.index) == list(values.columns) == ["c", "a", "b"]
    np.testing.assert_allclose(values.to_numpy(), -values.to_numpy().T)
    assert np.isnan(np.diag(values)).all()
    assert (is_clear.to_numpy() == is_clear.to_numpy().T).all()
    assert is_clear.loc["a", "b"]
    assert is_clear.to_numpy().sum() == 2


def test_a_matrix_without_answers_in_common_is_empty():
    """Two runs without a shared photograph have no difference and nothing clear."""
    photographs = sorted(ANSWERS["case_id"].unique())
    of_a = (ANSWERS["run_id"] == "a") & ANSWERS["case_id"].isin(photographs[:4])
    of_b = (ANSWERS["run_id"] == "b") & ANSWERS["case_id"].isin(photographs[4:])
    pairs = differences(ANSWERS[of_a | of_b])
    values, is_clear = compare.build_difference_matrix(pairs, ["a", "b"])
    assert values.isna().all().all()
    assert not is_clear.any().any()


@pytest.mark.parametrize("right_at", [0.5, 0.9])
def test_outcomes_follow_from_both_kappas(right_at):
    """Each shared answer's outcome follows from both kappas: equality for classes, the threshold for numbers."""
    pairs = compare.compare_answers(ANSWERS, "a", "b", "truth", right_at)
    slow = shared("a", "b")
    assert len(pairs) == len(slow)
    for row in pairs.itertuples():
        _, first, second = slow[row.case_id, row.question_id]
        needed = 1.0 if TRIANGLE_QUESTION_BY_ID[row.question_id].kind == "class" else right_at
        names = {(True, True): "both", (True, False): "only_first", (False, True): "only_second"}
        assert row.outcome == names.get((first >= needed, second >= needed), "none")
        assert (row.score_first, row.score_second) == pytest.approx((100 * first, 100 * second))
        assert row.difference == pytest.approx(100 * (first - second))


def test_other_value_is_the_second_runs():
    """`value_other` is the second run's answer to the same question about the same photograph."""
    pairs = compare.compare_answers(ANSWERS, "a", "b", "truth", 0.9)
    said = ANSWERS[ANSWERS["run_id"] == "b"].set_index(["case_id", "question_id"])["value"]
    for row in pairs.itertuples():
        assert row.value_other == said[row.case_id, row.question_id]


def test_the_four_way_table_counts_the_outcomes():
    """Counts over a question and within each true class equal the answers' outcomes and sum to n."""
    table = compare.count_joint_outcomes(
        summed_pairs(ANSWERS, BOTH, ["question_id", "truth"], "truth", 0.8), "truth", TRIANGLE_QUESTION_BY_ID
    )
    pairs = compare.compare_answers(ANSWERS, "a", "b", "truth", 0.8)
    assert set(table["question_id"]) == set(TRIANGLE_QUESTION_BY_ID)
    for row in table.to_dict("records"):
        question = TRIANGLE_QUESTION_BY_ID[row["question_id"]]
        rows = pairs[pairs["question_id"] == row["question_id"]]
        if isinstance(row["truth"], str):
            rows = rows[rows["truth"] == question.options.index(row["truth"])]
        counted = rows["outcome"].value_counts()
        assert [row[name] for name in compare.OUTCOMES] == [counted.get(name, 0) for name in compare.OUTCOMES]
        assert row["n"] == len(rows)
    slow = compute_error_phi(ANSWERS, *BOTH, TRIANGLE_QUESTION_BY_ID, right_at=0.8)
    keys = ["question_id", "truth"]
    assert table[keys].equals(slow[keys])
    np.testing.assert_allclose(table["phi"], slow["phi"], atol=1e-12)


def test_exact_test_counts_discordant_answers():
    """For 8 answers that only the first run has right, p is 2 * 0.5**8; classes are not counted again."""
    rows = [("Q1", None, 5, 6, 0, 1), ("Q1", "scalene", 5, 6, 0, 1), ("Q2", None, 0, 2, 0, 3)]
    table = pd.DataFrame(rows, columns=["question_id", "truth", *compare.OUTCOMES])
    assert compare_sentences.describe_exact_test(table).startswith(
        f"Of 8 answers that only one of the two has right, 8 and 0: p = {2 * 0.5**8:.3g} "
    )


def test_a_slice_has_its_own_mean_and_interval():
    """Each level of a factor has the clustered mean of its pairs, and correction only raises p-values."""
    pairs = compare.compare_answers(ANSWERS, "a", "b", "truth", 0.9)
    for factor, column in (("question", "question_id"), ("pose", "pose"), ("condition", "condition")):
        table = compare.compare_slices(summed_pairs(ANSWERS, BOTH, [column, "group_id"]), factor)
        assert set(table["slice"]) == set(pairs[column])
        assert (table["corrected_p"] >= table["p_value"]).all()
        for row in table.itertuples():
            part = pairs[pairs[column] == row.slice]
            assert [row.value, row.low, row.high] == estimate(part["difference"], part["group_id"])


def test_photographs_are_sorted_by_gap():
    """A photograph's kappas average its shared questions; outcomes are counted; gaps decrease."""
    table = compare.compare_cases(summed_pairs(ANSWERS, BOTH, ["case_id", "slot"]))
    gaps = table["difference"].abs().tolist()
    assert gaps == sorted(gaps, reverse=True)
    slow = shared("a", "b")
    for row in table.itertuples():
        kappas = [(a, b) for (case_id, _), (_, a, b) in slow.items() if case_id == row.case_id]
        assert (row.score_first, row.score_second) == pytest.approx(tuple(100 * np.mean(kappas, axis=0)))
        assert row.both + row.only_first + row.only_second + row.none == len(kappas)


def test_common_means_are_over_the_answers_of_both():
    """Each shared answer counts once, however many answers its photograph has."""
    table = compare.compare_cases(summed_pairs(ANSWERS, BOTH, ["case_id", "slot"]))
    expected = 100 * np.mean([(a, b) for _, a, b in shared("a", "b").values()], axis=0)
    assert compare.compute_common_means(table) == pytest.approx(tuple(expected))


@pytest.mark.parametrize(
    ("difference", "sentence"),
    [
        ({"value": 3.21, "low": 1.0, "high": 5.4, "verdict": "higher"},
         "A scores 3.2 points of score 3D higher than B (95% CI 1.0–5.4)."),
        ({"value": -3.21, "low": -5.4, "high": -1.0, "verdict": "lower"},
         "B scores 3.2 points of score 3D higher than A (95% CI 1.0–5.4)."),
        ({"value": -0.4, "low": -1.1, "high": 0.4, "verdict": "not distinguishable"},
         "A and B are not significantly different: B is 0.4 points of score 3D ahead (95% CI −0.4 to 1.1)."),
        ({"value": 2.0, "low": 0.1, "high": 3.9, "verdict": "not distinguishable"},
         "A and B are not significantly different once corrected for the 6 pairs of 4 runs: "
         "A is 2.0 points of score 3D ahead (95% CI 0.1–3.9)."),
        ({"value": 0.0, "low": None, "high": None, "verdict": "not distinguishable"},
         "A and B score the same on every triangle."),
        ({"value": -2.0, "low": None, "high": None, "verdict": "no spread"},
         "B is 2.0 points of score 3D ahead of A, the same on every triangle: there is no spread to judge by."),
        ({"value": 2.0, "low": None, "high": None, "verdict": "too few to tell", "n_groups": 1},
         "1 triangle is too few to tell which is better: a claim needs 10; "
         "so far A is 2.0 points of score 3D ahead of B."),
        ({"value": -3.21, "low": -5.4, "high": -1.0, "verdict": "lower", "n_groups": 3},
         "3 triangles are too few to tell which is better: a claim needs 10; "
         "so far B is 3.2 points of score 3D ahead of A."),
        ({"value": None, "low": None, "high": None, "verdict": "too few to tell"},
         "A and B have no answers in common."),
    ],
)  # fmt: skip
def test_the_verdict_in_a_sentence(difference, sentence):
    """The sentence names the leader, the difference, its interval and its basis."""
    row = pd.Series(NO_TEST | difference).to_dict()
    assert compare_sentences.describe_difference(row, "A", "B", "score 3D", (6, 4), ABOUT.words) == sentence
    plain = compare_sentences.describe_difference(row, "A", "B", "", (6, 4), ABOUT.words)
    assert plain == sentence.replace(" of score 3D", "")


@pytest.mark.parametrize(
    ("verdicts", "sentence"),
    [
        (
            ["higher", "not distinguishable", "lower"],
            "By level, A is significantly ahead in 1 of 3 parts (Easy), B in 1 (noisy).",
        ),
        (
            ["no spread", "no spread", "lower"],
            "By level, B is significantly ahead in 1 of 3 parts (noisy); in 2 more they differ by the same amount on "
            "every solid.",
        ),
        (["not distinguishable"] * 2, "By level, A and B differ significantly in none of 2 parts."),
        (["higher"] * 3, "By level, A scores significantly higher than B in all 3 parts."),
        (["lower", "lower"], "By level, B scores significantly higher than A in both parts."),
        (
            ["higher", "no spread", "no spread"],
            "By level, A scores higher than B in all 3 parts: in 2 by the same amount on every solid, in 1 "
            "significantly.",
        ),
        (["no spread"] * 2, "By level, A scores higher than B in both parts: by the same amount on every solid."),
        (["higher"], "All answers that both gave have the same level (Easy): nothing to compare by it."),
        ([], "No answer that both gave has a level."),
    ],
)
def test_slices_in_a_sentence(verdicts, sentence):
    """Levels at which two runs differ are counted; a single level is named and not compared."""
    values = [-1.0 if verdict == "lower" else 1.0 for verdict in verdicts]
    slices = pd.DataFrame({
        "slice": ["easy", "hard", "noisy"][: len(verdicts)], "verdict": verdicts, "value": values,
    })  # fmt: skip
    assert compare_sentences.describe_slices(slices, "Level", {"easy": "Easy"}, "A", "B", "solid") == sentence


def test_questions_that_only_one_run_answers_are_not_counted():
    """The sentence names the parts of a question, and says that both answered them if others exist."""
    slices = pd.DataFrame({"slice": ["Q1", "Q2"], "verdict": ["higher", "higher"], "value": [1.0, 2.0]})
    names = {"Q1": "a", "Q2": "b"}
    for factor, parts in (("Question", "questions"), ("Kind of question", "kinds of question")):
        assert compare_sentences.describe_slices(slices, factor, names, "A", "B", "solid") == (
            f"A scores significantly higher than B on both {parts}."
        )
        assert compare_sentences.describe_slices(slices, factor, {**names, "Q3": "c"}, "A", "B", "solid") == (
            f"A scores significantly higher than B on both {parts} that both answered."
        )


def test_left_out_answers_have_a_reason():
    """Reference models do not answer some questions; of other runs, an answer is not readable."""
    describe = compare_sentences.describe_left_out
    assert describe(0, []) == ""
    assert describe(1089, ["Solver"]) == "; 1,089 left out, because Solver does not answer them"
    assert describe(2, ["A", "B"]) == "; 2 left out, because A and B do not answer them"
    assert describe(1, []) == "; 1 left out, because one of the runs has no readable answer"


def test_a_third_run_is_averaged_over_common_answers():
    """Only questions that both others answered count; without one of these answers the mean is unknown."""
    rows = [("a", "Q1"), ("a", "Q2"), ("b", "Q1"), ("b", "Q2"), ("c", "Q1"), ("c", "Q2"), ("c", "Q3")]
    sums = pd.DataFrame(rows, columns=["run_id", "question_id"]).assign(
        case_id="x", score=[1.0, 1, 0, None, 0.5, 1, 1], score_count=[1, 1, 1, 0, 1, 1, 1]
    )
    sums = sums.rename(columns={"score_count": COUNTED.format("score")})
    assert compare.average_common_answers(sums, "c", ("a", "b")) == 50.0
    assert compare.average_common_answers(sums, "b", ("a", "c")) is None
    assert compare.average_common_answers(sums, "d", ("a", "b")) is None


@pytest.mark.slow
def test_references_change_no_verdict_of_models():
    """Three models keep their corrected p-values and verdicts next to twelve references."""
    rng = np.random.default_rng(4)
    rows = [
        {"run_id": f"{kind}-{n}", "model_id": f"{kind}-{n}", "run_label": f"{kind}-{n}", "model_kind": kind,
         "case_id": f"{t:03d}_P0", "group_id": f"{t:03d}", "question_id": "Q3", "question_kind": "ratio",
         "score": 0.5 + 0.09 * n * (kind == "vlm") + 0.1 * rng.normal()}
        for kind, count in (("vlm", 3), ("reference", 12)) for n in range(count) for t in range(12)
    ]  # fmt: skip
    answers = pd.DataFrame(rows)
    alone = differences(answers[answers["model_kind"] == "vlm"]).set_index(["first", "second"])
    beside = differences(answers).set_index(["first", "second"])
    assert "lower" in set(alone["verdict"])
    pd.testing.assert_frame_equal(alone, beside.loc[alone.index])
    assert beside["corrected_p"].notna().sum() == 3
    assert set(beside["verdict"]) <= {"higher", "lower", "not distinguishable"}


def test_ties_are_counted_if_any():
    """The sentence counts the cases on which each run leads, and ties if any."""
    cases = pd.DataFrame({"score_first": [90.0, 80.0, 70.0], "score_second": [50.0, 60.0, 70.0]})
    assert compare_sentences.describe_leads(cases, "A", "B") == "A is ahead on 2, B on 0; both score the same on 1."
    assert compare_sentences.describe_leads(cases.head(2), "A", "B") == "A is ahead on 2, B on 0."
