"""Tests of the text-only baseline, against scikit-learn, on informative and on uninformative texts."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from sklearn.linear_model import LogisticRegression

from core.scoring.choice import text_only_baseline as module
from core.scoring.choice.text_features import iterate_option_features
from core.scoring.choice.text_only_baseline import score_text_only_baseline
from core.scoring.split_halves import split_halves
from tests.scoring.choice.features_by_definition import list_features, make_random_cases

NAMES = ("circle", "square", "triangle", "pentagon", "line", "spiral")


def make_cases(seed, n, question, n_options=4):
    """Make cases of one question each; `question` draws text, options and truth."""
    rng = np.random.default_rng(seed)
    rows = []
    for number in range(n):
        text, options, truth = question(rng, n_options)
        rows.append({"case_id": f"c{number}", "group_id": f"g{number // 2}", "question_id": "q", "text": text,
                     "options": tuple(options), "truth": truth})  # fmt: skip
    return pd.DataFrame(rows)


def make_largest_number_question(rng, n_options):
    """Make a question whose largest number is right, at any position."""
    numbers = rng.choice(1000, n_options, replace=False)
    return "How many are there?", [str(number) for number in numbers], int(numbers.argmax())


def make_singular_question(rng, n_options):
    """Make a question whose only singular option is right."""
    names, truth = rng.permutation(NAMES)[:n_options], int(rng.integers(n_options))
    options = [str(name) + "s" * (index != truth) for index, name in enumerate(names)]
    return f"Which appears more often than {names[0]}s?", options, truth


def make_first_named_question(rng, n_options):
    """Make a question whose first named option is right."""
    names = [str(name) for name in rng.permutation(NAMES)[:n_options]]
    options = [str(name) for name in rng.permutation(names)]
    return f"Which is nearer to me, the {' or the '.join(names)}?", options, options.index(names[0])


def make_template_question(rng, n_options):
    """Make one of two templates; the first letter is right in one, the last in the other."""
    is_first, names = rng.random() < 0.5, [str(name) for name in rng.permutation(NAMES)[:n_options]]
    text = f"Which is {'above' if is_first else 'below'} the {names[0]}?"
    return text, names, 0 if is_first else n_options - 1


def make_uninformative_question(rng, n_options):
    """Make a question whose text does not reveal the answer."""
    names = [str(name) for name in rng.permutation(NAMES)[:n_options]]
    return f"Which is right of the {rng.choice(NAMES)}?", names, int(rng.integers(n_options))


@pytest.mark.parametrize(
    "question",
    [make_largest_number_question, make_singular_question, make_first_named_question, make_template_question],
)
def test_textual_rules_are_learned(question):
    """A rule learned on one half answers nearly all cases of the other."""
    scores = score_text_only_baseline(make_cases(1, 240, question))
    assert scores["score"].mean() > 0.95
    assert scores["p_true"].mean() > 0.75


@pytest.mark.parametrize("n_options", [2, 4])
def test_uninformative_text_gives_chance(n_options):
    """If the text is uninformative, hits and predicted probabilities are those of guessing."""
    scores = score_text_only_baseline(make_cases(2, 2000, make_uninformative_question, n_options))
    share = 1 / n_options
    assert abs(scores["score"].mean() - share) < 3 * (share * (1 - share) / 2000) ** 0.5
    assert 0.75 * share < scores["p_true"].mean() < 1.1 * share


def test_two_options_give_logistic_regression(monkeypatch):
    """With two options the fit equals scikit-learn's logistic regression on feature differences."""
    monkeypatch.setattr(module, "MAX_STEPS", 2000)
    cases = make_cases(3, 120, make_uninformative_question, 2)
    cases["truth"] = [int(options[1] < options[0]) if n % 3 else n % 2 for n, options in enumerate(cases["options"])]
    half = split_halves(cases["group_id"])
    features = module._build_feature_matrix(cases)
    differences = (features[1::2] - features[0::2]).toarray()
    for tested_half in (0, 1):
        learnt, asked = half != tested_half, half == tested_half
        other = LogisticRegression(C=1 / module.RIDGE, fit_intercept=False, tol=1e-10, max_iter=10_000)
        other.fit(differences[learnt], cases.loc[learnt, "truth"])
        expected = other.predict_proba(differences[asked])[np.arange(asked.sum()), cases.loc[asked, "truth"]]
        assert score_text_only_baseline(cases).loc[asked, "p_true"].to_numpy() == pytest.approx(expected, abs=1e-3)


def test_equally_good_options_share_the_hit():
    """Options with equal predictions share the hit, and the first one is chosen."""
    cases = pd.DataFrame({
        "case_id": ["c0", "c1"], "group_id": ["g0", "g1"], "question_id": ["one", "other"], "text": [None, "Which?"],
        "options": [("a", "b"), ("x", "y", "z")], "truth": [1, 2],
    })  # fmt: skip
    scores = score_text_only_baseline(cases)
    assert scores["score"].tolist() == pytest.approx([1 / 2, 1 / 3])
    assert scores["p_true"].tolist() == pytest.approx([1 / 2, 1 / 3])
    assert scores["value"].tolist() == [0, 0]


def test_halves_do_not_learn_from_themselves():
    """A half's truths do not change its own answers, and the order of rows does not matter."""
    cases = make_cases(4, 100, make_template_question)
    half = split_halves(cases["group_id"])
    changed = cases.assign(truth=np.where(half == 0, (cases["truth"] + 1) % 4, cases["truth"]))
    before, after = score_text_only_baseline(cases), score_text_only_baseline(changed)
    assert before.loc[half == 0, "value"].equals(after.loc[half == 0, "value"])
    backwards = score_text_only_baseline(cases.iloc[::-1]).loc[cases.index]
    assert backwards["value"].equals(before["value"])
    assert backwards["p_true"].to_numpy() == pytest.approx(before["p_true"].to_numpy(), abs=1e-4)


def test_features_do_not_use_truths():
    """Cases without truths have the same features."""
    cases = make_cases(5, 10, make_singular_question)
    features = list(iterate_option_features(cases.drop(columns="truth")))
    assert {len(kind) for kind in features} == {40}
    assert all(map(np.array_equal, features, iterate_option_features(cases)))


@pytest.mark.parametrize("n_cases", [0, 1, 60, 900])
def test_matrix_equals_the_feature_definition(n_cases):
    """Every option has the features of the slow definition, numbered in order of occurrence."""
    cases = make_random_cases(7, n_cases)
    options = [option for case in list_features(cases) for option in case]
    times = Counter(feature for option in options for feature in option)
    numbers = {feature: number for number, feature in enumerate(f for f, count in times.items() if count > 1)}
    matrix = module._build_feature_matrix(cases)
    assert matrix.shape == (len(options), len(numbers))
    rows = np.split(matrix.indices, matrix.indptr[1:-1])
    expected = [[numbers[feature] for feature in option if feature in numbers] for option in options]
    assert [row.tolist() for row in rows[: len(options)]] == expected


def test_single_group_is_not_scored():
    """With a single group nothing can be fitted."""
    cases = make_cases(6, 2, make_uninformative_question)
    assert score_text_only_baseline(cases)[["value", "score", "p_true"]].isna().all(axis=None)
    assert score_text_only_baseline(cases.iloc[:0]).empty
