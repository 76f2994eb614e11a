"""Tests of scores by margin against their slow definition, and on models with a known result."""

import numpy as np
import pandas as pd
import pytest

from core.analyses import precision, precision_sentences
from core.analyses.estimates import compute_run_scores
from core.analyses.precision import NARROW, WIDE
from core.analyses.skill import ASKED, compute_benchmark_constants, estimate_skill
from core.benchmarks.choice.margins import BANDS
from core.scoring.choice.constant_baseline import score_constant_baseline
from core.solvers import blind_constant
from tests.analyses.answers import ABOUT
from tests.analyses.summed import summed

QUESTION = "Q2"
"""Any question of the described benchmark: the analysis asks only for its name."""


def made(hits, n=80, seed=0):
    """Answers of runs to one question, each case a group of its own; the margin of case i is i.

    Args:
        hits: by run, the chance of a right answer at each band.
        n: cases.
        seed: of everything.
    """
    rng = np.random.default_rng(seed)
    rows = [
        {"run_id": run_id, "case_id": f"c{case}", "group_id": f"g{case}", "question_id": QUESTION,
         "margin": BANDS[case * 4 // n], "margin_size": float(case),
         "score": float(rng.random() < chances[case * 4 // n])}
        for run_id, chances in hits.items() for case in range(n)
    ]  # fmt: skip
    answers = pd.DataFrame(rows).assign(value=lambda table: table["score"], chance=0.25, model_kind="vlm")
    blind = (answers["case_id"].str[1:].astype(int) % 5 == 0).astype(float)
    named = answers.assign(skill=answers["score"] - blind, run_label="Model " + answers["run_id"])
    return named.assign(model_id=named["run_id"])


def halved(answers):
    """Return the sums that the page computes from these answers, by run and by case."""
    by_run = summed(answers, precision.SUMMED_BY, ["score"])
    by_case = summed(answers, precision.CASES_BY, ["score", "skill"])
    return precision.add_halves(by_run, BANDS), precision.add_halves(by_case, BANDS)


def sights(answers):
    """Return the result for these answers."""
    rows, cases = halved(answers)
    return precision.diagnose_precision(rows, precision.compute_blind_scores(cases))


def kappas(answers):
    """Return the scores of their runs."""
    return compute_run_scores(halved(answers)[0])


ANSWERS = made({
    "sharp": (0.95, 0.95, 0.95, 0.95),
    "blurred": (0.25, 0.25, 0.95, 0.95),
    "falling": (0.6, 0.6, 1.0, 1.0),
    "blind": (0.25, 0.25, 0.25, 0.25),
    "worse": (0.0, 0.0, 0.0, 0.0),
})  # fmt: skip


def test_who_sees_and_who_is_not_precise_enough():
    """The models: one right at any margin, one that needs a wide one, one that loses some, and two that are blind."""
    found = {run_id: one.sight for (run_id, _), one in sights(ANSWERS).items()}
    assert found == {
        "sharp": "yes", "blurred": "if wide", "falling": "falls", "blind": "not shown", "worse": "no"
    }  # fmt: skip


def test_narrow_margins_decide_if_one_answer_is_right_at_all_wide_ones():
    """A constant that is right at every wide margin cannot be beaten there, so a good model is not called blind."""
    answers = made({"sharp": (0.95, 0.95, 1.0, 1.0), "blurred": (0.25, 0.25, 0.9, 0.9)}, n=160)
    is_wide = answers["margin"].map(precision.assign_halves(BANDS)) == WIDE
    answers["skill"] = answers["skill"].where(~is_wide, answers["score"] - 1.0)
    found = {run_id: one for (run_id, _), one in sights(answers).items()}
    assert {run_id: one.sight for run_id, one in found.items()} == {"sharp": "falls", "blurred": "not shown"}
    assert all(one.is_of_narrow for one in found.values())
    assert found["sharp"].detectable is None
    assert found["blurred"].detectable > found["blurred"].narrow
    assert found["sharp"].wide == pytest.approx(0.0)
    only_blurred = answers[answers["run_id"] == "blurred"]
    sentence = precision_sentences.describe_precision(sights(only_blurred), kappas(only_blurred), ABOUT)
    assert sentence.startswith("Where the margin is narrow, no model significantly beats the best constant answer in ")
    assert not any(one.is_of_narrow for one in sights(ANSWERS).values())


def test_nothing_is_shown_if_one_answer_is_right_in_all_cases():
    """A constant that is right at every margin cannot be beaten.

    The verdict and the sentence say so for every model.
    """
    answers = made({"sharp": (0.95, 0.95, 1.0, 1.0), "blurred": (0.25, 0.25, 0.9, 0.9)}, n=160)
    answers["skill"] = answers["score"] - 1.0
    assert {one.sight for one in sights(answers).values()} == {"one answer"}
    assert precision_sentences.describe_precision(sights(answers), kappas(answers), ABOUT).endswith(
        "one answer is always correct, so nothing can be shown there."
    )


def test_gains_and_falls_by_their_slow_definitions():
    """A gain is the mean score of a half minus the better of guessing and the constant, a fall the difference."""
    found = sights(ANSWERS)
    half_of = ANSWERS["margin"].map(precision.assign_halves(BANDS))
    for run_id, run in ANSWERS.groupby("run_id"):
        scores, one = {}, found[run_id, QUESTION]
        for half, gain in ((NARROW, one.narrow), (WIDE, one.wide)):
            rows = run[half_of[run.index] == half]
            scores[half] = sum(rows["score"]) / len(rows)
            constant = sum(rows["score"] - rows["skill"]) / len(rows)
            assert gain == pytest.approx(100 * (scores[half] - max(0.25, constant)))
        assert (one.wide_score, one.narrow_score) == pytest.approx((100 * scores[WIDE], 100 * scores[NARROW]))
        assert one.fall == pytest.approx(100 * (scores[WIDE] - scores[NARROW]))
        if run_id == "worse":  # all alike: there is no spread to make an interval of
            assert (one.low, one.high) == (None, None)
        else:
            assert one.low < one.fall < one.high


def test_bands_have_the_mean_of_their_answers():
    """The score of a band is the mean of its answers, inside its interval; the ranges are those of its cases."""
    table = precision.compute_band_scores(halved(ANSWERS)[0]).set_index(["run_id", "band"])
    assert len(table) == 5 * 4
    for (run_id, band), row in table.iterrows():
        rows = ANSWERS[(ANSWERS["run_id"] == run_id) & (ANSWERS["margin"] == band)]
        assert row["value"] == pytest.approx(100 * sum(rows["score"]) / len(rows))
        assert (row["n"], row["n_groups"]) == (20, 20)
        if 0 < sum(rows["score"]) < len(rows):
            assert row["low"] < row["value"] < row["high"]
    ranges = precision.compute_margin_ranges(halved(ANSWERS)[1]).set_index("band")
    assert ranges.loc["narrowest", ["low", "high", "n"]].tolist() == [0.0, 19.0, 20]
    assert ranges.loc["widest", ["low", "high", "n"]].tolist() == [60.0, 79.0, 20]


def test_questions_of_which_some_cases_have_a_margin_are_counted():
    """Cases are counted, not answers; a question whose cases all have a margin, or none, is not named."""
    rows = [
        {"case_id": f"{question_id}{case}", "question_id": question_id, "margin": band, "margin_size": 1.0,
         "chance": 0.5, "run_id": run_id, "score": 1.0, "skill": 0.5}
        for question_id, bands in {"all": ("a", "b"), "some": ("a", None, None), "none": (None,)}.items()
        for case, band in enumerate(bands)
        for run_id in ("one", "two")
    ]  # fmt: skip
    cases = summed(pd.DataFrame(rows), precision.CASES_BY, ["score", "skill"])
    assert precision.count_partial_margins(cases) == {"some": (1, 3)}


def test_few_groups_are_too_few():
    """With fewer than ten groups in a half, no statement is made about it."""
    found = sights(made({"sharp": (1.0, 1.0, 1.0, 1.0)}, n=16))
    assert [one.sight for one in found.values()] == ["too few"]


def test_few_groups_are_not_said_to_keep_their_precision():
    """The sentence says that a verdict needs more groups, not that nothing gets worse."""
    answers = made({"sharp": (1.0, 1.0, 1.0, 1.0)}, n=16)
    sentence = precision_sentences.describe_precision(sights(answers), kappas(answers), ABOUT)
    assert sentence == "Fewer than 10 triangles at wide or at narrow margins: too few for a verdict."


def test_a_fall_that_is_not_shown_is_not_called_a_loss():
    """A model with a gain at wide margins alone is said to lose at narrow ones only if its fall excludes 0."""
    answers = made({"weak": (0.37, 0.37, 0.5, 0.5)}, n=60, seed=3)
    found = sights(answers)
    assert found["weak", QUESTION].sight == "if wide"
    assert found["weak", QUESTION].low < 0
    sentence = precision_sentences.describe_precision(found, kappas(answers), ABOUT)
    assert sentence == "No model scores significantly lower in the narrow half of the margins than in the wide half."


def test_verdicts_are_corrected_for_the_number_of_models_and_questions():
    """A gain and a fall that a single model would show are not shown among many models; references do not count."""
    chances = {"weak": (0.25, 0.25, 0.47, 0.47)} | {f"guess {number}": (0.25,) * 4 for number in range(19)}
    answers = made(chances, n=80, seed=14)
    alone = sights(answers[answers["run_id"] == "weak"])["weak", QUESTION]
    assert (alone.sight, alone.is_falling) == ("if wide", True)
    among = sights(answers)["weak", QUESTION]
    assert (among.sight, among.is_falling) == ("not shown", False)
    assert (among.wide, among.low, among.high) == (alone.wide, alone.low, alone.high)
    others = answers["run_id"] != "weak"
    beside = sights(answers.assign(model_kind=answers["model_kind"].mask(others, "reference")))["weak", QUESTION]
    assert (beside.sight, beside.is_falling) == ("if wide", True)


def test_questions_without_two_halves_are_listed():
    """Margins that are equal except for the smallest leave one half, as does a filter."""
    rows = [("equal", "narrowest"), ("both", "narrowest"), ("both", "widest"), ("filtered", "widest")]
    ranges = pd.DataFrame(rows, columns=["question_id", "band"]).assign(low=1.0, high=1.0, n=5)
    assert precision.list_undivided_questions(ranges, BANDS) == ["equal", "filtered"]


def test_the_sentence_names_who_lacks_precision_most():
    """If no model is better than blind the sentence says so, and none lacks precision.

    References count only if alone.
    """
    runs = kappas(ANSWERS)
    sentence = precision_sentences.describe_precision(sights(ANSWERS), runs, ABOUT)
    fall = sights(ANSWERS)["blurred", QUESTION]
    loss = f"{fall.fall:.1f} points less than where they are wide ({fall.low:.1f}–{fall.high:.1f})."
    assert f"Model blurred loses most where margins are narrow, on Q2: {loss}" in sentence
    blind = ANSWERS[ANSWERS["run_id"] == "blind"]
    sentence = precision_sentences.describe_precision(sights(blind), kappas(blind), ABOUT)
    assert sentence == "Even where the margin is wide, no model significantly beats the best constant answer in Q2."
    references = ANSWERS.assign(model_kind="reference")
    sentence = precision_sentences.describe_precision(sights(references), kappas(references), ABOUT)
    assert sentence.startswith("Only reference models have answered. Model blurred loses most where margins are")
    constants = references.assign(model_id=blind_constant.MODEL.model_id)
    assert precision_sentences.describe_precision(sights(constants), kappas(constants), ABOUT) == ""
    sharp = ANSWERS[ANSWERS["run_id"] == "sharp"]
    sentence = precision_sentences.describe_precision(sights(sharp), kappas(sharp), ABOUT)
    assert sentence == "No model scores significantly lower in the narrow half of the margins than in the wide half."


def simulate_guesser(seed, n=60):
    """Return sums of a model that blindly answers "yes" in six of ten replies, where "yes" is right in six of ten."""
    rng = np.random.default_rng(seed)
    truths, said = rng.random((2, n)) < 0.6
    asked = pd.DataFrame(
        {"case_id": [f"c{case:02d}" for case in range(n)], "group_id": [f"g{case:02d}" for case in range(n)],
         "question_id": QUESTION, "question_kind": "choice", "n_options": 2.0, "options": [("Yes", "No")] * n,
         "truth": np.where(truths, 0.0, 1.0)}
    )  # fmt: skip
    constants = score_constant_baseline(asked).set_index("case_id")["score"]
    answers = asked.assign(
        run_id="m", model_id="m", run_label="M", model_kind="vlm", score=(said == truths).astype(float), chance=0.5,
        margin=[BANDS[case * 4 // n] for case in rng.permutation(n)], margin_size=1.0,
    )  # fmt: skip
    answers["skill"] = answers["score"] - answers["case_id"].map(constants)
    by_case = tuple(dict.fromkeys((*precision.SUMMED_BY, *ASKED)))
    rows = precision.add_halves(summed(answers, by_case, ["score"]), BANDS)
    cases = precision.add_halves(summed(answers, precision.CASES_BY, ["score", "skill"]), BANDS)
    blind = precision.compute_blind_scores(cases)
    return rows, blind, compute_benchmark_constants(asked)


@pytest.mark.slow
def test_a_guesser_is_not_said_to_see_at_any_margin():
    """Of 300 guessers about 2.5% may have a chance gain at wide margins; constants are selected again in each draw."""
    found = [precision.diagnose_precision(*simulate_guesser(seed))["m", QUESTION].sight for seed in range(300)]
    assert np.mean([sight in ("yes", "falls", "if wide") for sight in found]) <= 0.025 + 3 * np.sqrt(
        0.025 * 0.975 / 300
    )


def test_gains_have_the_interval_of_skill():
    """If the constant is the baseline, a half's gain is the skill that every other page shows for its cases."""
    rows, blind, constants = simulate_guesser(3)
    expected = estimate_skill(rows, ["run_id", "question_id", "half"], constants).set_index("half")["value"]
    found = precision.diagnose_precision(rows, blind, constants)["m", QUESTION]
    is_chance = blind.set_index("half")["is_chance"]
    assert not is_chance.all()
    for half, value in (("wide", found.wide), ("narrow", found.narrow)):
        if not is_chance[half]:
            assert value == pytest.approx(expected[half])
