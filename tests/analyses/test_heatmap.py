"""Cells of heatmaps against slow definitions."""

import numpy as np
import pandas as pd
import pytest

from core.analyses.heatmap import cell_measures, cells
from core.records import column_of
from tests.analyses.answers import ABOUT
from tests.scoring.slow import clustered_mean

MEASURES = cell_measures(ABOUT)
KAPPA = MEASURES["kappa_3d"]


@pytest.fixture
def answers(tiny_warehouse):
    return tiny_warehouse.table("scored_answers")


@pytest.mark.parametrize("factor", ABOUT.factors)
def test_every_factor_gives_the_means_that_pandas_computes(answers, factor):
    """Every cell of every factor is the clustered mean of its answers, with their numbers."""
    table = cells(answers, KAPPA, factor, "question")
    groups = dict(tuple(answers.groupby([column_of(factor), "question_id"])))
    assert {(row.row_value, row.column_value) for row in table.itertuples()} == set(groups)
    for cell in table.to_dict("records"):
        group = groups[cell["row_value"], cell["column_value"]]
        slow = clustered_mean(group["score"], group["group_id"])
        assert cell["n"] == slow.n == group["score"].notna().sum()
        assert cell["unreadable"] == (group["status"] != "ok").sum()
        if slow.value is not None:
            assert cell["value"] == pytest.approx(100 * slow.value)


@pytest.mark.parametrize("measure", MEASURES)
def test_every_measure_is_what_it_says(answers, measure):
    """Kappas, difference, skill and shares are those of the answers, by hand."""
    table = cells(answers, MEASURES[measure], "model", "pose", "question")
    blind = answers[answers["model_id"] == "blind_constant"].set_index(["case_id", "question_id"])["score"]
    for (model, pose, question), group in answers.groupby(["model_id", "pose", "question_id"]):
        cell = table.set_index(["row_value", "column_value", "panel_value"]).loc[(model, pose, question)]
        keys = pd.MultiIndex.from_frame(group[["case_id", "question_id"]])
        nearer_2d, nearer_3d = (
            group["fits"].isin([f"{of} only", f"nearer to the {of}"]).sum() for of in ("foil", "truth")
        )
        told = nearer_2d + nearer_3d
        slow = {
            "kappa_3d": group["score"].mean(),
            "kappa_2d": group["foil_score"].mean(),
            "difference": (group["foil_score"] - group["score"]).mean(),
            "skill": (group["score"].to_numpy() - blind.loc[keys].to_numpy()).mean(),
            "nearer_2d": nearer_2d / told if told else np.nan,
            "unreadable": (group["status"] != "ok").mean(),
        }[measure]
        assert cell["value"] == pytest.approx(100 * slow, abs=1e-9, nan_ok=True)


def test_a_factor_against_itself_is_a_diagonal(answers):
    """The same factor down and across has only the cells where both values are the same."""
    table = cells(answers, KAPPA, "question", "question")
    assert (table["row_value"] == table["column_value"]).all()
    assert len(table) == 6


def test_cells_with_unreadable_answers_have_bounds(answers):
    """A mean kappa has its bounds where an answer of the cell is unreadable, and nowhere else."""
    broken = answers.assign(
        **{name: answers[name].mask(answers.index < 3) for name in ("value", "score", "skill")},
        status=answers["status"].astype(str).mask(answers.index < 3, "unparsed"),
    )
    table = cells(broken, KAPPA, "model", "question")
    has_unreadable = table["unreadable"] > 0
    assert 0 < has_unreadable.sum() < len(table)
    assert table["least"].notna().equals(has_unreadable)
    for cell in table[has_unreadable].to_dict("records"):
        of_cell = (broken["model_id"] == cell["row_value"]) & (broken["question_id"] == cell["column_value"])
        kappas = broken.loc[of_cell, "score"]
        bounds = (100 * kappas.fillna(0).mean(), 100 * kappas.fillna(1).mean())
        assert (cell["least"], cell["most"]) == pytest.approx(bounds)
    assert cells(broken, MEASURES["skill"], "model", "question")["least"].isna().all()
