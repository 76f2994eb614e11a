"""The overview's frames and findings, against slow definitions and on answers whose findings are known."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.findings import list_findings, list_reference_findings
from core.analyses.phrases import describe_unreadable
from core.records import FEW_GROUPS
from core.reports.report import load_overview
from core.scoring.metrics import compute_scores
from core.statistics.intervals import apply_holm_correction
from core.warehouse.read import NO_FILTERS, open_current
from tests.analyses.answers import ABOUT
from tests.analyses.slow_overview import slow_overview
from tests.scoring.definitions import compute_lift_table
from tests.scoring.slow import clustered_share, difference_of_means, paired_difference


def make_run_answers(models, n_groups=12, seed=0):
    """Return answers to Q3 of models with kappas given as functions of (triangle, pose, object, noise).

    Truths are four times as large on tilted photographs, so that the best constant scores 0.6 in any draw.
    """
    rng = np.random.default_rng(seed)
    rows = []
    for model_id, (kind, kappa_of) in models.items():
        for triangle in range(n_groups):
            for pose in ("planar", "tilted"):
                truth = (1.0 + 0.02 * triangle) * (4 if pose == "tilted" else 1)
                for has_object in (False, True):
                    score = float(np.clip(kappa_of(triangle, pose, has_object, rng.normal()), 0, 1))
                    rows.append({
                        "run_id": f"run-{model_id}", "model_id": model_id, "run_label": model_id.upper(),
                        "model_kind": kind, "is_pooled": kind == "vlm", "chance": np.nan,
                        "case_id": f"{triangle:03d}_{pose[0].upper()}{has_object:d}",
                        "group_id": f"{triangle:03d}", "question_id": "Q3", "question_kind": "ratio", "pose": pose,
                        "object": "apple" if has_object else "none", "slot": f"{pose[0].upper()}{has_object:d}",
                        "score": score, "foil_score": score,
                        "reliance": 0.0, "skill": score - 0.6, "value": truth * (2 - score),
                        "truth": truth, "foil": truth,
                    })  # fmt: skip
    return pd.DataFrame(rows)


MODELS = {
    "good": ("vlm", lambda t, pose, o, noise: 0.9 - 0.1 * (pose == "tilted") + 0.01 * noise),
    "alike": ("vlm", lambda t, pose, o, noise: 0.9 - 0.1 * (pose == "tilted") + 0.01 * noise),
    "poor": ("vlm", lambda t, pose, o, noise: 0.5 + 0.02 * noise),
    "blind_constant": ("reference", lambda t, pose, o, noise: 0.6),
    "homography_solver": ("reference", lambda t, pose, o, noise: 0.98 + 0.001 * noise),
}


def lifts_of(answers, n_permutations=200):
    """Return the lifts that the overview reads: of score 3D over all, and of reliance over tilted photographs."""
    tilted = answers[answers["pose"] == "tilted"]
    return pd.concat([
        compute_lift_table(answers, "truth", n_permutations).assign(against="truth", subset="all"),
        compute_lift_table(tilted, "reliance", n_permutations).assign(against="reliance", subset="tilted"),
    ])  # fmt: skip


@pytest.fixture(scope="module")
def made():
    answers = make_run_answers(MODELS)
    return answers, slow_overview(answers, lifts_of(answers), ABOUT)


def test_means_and_effects_are_those_of_the_statistics(made):
    """Each number of the overview is the clustered estimate of its answers, in percent."""
    answers, found = made
    good = answers[answers["model_id"] == "good"]
    mean = clustered_share(good["score"], good["group_id"])
    row = found.scores.set_index("model_id").loc["good"]
    assert (row["value"], row["low"], row["high"]) == pytest.approx((100 * mean.value, 100 * mean.low, 100 * mean.high))
    effect = difference_of_means(good["score"], good["pose"] == "tilted", good["group_id"])
    tilt = found.effects["tilt"].set_index("model_id").loc["good"]
    assert (tilt["value"], tilt["low"]) == pytest.approx((100 * effect.value, 100 * effect.low))
    models = answers[answers["model_kind"] == "vlm"]
    pooled = difference_of_means(models["score"], models["pose"] == "tilted", models["group_id"])
    assert found.effects["tilt"].set_index("kind").loc["pooled", "value"] == pytest.approx(100 * pooled.value)


def test_pairs_name_the_better_model_first(made):
    """Three models make three pairs, none of them with references; each difference is the paired one."""
    answers, found = made
    assert len(found.pairs) == 3
    assert (found.pairs["value"] >= 0).all()
    assert (found.pairs["low"] <= found.pairs["value"]).all()
    assert (found.pairs["value"] <= found.pairs["high"]).all()
    wide = answers.pivot_table(index=["case_id", "group_id"], columns="run_id", values="score").reset_index()
    for pair in found.pairs.to_dict("records"):
        slow = paired_difference(wide[pair["first"]], wide[pair["second"]], wide["group_id"])
        assert pair["value"] == pytest.approx(100 * slow.value)
        assert pair["low"] == pytest.approx(100 * slow.low)
    verdicts = {frozenset((p["first_label"], p["second_label"])): p["verdict"] for p in found.pairs.to_dict("records")}
    assert verdicts[frozenset(("GOOD", "ALIKE"))] == "not distinguishable"
    assert verdicts[frozenset(("GOOD", "POOR"))] == "higher"


def test_findings_say_what_was_built_in(made):
    """The sentences give best and ceiling, the models below the blind constant, and the cost of tilt and objects."""
    _, found = made
    text = "\n".join(list_findings(found))
    assert "has the highest mean score" in text
    assert "not distinguishable from GOOD: models" in text.splitlines()[0]
    assert (
        "What is possible: the homography solver, which undoes the perspective with the taped square, scores 98.0%."
    ) in text
    assert "The best constant answer, chosen on other triangles, reaches 59.7%; POOR (−9.7" in text
    assert "Tilting the camera costs" in text
    assert "an object lowers no model's score significantly" in text
    assert 3 <= len(list_findings(found)) <= 5


def test_without_a_whole_run_the_stored_score_of_the_constant_is_named():
    """If every run lacks an answer, the sentence names the stored score of the best constant answer."""
    answers = make_run_answers(MODELS)
    lacks = answers["model_id"].ne("blind_constant") & answers["case_id"].eq(answers["case_id"].iloc[0])
    partial = answers[~lacks]
    text = "\n".join(list_findings(slow_overview(partial, lifts_of(partial), ABOUT)))
    assert "The best constant answer reaches 60.0%; POOR (" in text


def test_a_run_that_is_not_pooled_moves_no_effect_of_all_models(made):
    """A run outside the pool has its own row, and is in no pooled effect, no pair and no finding."""
    answers, found = made
    other = make_run_answers({"better": ("vlm", lambda t, pose, o, noise: 0.99)}).assign(is_pooled=False)
    with_other = pd.concat([answers, other], ignore_index=True)
    also = slow_overview(with_other, lifts_of(with_other, 200), ABOUT)
    assert "better" in set(also.scores["model_id"])
    for name in ("tilt", "object"):
        before, after = (o.effects[name].query("kind == 'pooled'").reset_index(drop=True) for o in (found, also))
        assert len(before) == 1
        assert before.equals(after)
    assert also.pairs.equals(found.pairs)
    assert not any("BETTER" in sentence for sentence in list_findings(also))


def test_a_model_that_is_not_pooled_leaves_the_word_to_references():
    """If no model has a pooled run, findings are about the references and say what the models lack."""
    answers = make_run_answers({name: MODELS[name] for name in ("good", "homography_solver")}).assign(is_pooled=False)
    found = slow_overview(answers, lifts_of(answers, 50), ABOUT)
    assert list_findings(found) == []
    assert list_reference_findings(found)[0].startswith(
        "No model is compared yet: GOOD (another prompt). Mean score of the "
    )


def test_without_models_there_are_no_findings():
    """References alone give no finding."""
    answers = make_run_answers({name: MODELS[name] for name in ("blind_constant", "homography_solver")})
    assert list_findings(slow_overview(answers, lifts_of(answers, 50), ABOUT)) == []


def test_a_model_alone_is_described(made):
    """With one model there are no pairs, and the other sentences are unchanged."""
    answers = make_run_answers({"good": MODELS["good"]})
    found = slow_overview(answers, lifts_of(answers, 50), ABOUT)
    assert found.pairs.empty
    assert list_findings(found)[0].startswith("GOOD: mean score")


def seen(answer_to, n_groups=30, seed=1):
    """Return answers to Q3 about tilted photographs whose image shows a larger ratio than the world, by model."""
    rng = np.random.default_rng(seed)
    truths = 1.0 + 0.3 * rng.random(n_groups)
    rows = [
        {
            "run_id": f"run-{model_id}", "model_id": model_id, "run_label": model_id.upper(), "model_kind": "vlm",
            "is_pooled": True, "chance": np.nan, "case_id": f"{triangle:03d}_T0", "group_id": f"{triangle:03d}",
            "question_id": "Q3", "question_kind": "ratio", "pose": "tilted", "object": "none", "slot": "T0",
            "value": answer(truth, rng.normal()), "truth": truth, "foil": 1.6 * truth,
        }
        for model_id, answer in answer_to.items()
        for triangle, truth in enumerate(truths)
    ]  # fmt: skip
    answers = pd.DataFrame(rows)
    score, foil_score = (compute_scores("ratio", answers["value"], answers[against]) for against in ("truth", "foil"))
    return answers.assign(score=score, foil_score=foil_score, reliance=foil_score - score, skill=score - 0.5)


def test_a_habit_is_not_called_reading():
    """A model that always answers 1.8 fits the image better by habit; one that reads the image does so by looking."""
    answers = seen({
        "habit": lambda truth, noise: 1.8 + 0.01 * noise,
        "reader": lambda truth, noise: 1.6 * truth + 0.01 * noise,
        "seer": lambda truth, noise: truth + 0.01 * noise,
    })  # fmt: skip
    found = slow_overview(answers, lifts_of(answers), ABOUT)
    rows = found.reading.set_index("model_id")
    assert rows.loc["habit", "raw_low"] > 20
    assert rows.loc["habit", "verdict"] == "not distinguishable"
    assert rows.loc["reader", "verdict"] == "higher"
    assert rows.loc["seer", "verdict"] == "lower"
    assert rows["raw"].tolist() == pytest.approx((rows["habit"] + rows["value"]).tolist())
    (sentence,) = [sentence for sentence in list_findings(found) if "flat image" in sentence]
    assert sentence.startswith("Looking at a tilted photograph, READER (")
    assert "HABIT" not in sentence.partition("reads the flat image")[0]
    alone = answers[answers["model_id"] == "habit"]
    (sentence,) = [one for one in list_findings(slow_overview(alone, lifts_of(alone), ABOUT)) if "flat image" in one]
    assert "no model reads the flat image (2D) significantly more than the world. HABIT fits" in sentence
    assert "but habit alone gives" in sentence


def test_a_missing_interval_is_no_success():
    """With one triangle there is no interval, and no finding calls the model better than the constant, or a reader."""
    answers = pd.concat([
        make_run_answers({"new": MODELS["good"]}, n_groups=1),
        make_run_answers({name: MODELS[name] for name in ("blind_constant", "homography_solver")}),
    ])  # fmt: skip
    text = "\n".join(list_findings(slow_overview(answers, lifts_of(answers, 50), ABOUT)))
    assert "every model does better" not in text
    assert "Every model looks" not in text
    assert text.count("NEW answered about too few triangles to tell") == 2


@pytest.mark.parametrize("n_groups", [2, FEW_GROUPS - 1])
def test_few_groups_make_no_claim(n_groups):
    """Below the fewest groups of a claim no model is best, nothing is significant, and no interval is stated."""
    answers = make_run_answers(MODELS, n_groups)
    sentences = list_findings(slow_overview(answers, lifts_of(answers, 50), ABOUT))
    text = "\n".join(sentences)
    assert sentences[0].startswith(
        f"{n_groups} triangles are too few to tell which model is most accurate: a claim needs 10. "
        "The highest mean score against the world (3D) is 8"
    )
    assert "All models answered about too few triangles to tell whether they look at the photograph." in sentences
    assert not any(word in text for word in ("is the most accurate: mean", "significantly", " to 9", "costs"))


def test_few_groups_of_one_model_make_no_claim():
    """A single model is not called best with few groups either; nor is one without readable answers."""
    answers = make_run_answers({"good": MODELS["good"]}, 2)
    (first, *_) = list_findings(slow_overview(answers, lifts_of(answers, 50), ABOUT))
    assert first.startswith("2 triangles are too few to tell how accurate the model is: a claim needs 10. ")
    unread = answers.assign(**dict.fromkeys(["value", "score", "foil_score", "reliance", "skill"], np.nan))
    (first, *_) = list_findings(slow_overview(unread, lifts_of(answers, 50).head(0), ABOUT))
    assert first.startswith("No answer of GOOD could be read.")


def test_references_on_few_groups_have_no_intervals():
    """If only reference models answered about few groups, their means have no intervals, and the reason is stated."""
    answers = make_run_answers({name: MODELS[name] for name in ("blind_constant", "homography_solver")}, 2)
    (sentence,) = list_reference_findings(slow_overview(answers, lifts_of(answers, 50), ABOUT))
    assert sentence.endswith("%. 2 triangles are too few to tell who is better: a claim needs 10.")
    assert " to 1" not in sentence


def test_the_findings_on_the_real_answers(real_workspace):
    """On the release the published models differ as the statistics say: two are not better than the best constant."""
    with open_current(real_workspace) as warehouse:
        found = load_overview(warehouse)
        answers = warehouse.query("answers", filters=NO_FILTERS)
    sentences = list_findings(found)
    assert 3 <= len(sentences) <= 5
    assert "Gemini 2.5 Pro is the most accurate: mean score 75.3%" in sentences[0]
    assert all(name in sentences[1] for name in ("GPT-5", "Qwen2.5-VL-32B"))
    assert sentences[1].endswith("are below it.")
    assert "Gemini" not in sentences[1]
    assert "no evidence of using the photograph" in sentences[2]
    assert sentences[2].startswith("GPT-5")
    assert "no model reads the flat image (2D) significantly more than the world" in sentences[3]
    solver = found.reading.set_index("model_id").loc["image_plane_solver"]
    assert solver["low"] > 15
    assert found.scores.set_index("model_id")["n"].to_dict() == answers.groupby("model_id")["score"].count().to_dict()


def with_the_worst_unreadable(answers, model_id, share):
    """Return the answers, with a model's worst ones unreadable."""
    worst = answers[answers["model_id"] == model_id].sort_values("score").index
    missing = worst[: int(share * len(worst))]
    columns = ["value", "score", "foil_score", "reliance", "skill"]
    return answers.assign(**{name: answers[name].mask(answers.index.isin(missing)) for name in columns})


def test_a_model_that_is_unreadable_where_it_fails_does_not_lead_unnoticed():
    """The headline bounds the mean with unreadable answers as wrong and as right, and names who would lead then."""
    models = {
        "whole": ("vlm", lambda t, pose, o, noise: 0.7 + 0.01 * noise),
        "selective": ("vlm", lambda t, pose, o, noise: 0.2 if pose == "tilted" and o else 0.8 + 0.01 * noise),
    }
    answers = make_run_answers(models)
    cut = with_the_worst_unreadable(answers, "selective", 0.25)
    found = slow_overview(cut, lifts_of(cut), ABOUT)
    best = found.scores.iloc[0]
    assert (best["label"], best["share_missing"]) == ("SELECTIVE", 25.0)
    kappas = cut.loc[cut["model_id"] == "selective", "score"]
    assert (best["least"], best["most"]) == pytest.approx(
        (100 * kappas.fillna(0).mean(), 100 * kappas.fillna(1).mean())
    )
    headline = list_findings(found)[0]
    assert f"mean score would be {best['least']:.1f}–{best['most']:.1f}% for SELECTIVE (25.0% unreadable)" in headline
    assert "As wrong ones they put WHOLE before SELECTIVE." in headline


def test_bounds_that_meet_are_one_number():
    """If the missing answers change nothing, as in sets that are wrong anyway, the caution states the single share."""
    rows = pd.DataFrame({"label": ["A", "B"], "value": [20.0, 10.0], "least": [15.0, 8.0], "most": [15.0, 9.0],
                         "share_missing": [25.0, 10.0]})  # fmt: skip
    (text,) = describe_unreadable(rows, "the share")
    assert "the share would be 15.0% for A (25.0% unreadable) and 8.0–9.0% for B" in text


def test_the_headline_warns_from_one_percent_on():
    """Below 1% of unreadable answers the headline is unchanged; from 1% on it warns."""
    answers = make_run_answers(MODELS, n_groups=50)
    assert len(answers[answers["model_id"] == "good"]) == 200
    for count, warns in ((0, False), (1, False), (2, True)):
        cut = with_the_worst_unreadable(answers, "good", count / 200)
        headline = list_findings(slow_overview(cut, lifts_of(cut), ABOUT))[0]
        assert ("Unreadable answers are left out" in headline) == warns


def test_habit_and_looking_by_photographs(real_workspace):
    """In planar, tilted and class-change subsets, raw reliance is habit plus looking.

    Verdicts are corrected within each.
    """
    with open_current(real_workspace) as warehouse:
        readings = load_overview(warehouse).readings
    assert list(readings["subset"].unique()) == list(ABOUT.subsets)
    assert readings["raw"].tolist() == pytest.approx((readings["habit"] + readings["value"]).tolist())
    for _, part in readings.groupby("subset"):
        models = part[part["kind"] == "vlm"]
        assert models["corrected_p"].tolist() == pytest.approx(list(apply_holm_correction(models["p_value"].tolist())))
    by_change = readings.set_index(["subset", "model_id"])["raw"]
    solver = "image_plane_solver"
    assert by_change["side class changes", solver] > by_change["all", solver] > by_change["side class stays", solver]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("of_text", "of_model", "is_told"),
    [(1.0, 0.8, True), (0.7, 0.7, True), (0.7, 0.9, False), (0.2, 0.5, False)],
    ids=["the text is enough", "as good as the text", "clearly ahead of the text", "the text says nothing"],
)
def test_what_the_text_alone_scores_comes_first_unless_a_model_is_ahead(of_text, of_model, is_told):
    """The text-only baseline above the best constant answer is the first finding, unless a model is clearly ahead."""
    made = {
        "blind_text": ("reference", lambda t, pose, o, noise: of_text + 0.05 * noise * (of_text < 1)),
        "blind_constant": ("reference", lambda t, pose, o, noise: 0.3),
        "model": ("vlm", lambda t, pose, o, noise: of_model + 0.05 * noise),
    }
    answers = make_run_answers(made, n_groups=30)
    first, *others = list_findings(slow_overview(answers, lifts_of(answers, 50), ABOUT))
    assert first.startswith("The text-only baseline reaches ") == is_told
    assert any(text.startswith("The text-only baseline reaches") for text in others) != is_told
    if is_told:
        assert "points above the best constant answer: question and options give so many answers away" in first
        assert "MODEL (" in first
        assert first.endswith("not significantly ahead of it.")
    if of_text == 1:
        assert first.startswith("The text-only baseline reaches 100.0%, 70.0 points above ")
    without = answers[answers["model_id"] != "model"]
    told = list_reference_findings(slow_overview(without, lifts_of(without, 50), ABOUT))
    assert any(text.startswith("The text-only baseline reaches ") for text in told) == (of_text > 0.3)
