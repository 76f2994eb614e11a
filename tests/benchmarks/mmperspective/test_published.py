"""Tests of the paper's figures: averages from hits, correlations, ranks, claims and contradictions."""

import csv

import pytest

from core.benchmarks.mmperspective.published import PAPER_TABLES
from core.benchmarks.mmperspective.vocabulary import NINE
from core.settings import REPOSITORY
from tests.benchmarks.claim_figures import compute_difference
from tests.benchmarks.mmperspective.figure_names import BY_MODEL
from tools.published_figures.mmperspective_table import rank_models, read_paper_rows

PROTOCOLS = REPOSITORY.parent / "shared" / "protocols"


@pytest.fixture(scope="module")
def rows():
    return read_paper_rows()


@pytest.fixture(scope="module")
def by_model(rows):
    return {row.model: row for row in rows}


def test_printed_averages_follow_from_hits(by_model):
    """PAcc, RAcc, Overall and each cell of all 46 rows equal the printed value within 0.0501."""
    printed = {
        (one.row_key, one.column_key): one.value for one in PAPER_TABLES.read_figures() if one.figure_id == BY_MODEL
    }
    assert len(by_model) == 46
    for model, row in by_model.items():
        for name in ("PAcc", "RAcc", "Overall"):
            assert abs(100 * row.compute_macro_mean(name) - printed[model, name]) <= 0.0501
        for column in (*NINE, "Binary", "Graded"):
            assert abs(100 * row.share(column) - printed[model, column]) <= 0.0501
        assert row.share("Binary") <= row.share("Graded")


def test_micro_means_equal_those_of_the_text(by_model):
    """The text's 57.7, 57.6 and 67.2 are shares of all questions, not means over tasks."""
    assert 100 * by_model["GPT-4o"].compute_micro_mean("Overall") == pytest.approx(57.74, abs=0.005)
    assert 100 * by_model["Gemini-2-flash"].compute_micro_mean("Overall") == pytest.approx(57.649, abs=0.001)
    assert 100 * by_model["Gemini-2-flash (CoT)"].compute_micro_mean("Overall") == pytest.approx(62.46, abs=0.006)
    assert 100 * by_model["InternVL3-38B"].compute_micro_mean("PAcc") == pytest.approx(67.22, abs=0.005)


def test_only_one_model_has_a_certain_rank(rows):
    """Gemini-2-flash with chain of thought is first; GPT-4o may rank from 3 to 12."""
    ranks = rank_models(rows)
    assert ranks["Gemini-2-flash (CoT)"][1:] == (1, 1)
    assert ranks["GPT-4o"][1:] == (3, 12)


def test_few_effects_of_chain_of_thought_are_significant(by_model):
    """Eight of thirty differences are significant, and none of GPT-4o's."""
    models = ("GPT-4o", "Gemini-1.5-flash", "Gemini-2-flash")
    z = {
        (m, c): compute_difference(by_model[f"{m} (CoT)"], by_model[m], c)[1] for m in models for c in (*NINE, "Binary")
    }
    assert sum(abs(one) > 1.96 for one in z.values()) == 8
    assert not any(abs(one) > 1.96 for (model, _), one in z.items() if model == "GPT-4o")
    assert compute_difference(by_model["GPT-4o (CoT)"], by_model["GPT-4o"], "Overall")[0] == pytest.approx(
        3.97, abs=0.02
    )


@pytest.mark.skipif(not PROTOCOLS.is_dir(), reason="the protocols' tables are not on this machine")
def test_derived_figures_equal_those_of_the_protocols(by_model):
    """Errors, both averages and the consistency index of 46 rows equal the protocols' tables."""
    with (PROTOCOLS / "mmperspective_aggregates.csv").open() as file:
        for line in csv.DictReader(file):
            row = by_model[line["model"]]
            for name in ("PAcc", "RAcc", "Overall"):
                assert 100 * row.compute_macro_mean(name) == pytest.approx(float(line[f"{name}_macro"]), abs=0.006)
                assert 100 * row.compute_micro_mean(name) == pytest.approx(float(line[f"{name}_micro"]), abs=0.006)
                assert 100 * row.compute_macro_error(name) == pytest.approx(float(line[f"{name}_se"]), abs=0.006)
            assert row.consistency == pytest.approx(float(line["consistency_index"]), abs=0.002)


def test_contradictions_have_verdicts():
    """Each contradiction has a source and a verdict."""
    found = PAPER_TABLES.read_contradictions()
    assert len(found) == 13
    assert all(one.verdict and one.source for one in found)
    assert {one.row_key for one in PAPER_TABLES.read_derived_figures() if one.figure_id == "rank_by_macro"} >= {
        "GPT-4o"
    }
