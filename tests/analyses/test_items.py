"""Flags of items: found where they are planted, rarely otherwise."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.items import (
    FLAGS,
    KEY_IN_DOUBT,
    MIN_MODELS,
    NO_IMAGE_NEEDED,
    SEPARATES_NO_MODELS,
    analyse_items,
    choose_subset,
    describe_cautions,
    describe_curve_width,
    describe_items,
    describe_subset,
)
from core.statistics.item_curves import compute_probabilities

CHANCE, N_OPTIONS = 0.25, 4


def draw_answers(seed, n_models=30, n_items=200, wrong_keys=(), flat=(), easy=()):
    """Return answers as the query `item_answers` does; some items have a wrong stored key.

    The two baselines guess, and are right on the easy items.
    """
    generator = np.random.default_rng(seed)
    abilities = generator.normal(size=n_models)
    parameters = np.stack([generator.normal(0.3, 0.3, n_items), generator.normal(0, 0.8, n_items)])
    probability = compute_probabilities(parameters, np.full(n_items, CHANCE), abilities).T
    probability[:, list(flat)] = 0.5
    probability[:, list(easy)] = 0.995
    is_best = generator.random((n_models, n_items)) < probability
    values = np.where(is_best, 0, generator.integers(1, N_OPTIONS, is_best.shape))
    truth = np.zeros(n_items, int)
    truth[list(wrong_keys)] = 2
    blind = generator.integers(0, N_OPTIONS, (2, n_items))
    blind[:, list(easy)] = 0
    names = [f"model-{k}" for k in range(n_models)] + ["blind_constant", "blind_text"]
    rows = [
        (name, f"case-{item:03}", float(value), float(truth[item]), value == truth[item])
        for name, answers in zip(names, np.vstack([values, blind]), strict=True)
        for item, value in enumerate(answers)
    ]
    table = pd.DataFrame(rows, columns=["run_id", "case_id", "value", "truth", "is_right"])
    return table.assign(
        run_label=table["run_id"],
        model_id=table["run_id"],
        model_kind=np.where(table["run_id"].str.startswith("blind"), "reference", "vlm"),
        group_id=table["case_id"],
        question_id="Q",
        question_kind="choice",
        chance=CHANCE,
        is_right=table["is_right"].astype("boolean"),
    )


def test_planted_flags_are_found_and_others_are_rare():
    """Most wrong keys, some flat items and all easy ones are flagged; of 100 others at most one for each flag."""
    wrong_keys, flat, easy = range(10), range(10, 20), range(20, 30)
    found, others = dict.fromkeys(FLAGS, 0.0), dict.fromkeys(FLAGS, 0.0)
    for seed in range(4):
        items = analyse_items(
            draw_answers(seed, n_models=60, wrong_keys=wrong_keys, flat=flat, easy=easy)
        ).items.set_index("case_id")
        for flag, planted in zip(
            (KEY_IN_DOUBT, SEPARATES_NO_MODELS, NO_IMAGE_NEEDED), (wrong_keys, flat, easy), strict=True
        ):
            is_planted = items.index.isin([f"case-{item:03}" for item in planted])
            found[flag] += items.loc[is_planted, flag].mean() / 4
            others[flag] += items.loc[items.index >= "case-030", flag].mean() / 4
    assert found[KEY_IN_DOUBT] >= 0.8
    assert found[NO_IMAGE_NEEDED] >= 0.9
    assert found[SEPARATES_NO_MODELS] >= 0.25
    assert max(others.values()) <= 0.01, others


@pytest.mark.parametrize("n_models", [14, 30])
def test_right_keys_are_seldom_in_doubt(n_models):
    """At most one in a hundred right keys is in doubt; the expected number by chance agrees."""
    results = [analyse_items(draw_answers(seed, n_models=n_models)) for seed in range(4)]
    assert np.mean([result.items[KEY_IN_DOUBT].mean() for result in results]) <= 0.01
    assert np.mean([result.n_doubts_by_luck for result in results]) <= 2


def test_too_few_models_are_said():
    """With nine models no question is fitted; unreadable answers do not count as answers."""
    few = analyse_items(draw_answers(0, n_models=MIN_MODELS - 1))
    assert few.fit is None
    assert few.n_few == 200
    assert describe_items(few) == (
        "Each question needs readable answers from at least 10 models: too few would say more about the models than "
        "about the question."
    )
    assert not describe_cautions(few)
    answers = draw_answers(0, n_models=MIN_MODELS)
    answers.loc[(answers["case_id"] == "case-007") & (answers["run_id"] == "model-0"), ["is_right", "value"]] = None
    result = analyse_items(answers)
    assert (len(result.items), result.n_few) == (199, 1)
    assert "models are few for such curves" in describe_curve_width(result)
    assert any("1 questions are left out" in text for text in describe_cautions(result))


def test_the_sentence_counts_the_flags_and_the_set_is_described():
    """The sentence has the counts of the table; the set holds ids of cases."""
    result = analyse_items(draw_answers(1, wrong_keys=range(5), easy=range(5, 9)))
    counts = {flag: result.items[flag].sum() for flag in FLAGS}
    assert describe_items(result).startswith(f"{counts[KEY_IN_DOUBT]} of the ")
    assert "answered have a key in doubt" in describe_items(result)
    assert f"{counts[SEPARATES_NO_MODELS]} do not separate strong from weak models" in describe_items(result)
    assert f"best models agree on another answer ({result.n_doubts_by_luck:.1f} expected by luck)" in describe_items(
        result
    )
    assert describe_items(result).count("expected by luck") == (1 if np.isnan(result.n_answerable_by_luck) else 2)
    case_ids, subset = choose_subset(result, 2.0)
    assert 0 < len(case_ids) < 200
    assert set(case_ids) <= set(result.items["case_id"])
    assert describe_subset(subset, 200, "cases").startswith(f"{len(case_ids)} of 200 cases are enough")
    assert describe_subset(subset, len(case_ids), "cases").startswith("No smaller set of cases")
