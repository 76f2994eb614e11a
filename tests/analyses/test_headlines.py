"""The first findings with their cases, and the cases that show what a benchmark asks."""

import pytest

from core.analyses.findings import findings
from core.analyses.headlines import MOST, headlines
from core.analyses.overview import overview
from core.analyses.telling import MOST_CASES, telling_answers, worst_case
from core.analyses.verdicts import judged_models
from core.reports.report import analysed
from core.warehouse.read import NO_FILTERS, open_current
from tests.analyses.answers import ABOUT, queried_answers
from tests.analyses.test_overview import answers_of, lifts_of

MODELS = {
    "sees": ("vlm", lambda t, pose, o, noise: 0.9 - 0.01 * t - 0.1 * (pose == "tilted") + 0.01 * noise),
    "stares": ("vlm", lambda t, pose, o, noise: 0.5 + 0.02 * noise),
    "blind_constant": ("reference", lambda t, pose, o, noise: 0.6),
}


@pytest.fixture(scope="module")
def found():
    answers = answers_of(MODELS)
    seen = overview(answers, lifts_of(answers), ABOUT)
    return answers, seen, headlines(seen, judged_models(seen), answers, ())


def test_headlines_are_findings(found):
    """Each headline is one of the findings, at most three, the best model first."""
    _, seen, heads = found
    assert 2 <= len(heads) <= MOST
    assert {head.text for head in heads} <= set(findings(seen))
    assert heads[0].text == findings(seen)[0]


def test_a_headline_shows_the_worst_case_of_whom_it_is_about(found):
    """The headline on tilt leads to tilted photographs of the model that it hurts, and shows its worst one."""
    answers, _, heads = found
    tilt = next(head for head in heads if head.text.startswith("Tilting"))
    assert (tilt.run_ids, tilt.levels) == (("run-sees",), {"pose": ("tilted",)})
    rows = answers[(answers["run_id"] == "run-sees") & (answers["pose"] == "tilted")]
    means = {case_id: scores.mean() for case_id, scores in rows.groupby("case_id")["score"]}
    assert tilt.case_id == min(sorted(means), key=means.get)


def test_only_cases_with_a_picture_are_shown(found):
    """Where some pictures are here the worst case is among them; where none are, it may be any."""
    answers, seen, _ = found
    heads = headlines(seen, judged_models(seen), answers, {"003_P0"})
    assert heads[0].case_id == "003_P0"
    assert worst_case(answers.head(0), "run-sees") is None


def slow_telling(rows):
    """The number of pairs of a right answer and one that only fits the foil, for each case and question."""
    pairs = {}
    for key, part in rows.groupby(["case_id", "question_id"]):
        right = sum(score == 1 for score in part["score"])
        foil = sum(f == 1 and s != 1 for s, f in zip(part["score"], part["foil_score"], strict=True))
        pairs[key] = right * foil
    return pairs


@pytest.mark.parametrize("seed", range(3))
def test_telling_cases_set_right_against_foil(seed):
    """The cases come by the pairs of a right answer and one that fits the foil alone, each case once."""
    answers = queried_answers(seed, n_groups=10, n_runs=5).assign(is_pooled=True)
    told = telling_answers(answers, ())
    models = answers[answers["model_kind"] == "vlm"]
    rows = models[models["question_kind"].isin(["class", "choice"]) & models["score"].notna()]
    pairs = slow_telling(rows)
    found = [pairs[key] for key in zip(told["case_id"], told["question_id"], strict=True)]
    assert found == sorted(found, reverse=True)
    assert found[0] == max(pairs.values()) > 0
    assert told["case_id"].is_unique
    assert len(told) == min(MOST_CASES, rows["case_id"].nunique())


def test_telling_cases_have_a_picture(real_settings):
    """On the real release the most telling photographs are here, tilted, and some models fall for the picture."""
    with open_current(real_settings) as warehouse:
        pictures = warehouse.query("case_pictures")
        seen = set(pictures["case_id"][pictures["image_key"].notna()])
        told = telling_answers(warehouse.query("answers", filters=NO_FILTERS), seen)
    assert set(told["case_id"]) <= seen
    assert (told["n_right"].head(5) > 0).all()
    assert (told["n_foil"].head(5) > 0).all()


def test_looking_that_gains_next_to_nothing_is_said(real_settings):
    """Where the whole interval of a model's lift is above zero and below one point, the finding names the model so."""
    with open_current(real_settings) as warehouse:
        seen = analysed(warehouse)
    lifts = seen.lifts[(seen.lifts["against"] == "truth") & seen.lifts["run_id"].isin(seen.compared)]
    slight = lifts[(lifts["low"] > 0) & (lifts["high"] < 1)]
    said = next(text for text in findings(seen) if "by looking" in text or "looking at the photograph" in text)
    assert "less than a point by looking" in said or slight.empty
    assert all(label in said for label in slight["label"])
