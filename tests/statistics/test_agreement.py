"""Tests of agreement measures against scikit-learn and cases worked out by hand."""

from collections import Counter
from itertools import combinations, product

import numpy as np
import pandas as pd
import pytest
from sklearn.metrics import balanced_accuracy_score, confusion_matrix, matthews_corrcoef

from core.errors import StatisticsError
from core.records import SCORED, TRIANGLE_QUESTION_BY_ID
from core.scoring.answer_codes import get_truth_column, is_correct
from core.statistics.agreement import compute_balanced_accuracy, compute_phi, count_confusions, measure_repetition
from tests.scoring.definitions import compute_difficulty, compute_disagreement, compute_error_phi, compute_slow_phi
from tests.scoring.made_answers import simulate_answers

ANSWERS, _ = simulate_answers(seed=14, n_groups=25, n_runs=3, unreadable=0.05)
CLASSES = ANSWERS[ANSWERS["question_kind"] == "class"]


@pytest.mark.parametrize("against", SCORED)
@pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true")
def test_balanced_accuracy_agrees_with_scikit_learn(against):
    """Balanced accuracy per run and question equals scikit-learn's."""
    table = compute_balanced_accuracy(CLASSES, ["run_id", "question_id"], against).set_index(["run_id", "question_id"])
    for key, answers in CLASSES.dropna(subset=["value"]).groupby(["run_id", "question_id"]):
        expected = balanced_accuracy_score(answers[get_truth_column(against)], answers["value"])
        assert table.loc[key, "value"] == pytest.approx(expected)


def test_numbers_have_no_balanced_accuracy():
    """A number question has no classes."""
    with pytest.raises(StatisticsError, match="Q3"):
        compute_balanced_accuracy(ANSWERS, ["run_id"])


def test_constant_answer_has_chance_balanced_accuracy():
    """A model that always gives the same class has a balanced accuracy of 1 / number of classes."""
    always = CLASSES[CLASSES["question_id"] == "Q2"].assign(value=0.0)
    always = always.assign(score=(always["truth"] == 0.0).astype(float))
    assert compute_balanced_accuracy(always, [])["value"].item() == pytest.approx(1 / 3)


@pytest.mark.parametrize("against", SCORED)
def test_confusion_agrees_with_scikit_learn(against):
    """Counts by true and answered class equal scikit-learn's, including zeros."""
    table = count_confusions(ANSWERS, TRIANGLE_QUESTION_BY_ID, against)
    for (run_id, question_id), rows in table.groupby(["run_id", "question_id"]):
        answers = CLASSES[(CLASSES["run_id"] == run_id) & (CLASSES["question_id"] == question_id)]
        answers = answers.dropna(subset=["value"])
        expected = confusion_matrix(answers[get_truth_column(against)], answers["value"], labels=[0, 1, 2])
        assert rows["n"].to_numpy().reshape(3, 3).tolist() == expected.tolist()
        assert list(rows["answer"][:3]) == list(TRIANGLE_QUESTION_BY_ID[question_id].options)
        shares = rows.groupby("truth")["share"].sum(min_count=1).dropna()
        assert shares.to_numpy() == pytest.approx(1.0)


def test_confusion_without_class_answers_is_empty():
    """Numbers and unreadable answers have no confusion matrix."""
    assert count_confusions(ANSWERS[ANSWERS["question_id"] == "Q3"], TRIANGLE_QUESTION_BY_ID).empty
    assert count_confusions(ANSWERS.assign(value=np.nan), TRIANGLE_QUESTION_BY_ID).empty


@pytest.mark.parametrize("seed", range(4))
def test_phi_agrees_with_matthews(seed):
    """Phi is scikit-learn's Matthews correlation coefficient."""
    rng = np.random.default_rng(seed)
    first = rng.random(60) < 0.4
    second = np.where(rng.random(60) < 0.6, first, rng.random(60) < 0.5)
    expected = pytest.approx(matthews_corrcoef(first, second))
    counts = ((first & second).sum(), (first & ~second).sum(), (~first & second).sum(), (~first & ~second).sum())
    assert compute_slow_phi(first, second) == expected
    assert compute_phi(*map(int, counts)) == expected


def test_phi_without_variation_is_undefined():
    """Phi is undefined if a model is always right or there are no answers."""
    assert compute_slow_phi([1, 1, 1], [0, 1, 0]) is None
    assert compute_slow_phi([], []) is None
    assert compute_phi(1, 2, 0, 0) is None
    assert compute_phi(0, 0, 0, 0) is None
    assert compute_slow_phi([0, 1, np.nan], [0, np.nan, 1]) is None


def test_phi_within_a_class_uses_that_class_only():
    """Each row of phi counts the answers of its question and true class that both runs have."""
    table = compute_error_phi(ANSWERS, "a", "b", TRIANGLE_QUESTION_BY_ID)
    keys = ["case_id", "question_id"]
    marked = ANSWERS.assign(wrong=1 - is_correct(ANSWERS)).set_index(keys)
    both = marked[marked["run_id"] == "a"].join(marked.loc[marked["run_id"] == "b", ["wrong"]], suffixes=("", "_b"))
    both = both.dropna(subset=["wrong", "wrong_b"]).reset_index()
    for row in table.itertuples():
        rows = both[both["question_id"] == row.question_id]
        if isinstance(row.truth, str):
            rows = rows[rows["truth"] == TRIANGLE_QUESTION_BY_ID[row.question_id].options.index(row.truth)]
        assert (row.n, row.wrong_first, row.wrong_second) == (len(rows), rows["wrong"].sum(), rows["wrong_b"].sum())
        assert row.wrong_both == (rows["wrong"] * rows["wrong_b"]).sum()
        if rows["wrong"].nunique() == 2 == rows["wrong_b"].nunique():
            assert row.phi == pytest.approx(matthews_corrcoef(rows["wrong"], rows["wrong_b"]))
        else:
            assert np.isnan(row.phi)
    assert (table["truth"].isna()).sum() == 6


def test_shared_habit_raises_overall_phi_only():
    """Two runs that always answer the same class share all errors overall, and none within a class."""
    always = CLASSES[CLASSES["question_id"] == "Q2"].copy()
    always["value"], always["score"] = 0.0, (always["truth"] == 0.0).astype(float)
    table = compute_error_phi(always, "a", "b", TRIANGLE_QUESTION_BY_ID)
    assert table.loc[table["truth"].isna(), "phi"].item() == pytest.approx(1.0)
    assert table.loc[table["truth"].notna(), "phi"].isna().all()


def test_difficulty_is_the_share_of_models_that_are_right():
    """Difficulty is right answers over readable answers, per photograph and question."""
    table = compute_difficulty(ANSWERS, ["case_id", "question_id"]).set_index(["case_id", "question_id"])
    right = ANSWERS.assign(right=is_correct(ANSWERS)).dropna(subset=["right"])
    for key, answers in right.groupby(["case_id", "question_id"]):
        assert table.loc[key, "share_right"] == pytest.approx(sum(answers["right"]) / len(answers))
        assert table.loc[key, "n_runs"] == len(answers)
    assert compute_difficulty(ANSWERS)["n_answers"].sum() == len(right)


def test_repeated_answers_are_counted():
    """The most common answer, its share and the number of different answers equal a plain count."""
    answers = ANSWERS.assign(value=ANSWERS["value"].round(1))
    table = measure_repetition(answers)
    assert len(table) == 3 * 6
    for row in table.itertuples():
        rows = answers[(answers["run_id"] == row.run_id) & (answers["question_id"] == row.question_id)]
        counts = Counter(rows["value"].dropna())
        most = max(counts.values())
        assert row.commonest == min(value for value, n in counts.items() if n == most)
        assert (row.n_different, row.n) == (len(counts), sum(counts.values()))
        assert row.commonest_share == pytest.approx(most / row.n)


def test_disagreement_is_the_share_of_pairs_that_differ():
    """Disagreement equals a comparison of every two runs by hand, averaged over questions; one run is excluded."""
    rng = np.random.default_rng(3)
    keys = product("abcd", "pqr", ("Q1", "Q3", "Q5"))
    rows = [
        {
            "run_id": run,
            "case_id": p,
            "question_id": q,
            "question_kind": TRIANGLE_QUESTION_BY_ID[q].kind,
            "score": rng.choice([0.0, 1.0, np.nan]),
        }
        for run, p, q in keys
    ]
    rows.append({"run_id": "a", "case_id": "alone", "question_id": "Q1", "question_kind": "class", "score": 1.0})
    answers = pd.DataFrame(rows)
    found = compute_disagreement(answers).set_index("case_id")["disagreement"]
    assert "alone" not in found
    for photograph, group in answers[answers["case_id"] != "alone"].groupby("case_id"):
        shares = []
        for _, asked in group.dropna(subset=["score"]).groupby("question_id"):
            pairs = [a != b for a, b in combinations(asked["score"], 2)]
            shares += [np.mean(pairs)] if pairs else []
        assert found[photograph] == pytest.approx(np.mean(shares))
