"""Headline findings with their cases, and the cases that illustrate a benchmark."""

from dataclasses import replace

import duckdb
import pandas as pd
import pytest
from pandas.testing import assert_frame_equal

from core.analyses.baseline_findings import describe_below_constant, find_blind_score
from core.analyses.findings import describe_effect, describe_effects, list_findings
from core.analyses.headlines import (
    MOST,
    MOST_RUNS,
    describe_blind_comparison,
    describe_leaders,
    list_further_findings,
    list_headlines,
)
from core.analyses.verdicts import list_model_verdicts
from core.reports.report import load_overview
from core.warehouse.read import open_current
from core.warehouse.sql import COMMON, read_sql
from tests.analyses.answers import ABOUT, queried_answers
from tests.analyses.slow_overview import slow_overview
from tests.analyses.test_overview import lifts_of, make_run_answers

MOST_TOLD = 24

MODELS = {
    "sees": ("vlm", lambda t, pose, o, noise: 0.9 - 0.01 * t - 0.1 * (pose == "tilted") + 0.01 * noise),
    "stares": ("vlm", lambda t, pose, o, noise: 0.5 + 0.02 * noise),
    "blind_constant": ("reference", lambda t, pose, o, noise: 0.6),
}


def find_worst_case(answers):
    """Return the case with the lowest mean score, by its slow definition."""

    def worst(run_id, levels):
        rows = answers[(answers["run_id"] == run_id) & answers["score"].notna()]
        for factor, chosen in levels.items():
            rows = rows[rows[factor].isin(chosen)]
        means = {case_id: scores.mean() for case_id, scores in rows.groupby("case_id", observed=True)["score"]}
        return min(sorted(means), key=means.get, default=None)

    return worst


@pytest.fixture(scope="module")
def found():
    answers = make_run_answers(MODELS)
    seen = slow_overview(answers, lifts_of(answers), ABOUT)
    return answers, seen, list_headlines(seen, list_model_verdicts(seen), find_worst_case(answers))


def test_headlines_are_findings(found):
    """Each headline is one of the findings, at most four; that which costs something comes first."""
    _, seen, heads = found
    assert 2 <= len(heads) <= MOST
    effects = {describe_effect(seen, seen.compared, contrast) for contrast in ABOUT.contrasts}
    below = describe_below_constant(seen, seen.compared)
    assert {head.text for head in heads} <= set(list_findings(seen)) | effects | {below}
    assert heads[0].text.startswith("Tilting")


def test_how_many_models_beat_answering_blind(found):
    """The number of models above the best constant answer is stated, with the lead of the best model."""
    _, seen, _ = found
    skill = seen.skill.set_index("run_id").loc[seen.compared]
    assert list(skill["verdict"]) == ["higher", "lower"]
    best = skill.iloc[0]
    stated = describe_blind_comparison(seen)
    blind = find_blind_score(seen)
    assert stated.startswith(
        f"1 of 2 models beat the best constant answer (always the same answer, without looking: {blind:.1f}%), "
        f"{best['label']} by {best['value']:.1f} "
    )
    none = replace(seen, skill=seen.skill.assign(value=-1.0, low=-2.0, high=0.5, verdict="not distinguishable"))
    assert describe_blind_comparison(none).startswith("No model is shown to be better than the best constant answer (")


def test_what_all_names_share_follows_the_best_name_only(found):
    """An ending that the labels of all compared runs share follows the best model's name in brackets."""
    _, seen, _ = found
    ended = {
        name: getattr(seen, name).assign(label=getattr(seen, name)["label"] + " · fast") for name in ("scores", "skill")
    }
    best = seen.scores.loc[seen.scores["run_id"].isin(seen.compared), "label"].iloc[0]
    assert describe_leaders(replace(seen, **ended)) == describe_leaders(seen).replace(best, f"{best} (fast)", 1)


def test_headline_shows_its_worst_case(found):
    """The headline on tilt links to tilted photographs of the model that it hurts, and shows its worst one."""
    answers, _, heads = found
    tilt = next(head for head in heads if head.text.startswith("Tilting"))
    assert (tilt.run_ids, tilt.levels) == (("run-sees",), {"pose": ("tilted",)})
    rows = answers[(answers["run_id"] == "run-sees") & (answers["pose"] == "tilted")]
    means = {case_id: scores.mean() for case_id, scores in rows.groupby("case_id")["score"]}
    assert tilt.case_id == min(sorted(means), key=means.get)


def test_a_model_that_is_worse_than_blind_is_a_headline(found):
    """It is named with a link to its cases; what no headline states is among the further findings, and only that."""
    _, seen, heads = found
    below = next(head for head in heads if head.text.startswith("STARES (−"))
    assert "worse than the best constant answer" in below.text
    assert below.run_ids == ("run-stares",)
    sentences = list_findings(seen)
    kept = [head for head in heads if head.text.startswith("Tilting")]
    further = list_further_findings(seen, sentences, kept)
    assert kept[0].text not in further
    assert describe_leaders(seen) not in further
    assert any("bject lowers no model's score" in text for text in further)
    assert set(sentences) - set(further) == {describe_leaders(seen), *describe_effects(seen, seen.compared)}


def test_headline_links_to_at_most_twenty_runs():
    """Of thirty models that lose by tilt, the headline names the first twenty."""
    models = {f"m{number:02d}": MODELS["sees"] for number in range(MOST_RUNS + 10)}
    answers = make_run_answers(models | {"blind_constant": MODELS["blind_constant"]})
    found = slow_overview(answers, lifts_of(answers, 20), ABOUT)
    heads = list_headlines(found, list_model_verdicts(found), find_worst_case(answers))
    tilt = next(head for head in heads if head.text.startswith("Tilting"))
    assert len(tilt.run_ids) == MOST_RUNS
    assert f"and {MOST_RUNS + 10 - 4} more" in tilt.text


def slow_outcomes(answers):
    """Compute the table `case_outcomes`, answer by answer."""
    counts = {}
    for row in answers.to_dict("records"):
        if row["question_kind"] in ("class", "choice", "name") and not pd.isna(row["score"]):
            right, foil, wrong = counts.get((row["case_id"], row["question_id"]), (0, 0, 0))
            if row["score"] == 1:
                right += 1
            elif row["foil_score"] == 1:
                foil += 1
            else:
                wrong += 1
            counts[row["case_id"], row["question_id"]] = (right, foil, wrong)
    rows = [(*key, *counts[key]) for key in sorted(counts)]
    return pd.DataFrame(rows, columns=["case_id", "question_id", "n_right", "n_foil", "n_wrong"])


def told_of(outcomes, seen):
    """Compute the query `telling_cases` over made outcomes, with images for some cases."""
    pictures = pd.DataFrame({"case_id": list(outcomes["case_id"].unique()), "position": 1})
    pictures["image_key"] = pictures["case_id"].where(pictures["case_id"].isin(list(seen)))
    with duckdb.connect() as connection:
        connection.register("case_outcomes", outcomes)
        connection.register("case_images", pictures.astype({"image_key": "string"}))
        return connection.execute(read_sql(COMMON / "queries" / "telling_cases.sql"), {"most": MOST_TOLD}).df()


@pytest.mark.parametrize("seed", range(3))
def test_telling_cases_set_right_against_foil(seed):
    """Cases are sorted by pairs of a right answer and one that fits only the foil, each case once."""
    outcomes = slow_outcomes(queried_answers(seed, n_groups=10, n_runs=5))
    told = told_of(outcomes, ())
    pairs = {(row.case_id, row.question_id): row.n_right * row.n_foil for row in outcomes.itertuples()}
    found = [pairs[key] for key in zip(told["case_id"], told["question_id"], strict=True)]
    assert found == sorted(found, reverse=True)
    assert found[0] == max(pairs.values()) > 0
    assert told["case_id"].is_unique
    assert len(told) == min(MOST_TOLD, outcomes["case_id"].nunique())
    some = set(outcomes["case_id"].unique()[::9])
    among = told_of(outcomes, some)
    assert set(among["case_id"]) == some
    seen = outcomes[outcomes["case_id"].isin(some)]
    assert_frame_equal(among, told_of(seen, ()))


def test_telling_cases_have_a_picture(real_workspace):
    """On the real release the top cases have an image, are tilted, and mislead some models."""
    with open_current(real_workspace) as warehouse:
        pictures = warehouse.query("case_pictures", case_ids=None)
        seen = set(pictures["case_id"][pictures["image_key"].notna()])
        told = warehouse.query("telling_cases", most=MOST_TOLD)
    assert set(told["case_id"]) <= seen
    assert (told["n_right"].head(5) > 0).all()
    assert (told["n_foil"].head(5) > 0).all()


def test_negligible_lift_is_reported(real_workspace):
    """The finding names a model whose whole lift interval is above zero and below one point."""
    with open_current(real_workspace) as warehouse:
        seen = load_overview(warehouse)
    lifts = seen.lifts[(seen.lifts["against"] == "truth") & seen.lifts["run_id"].isin(seen.compared)]
    slight = lifts[(lifts["low"] > 0) & (lifts["high"] < 1)]
    said = next(text for text in list_findings(seen) if "by looking" in text or "looking at the photograph" in text)
    assert "less than a point by looking" in said or slight.empty
    assert all(label in said for label in slight["label"])
