"""Tests of the gap between two scores: one planted change each, and several at once."""

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from core.analyses import score_gap
from core.analyses.estimates import to_percent
from core.analyses.score_gap import ScoreSource, explain_gap
from core.statistics.grouped_means import compute_grouped_means, pair_answers
from tests.statistics.test_shapley import average_over_orders

MANIFEST = {"model_id": "m", "prompt_id": "p", "image_view": "original", "request_options": "None"}


def draw_log(seed=0, n=120, accuracy=0.6):
    """Return answers as the query `gap_answers` does: every tenth unreadable, and scored right by the program."""
    generator = np.random.default_rng(seed)
    score = (generator.random(n) < accuracy).astype(float)
    score[::10] = np.nan
    return pd.DataFrame(
        {
            "case_id": [f"case-{k:03}" for k in range(n)],
            "group_id": [f"group-{k // 2:03}" for k in range(n)],
            "question_id": np.where(np.arange(n) % 3 == 0, "Q1", "Q2"),
            "score": score,
            "reply_status": "ok",
            "said_score": np.nan_to_num(score, nan=1.0),
        }
    )


def source(answers, name="run", **settings):
    """Return a source with the usual manifest, with the values in `settings` replaced."""
    manifest = MANIFEST | {key: settings.pop(key) for key in tuple(settings) if key in MANIFEST}
    return ScoreSource(name, answers, manifest, **settings)


def change_replies(log, is_changed):
    """Return the same log with other scores of some replies."""
    changed = log.copy()
    changed.loc[is_changed, ["score", "said_score"]] = 0.0
    return changed


def cut_replies(log):
    """Return the same log with every fourth reply truncated and wrong."""
    changed = change_replies(log, log.index % 4 == 1)
    changed.loc[changed.index % 4 == 1, "reply_status"] = "cut"
    return changed


LOG = draw_log()
OTHER = change_replies(LOG, LOG.index % 5 == 1)
PLANTED = {
    score_gap.CASES: source(LOG.iloc[:70]),
    score_gap.CUT: source(cut_replies(LOG)),
    score_gap.NOISE: source(OTHER),
    score_gap.PROMPT: source(OTHER, prompt_id="another"),
    score_gap.IMAGE: source(OTHER, image_view="mirrored"),
    score_gap.OPTIONS: source(OTHER, request_options="temperature 1"),
    score_gap.MODEL: source(OTHER, model_id="another"),
    f"{score_gap.PROMPT} and {score_gap.IMAGE}": source(OTHER, prompt_id="another", image_view="mirrored"),
    score_gap.EXTRACTION: source(LOG, reading="program"),
    score_gap.RULE: source(LOG, unread="wrong"),
    score_gap.AVERAGING: source(LOG, average="questions"),
}


@pytest.mark.parametrize("factor", PLANTED)
def test_one_planted_change_takes_the_whole_gap(factor):
    """The log differs in one factor, which is the only nonzero part and has the whole gap."""
    gap = explain_gap(source(LOG), PLANTED[factor])
    assert [part.factor for part in gap.parts] == [factor]
    assert gap.parts[0].points == pytest.approx(gap.points, abs=1e-9)
    assert abs(gap.points) > 0.1
    assert gap.parts[0].low <= gap.points <= gap.parts[0].high


def test_the_same_log_has_no_parts():
    """Nothing differs, and the sentence says so."""
    gap = explain_gap(source(LOG, "A"), source(LOG, "B"))
    assert (gap.points, gap.parts) == (0, ())
    assert gap.describe().endswith("Nothing that the warehouse knows differs between them.")


def test_many_changes_sum_to_the_gap_and_equal_all_orders():
    """Cases, replies, cut, extraction, rule and averaging at once: the sum to 1e-9, and the slow definition."""
    first = source(draw_log(1).iloc[:100])
    other = source(
        cut_replies(draw_log(2)).iloc[20:], model_id="x", reading="program", unread="wrong", average="questions"
    )
    gap = explain_gap(first, other)
    assert len(gap.parts) == 6
    assert sum(part.points for part in gap.parts) == pytest.approx(gap.points, abs=1e-9)
    game = score_gap._GapGame(first, other)
    slow = average_over_orders(game.factors, lambda switched: game.compute_score(switched)[0])
    assert {part.factor: part.points for part in gap.parts} == pytest.approx(slow, abs=1e-9)
    assert gap.first == pytest.approx(100 * first.answers["score"].mean())
    means = other.answers.groupby("question_id")["said_score"].mean()
    assert gap.second == pytest.approx(100 * means.mean())


def test_the_interval_is_that_of_compare():
    """With two runs with only readable answers, the replies' part has the interval of their paired difference."""
    first, second = (draw_log(seed).assign(score=lambda log: log["said_score"]) for seed in (1, 3))
    (part,) = explain_gap(source(first), source(second)).parts
    paired = pair_answers(
        pd.concat([first.assign(run_id="a"), second.assign(run_id="b")]), "score", "run_id", "b", "a",
        ["case_id", "question_id", "group_id"],
    )  # fmt: skip
    compared = to_percent(compute_grouped_means(paired, "difference")).iloc[0]
    assert (part.points, part.low, part.high) == pytest.approx(tuple(compared[["value", "low", "high"]]), abs=1e-9)


@pytest.mark.slow
def test_the_interval_of_several_parts_is_that_of_a_slow_jackknife():
    """Leaving out one group at a time gives nearly the same standard errors, also for parts that are ratios."""
    first = source(draw_log(1, 400).iloc[:300])
    other = source(draw_log(2, 400).iloc[100:], model_id="x", unread="wrong", average="questions")
    gap = explain_gap(first, other)

    def leave_out(group_id):
        answers = [s.answers[s.answers["group_id"] != group_id] for s in (first, other)]
        left = explain_gap(replace(first, answers=answers[0]), replace(other, answers=answers[1]))
        return {part.factor: part.points for part in left.parts}

    groups = sorted({*first.answers["group_id"], *other.answers["group_id"]})
    left = pd.DataFrame([leave_out(group_id) for group_id in groups])
    errors = np.sqrt((len(groups) - 1) / len(groups) * ((left - left.mean()) ** 2).sum())
    for part in gap.parts:
        half = stats.t.ppf(0.975, len(groups) - 1) * errors[part.factor]
        assert part.high - part.points == pytest.approx(half, rel=0.02)


def test_changed_cases_are_those_that_moved():
    """The part of truncated replies names exactly the cases with a truncated reply whose score differs."""
    (part,) = explain_gap(source(LOG), PLANTED[score_gap.CUT]).parts
    cut = PLANTED[score_gap.CUT].answers
    moved = cut["case_id"][~(cut["score"].eq(LOG["score"]) | (cut["score"].isna() & LOG["score"].isna()))]
    assert part.case_ids == tuple(moved)


def test_few_groups_have_no_interval():
    """With nine groups the part has no interval, and the sentence says so."""
    few = LOG.iloc[:18]
    (part,) = explain_gap(source(few), source(few, unread="wrong")).parts
    assert np.isnan(part.low)
    assert "too few groups" in explain_gap(source(few), source(few, unread="wrong")).describe()


def test_a_run_without_answers_is_refused():
    """There is no score to explain."""
    with pytest.raises(ValueError, match="without answers"):
        explain_gap(source(LOG), source(LOG.iloc[:0]))


def test_a_published_score_is_explained_by_the_way_of_scoring_and_a_remainder():
    """The parts sum to the published score; the remainder has the score's interval under the publication's rule."""
    scored = source(LOG, unread="wrong", average="questions")
    gap = explain_gap(source(LOG), scored, published=70.0)
    assert gap.second == 70.0
    assert {part.factor for part in gap.parts} == {score_gap.RULE, score_gap.AVERAGING, score_gap.PUBLISHED}
    assert sum(part.points for part in gap.parts) == pytest.approx(gap.points, abs=1e-9)
    rest = next(part for part in gap.parts if part.factor == score_gap.PUBLISHED)
    assert rest.points == pytest.approx(70.0 - explain_gap(source(LOG), scored).second, abs=1e-9)
    assert rest.case_ids == ()


def test_the_remainder_has_the_interval_of_the_run_s_own_score():
    """The publication is a fixed number, so the remainder is as uncertain as the score that is compared with it."""
    readable = LOG.assign(score=LOG["said_score"])
    (rest,) = explain_gap(source(readable), source(readable), published=50.0).parts
    own = to_percent(compute_grouped_means(readable, "score")).iloc[0]
    half = stats.t.ppf(0.975, readable["group_id"].nunique() - 1) * own["standard_error"]
    points = 50.0 - own["value"]
    assert (rest.points, rest.low, rest.high) == pytest.approx((points, points - half, points + half), abs=1e-9)


def test_a_paper_that_scores_the_same_replies_leaves_no_remainder():
    """If the publication scored these very replies, its score follows from its scoring alone."""
    scored = source(LOG, reading="program", unread="wrong", average="questions")
    published = explain_gap(source(LOG), scored).second
    rest = [part for part in explain_gap(source(LOG), scored, published).parts if part.factor == score_gap.PUBLISHED]
    assert rest[0].points == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("published", [-0.1, 100.1])
def test_a_published_score_is_a_percentage(published):
    """Anything else is refused."""
    with pytest.raises(ValueError, match="not a percentage"):
        explain_gap(source(LOG), source(LOG), published)
