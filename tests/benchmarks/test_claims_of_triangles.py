"""Tests of the claims of Tri-Bench's paper against its released replies, with intervals clustered by triangle."""

import pytest

from core.analyses.overview import build_overview, load_figures
from core.benchmarks.paper_claims import read_claims
from core.statistics.grouped_means import compute_grouped_means
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current
from tests.benchmarks.test_paper_claims import assert_same


@pytest.fixture(scope="module")
def claims():
    return {one.claim_id: one for one in read_claims() if one.benchmark_id == "tri_bench"}


@pytest.fixture(scope="module")
def released_results(real_workspace):
    """Return the overview of the released replies, and the answers of the four models."""
    with open_current(real_workspace) as warehouse:
        shown = build_overview(load_figures(warehouse.query, warehouse.load_table), read_benchmark_info(warehouse))
        answers = warehouse.load_table("scored_answers")
        return shown, answers[answers["run_id"].isin(shown.compared)]


def get_interval(row):
    return tuple(row[name] for name in ("value", "low", "high"))


def test_effects_of_tilt_and_objects(claims, released_results):
    """Both effects are those of all models pooled; only the two Gemini models lose with tilt."""
    shown, _ = released_results
    for claim_id, contrast in (("tilt", "tilt"), ("objects", "object")):
        rows = shown.effects[contrast].set_index("kind")
        assert_same(claims[claim_id], get_interval(rows.loc["pooled"]))
    tilt = shown.effects["tilt"].set_index("model_id")
    assert set(tilt.index[tilt["verdict"] == "lower"]) == {"gemini_2.5_pro", "gemini_2.5_flash"}
    named = (("gemini_2.5_pro", "−7.1"), ("gemini_2.5_flash", "−10.2"), ("openai_gpt_5", "+0.4"),
             ("qwen_2.5_32b", "+0.5"))  # fmt: skip
    for model_id, text in named:
        assert f"{tilt.loc[model_id, 'value']:+.1f}".replace("-", "−") == text
        assert text in claims["tilt"].reason


def test_the_claim_that_models_default_to_2d_is_not_shown(claims, released_results):
    """The highest of four lifts decides, and none is above 0 after correction."""
    shown, _ = released_results
    models = shown.reading[shown.reading["run_id"].isin(shown.compared)]
    assert set(models["subset"]) == {"tilted"}
    first = models.loc[models["value"].idxmax()]
    assert first["model_id"] == "gemini_2.5_pro"
    assert_same(claims["default_2d"], get_interval(first))
    assert set(models["verdict"]) == {"not distinguishable"}
    reason = claims["default_2d"].reason
    assert f"keep {first['habit']:.1f} of its {first['raw']:.1f} points" in reason


def test_claims_about_classes_and_models(claims, released_results):
    """Means by true class are clustered by triangle; the smallest of four differences between models counts."""
    shown, answers = released_results
    for claim_id, level in (("minority", "right"), ("non_majority", "obtuse")):
        own = answers[(answers["question_id"] == "Q2") & (answers["angle_3d"] == level)]
        (row,) = compute_grouped_means(own, "score").to_dict("records")
        assert_same(claims[claim_id], tuple(100 * end for end in get_interval(row)))
    pairs = shown.pairs[shown.pairs["first"].str.contains("gemini") & ~shown.pairs["second"].str.contains("gemini")]
    assert len(pairs) == 4
    assert_same(claims["gemini"], get_interval(pairs.loc[pairs["value"].idxmin()]))
    assert set(pairs["verdict"]) == {"higher"}
