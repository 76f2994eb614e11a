"""Heatmap cells against slow definitions."""

import numpy as np
import pandas as pd
import pytest

from core.analyses import heatmap, skill
from core.analyses.estimates import classify_against_zero
from core.analyses.heatmap import ALL, count_missing_values, list_cell_measures, list_grouping_columns
from core.analyses.heatmap_sentences import (
    CellWords,
    describe_significant_cells,
    describe_values_with_significant_cells,
)
from core.analyses.skill import ASKED, compute_benchmark_constants
from core.factors import get_factor_column
from core.records import COUNTED
from core.statistics.skill import compute_skills
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import NO_FILTERS
from tests.analyses.answers import ABOUT
from tests.analyses.summed import summed
from tests.scoring.slow import clustered_mean

MEASURES = list_cell_measures(ABOUT)
KAPPA = MEASURES["kappa_3d"]
BY = tuple(list_grouping_columns("model", "question"))


def cells(answers, measure, *factors):
    """Return the cells of these answers, by their sums."""
    return heatmap.compute_cells(summed(answers, list_grouping_columns(*factors), measure.columns), measure, *factors)


def margin(answers, measure, over, *factors):
    """Return the margins of these answers, by their sums."""
    return heatmap.compute_margin(
        summed(answers, list_grouping_columns(*factors), [measure.column]), measure, over, *factors
    )


@pytest.fixture
def answers(tiny_warehouse):
    return tiny_warehouse.load_table("scored_answers")


@pytest.mark.slow
@pytest.mark.parametrize("factor", ABOUT.factors)
def test_factor_means_equal_pandas(answers, factor):
    """Every cell of every factor is the clustered mean of its answers, with its counts."""
    table = cells(answers, KAPPA, factor, "question")
    groups = dict(tuple(answers.groupby([get_factor_column(factor), "question_id"])))
    assert {(row.row_value, row.column_value) for row in table.itertuples()} == set(groups)
    for cell in table.to_dict("records"):
        group = groups[cell["row_value"], cell["column_value"]]
        slow = clustered_mean(group["score"], group["group_id"])
        assert cell["n"] == slow.n == group["score"].notna().sum()
        assert cell["unreadable"] == (group["status"] != "ok").sum()
        if slow.value is not None:
            assert cell["value"] == pytest.approx(100 * slow.value)


@pytest.mark.slow
@pytest.mark.parametrize("measure", [name for name, one in MEASURES.items() if not one.contrast and not one.blind])
def test_measures_equal_hand_computation(answers, measure):
    """Kappas, difference, skill and shares equal those computed by hand."""
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
            "skill": (group["score"].to_numpy() - blind.loc[keys].to_numpy()).mean(),
            "nearer_2d": nearer_2d / told if told else np.nan,
            "unreadable": (group["status"] != "ok").mean(),
        }[measure]
        assert cell["value"] == pytest.approx(100 * slow, abs=1e-9, nan_ok=True)


def test_a_factor_against_itself_is_a_diagonal(answers):
    """The same factor in rows and columns has only cells with equal values."""
    table = cells(answers, KAPPA, "question", "question")
    assert (table["row_value"] == table["column_value"]).all()
    assert len(table) == 6


def test_cells_with_unreadable_answers_have_bounds(answers):
    """A mean score has bounds exactly if an answer of the cell is unreadable."""
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


@pytest.mark.parametrize("place", range(len(ABOUT.contrasts)))
def test_effect_is_the_difference_to_matching_photographs(tiny_warehouse, answers, place):
    """The effect of tilt compares with the planar photograph of the same object or none, and likewise for objects."""
    contrast, other = ABOUT.contrasts[place], ABOUT.contrasts[1 - place]
    rows = answers.to_dict("records")
    scores = {(row["run_id"], row["question_id"], row["group_id"], row["slot"]): row["score"] for row in rows}
    twins = [f"P{row['slot'][1]}" if contrast.contrast == "tilt" else f"{row['slot'][0]}0" for row in rows]
    effects = [
        row["score"] - scores[row["run_id"], row["question_id"], row["group_id"], twin] if twin != row["slot"] else None
        for row, twin in zip(rows, twins, strict=True)
    ]
    expected = answers.assign(effect=pd.Series(effects, answers.index, dtype=float))
    assert expected["effect"].notna().sum() > len(rows) / 3
    measure = MEASURES[f"effect_{contrast.contrast}"]
    sums = tiny_warehouse.aggregate(NO_FILTERS, Aggregation(BY, ("effect",), contrasts=(contrast, other)))
    table = heatmap.compute_cells(sums, measure, "model", "question").set_index(["row_value", "column_value"])
    for (model, question), group in expected.groupby(["model_id", "question_id"], observed=True):
        cell = table.loc[(model, question)]
        assert (cell["value"], cell["n"]) == pytest.approx(
            (100 * group["effect"].mean(), group["effect"].count()), nan_ok=True
        )
        assert cell["answers"] == len(group)


def test_effects_without_twins_are_missing(tiny_warehouse):
    """Among tilted photographs alone nothing can be compared, and no cell has a value."""
    tilted = {**NO_FILTERS, "pose": ["tilted"]}
    sums = tiny_warehouse.aggregate(tilted, Aggregation(BY, ("effect",), contrasts=tuple(ABOUT.contrasts)))
    assert len(sums)
    assert not sums["effect_counted"].any()
    assert heatmap.compute_cells(sums, MEASURES["effect_tilt"], "model", "question")["value"].isna().all()


def test_answers_without_a_level_are_counted_by_factor(answers):
    """A factor that lacks a level for some answers reports their number; a complete one reports none."""
    holes = answers.assign(tilt=answers["tilt"].astype(object).where(answers["slot"] == "P0"))
    sums = summed(holes, list_grouping_columns("question", "tilt"), [])
    expected = int(holes["tilt"].isna().sum())
    assert count_missing_values(sums, ("question", "tilt", None)) == {"tilt": expected}


def test_margins_are_means_over_answers(answers):
    """A margin's cell is the clustered mean of all answers of its row or column."""
    of_rows = margin(answers, KAPPA, "column_value", "model", "question").set_index("row_value")
    of_columns = margin(answers, KAPPA, "row_value", "model", "question").set_index("column_value")
    assert set(of_rows["column_value"]) == set(of_columns["row_value"]) == {ALL}
    for key, table in (("model_id", of_rows), ("question_id", of_columns)):
        for value, group in answers.groupby(key, observed=True):
            slow = clustered_mean(group["score"], group["group_id"])
            expected = np.nan if slow.value is None else 100 * slow.value
            assert table.loc[value, "value"] == pytest.approx(expected, nan_ok=True)


def test_reliance_is_relative_to_the_constant_baseline(tiny_warehouse, answers):
    """A cell averages each answer's reliance minus the constant's for the same question and case."""
    measure = MEASURES["difference"]
    sums = tiny_warehouse.aggregate(NO_FILTERS, Aggregation((*BY, "pose"), measure.columns))
    table = heatmap.compute_cells(sums, measure, "model", "question", "pose")
    keys = ["case_id", "question_id"]
    blind = answers[answers["model_id"] == "blind_constant"].set_index(keys)["reliance"]
    constant = blind.reindex(pd.MultiIndex.from_frame(answers[keys])).to_numpy()
    both = answers.assign(constant=constant, excess=answers["reliance"] - constant).dropna(subset=["excess"])
    assert (both["constant"].abs() > 0).any()
    groups = both.groupby(["model_id", "question_id", "pose"], observed=True)
    assert len(table.dropna(subset=["value"])) == len(groups)
    for place, group in groups:
        cell = table.set_index(["row_value", "column_value", "panel_value"]).loc[place]
        slow = clustered_mean(group["excess"], group["group_id"])
        assert cell["n"] == slow.n
        assert cell["value"] == pytest.approx(100 * slow.value, abs=1e-9)
        assert cell["constant"] == pytest.approx(100 * group["constant"].mean(), abs=1e-9)
        assert cell["raw"] == pytest.approx(100 * group["reliance"].mean(), abs=1e-9)
        if place[0] == "blind_constant":
            assert cell["value"] == 0


def test_reliance_is_raw_without_a_constant_baseline():
    """Without a baseline the measure's name says so, and skill is not listed first."""
    alone = list_cell_measures(ABOUT, has_blind=False)
    assert [alone["difference"].label, MEASURES["difference"].label] == ["2D − 3D", "Preference for 2D"]
    assert alone["difference"].columns == ("reliance",)
    assert (list(alone)[-1], next(iter(MEASURES))) == ("skill", "skill")
    assert alone.keys() == MEASURES.keys()


def judged(**columns):
    """Return estimates with the standing that pages show."""
    cells = pd.DataFrame({"standard_error": 1.0, "p_value": 0.5} | columns)
    return cells.assign(standing=classify_against_zero(cells))


def test_significant_cells_are_counted():
    """Cells of few groups count only as cells; the number expected by chance is stated if any is significant."""
    value = [1.5, -2.5, *[0.0] * 38]
    firm = judged(value=value, low=[1.0, -3.0, *[-1.0] * 38], high=[2.0, -2.0, *[1.0] * 38], n_groups=30)
    few = judged(value=[1.5] * 5, low=1.0, high=2.0, n_groups=3)
    assert describe_significant_cells("Skill", pd.concat([firm, few])) == (
        "Skill is above 0 in 1 of 45 cells and below 0 in 1; at most 5% of such cells are expected to be "
        "chance findings."
    )
    assert describe_significant_cells("Skill", few) == "Skill is not significantly different from 0 in any of 5 cells."


def test_models_with_significant_cells_are_named_with_their_number():
    """Models with equal counts share a clause; the highest count comes first."""
    standings = {"A": ["above"] * 2, "B": ["above", "unclear"], "C": ["below", "above"], "D": ["unclear"] * 2}
    cells = pd.DataFrame([
        {"row_value": name, "standing": standing} for name, of_name in standings.items() for standing in of_name
    ])  # fmt: skip
    words = CellWords(("wins", "win"), ("loses", "lose"), "questions")
    assert describe_values_with_significant_cells(cells, "row_value", words) == (
        "A wins on both questions, B and C on 1 each, D on none. C loses on 1 of 2 questions."
    )
    assert describe_values_with_significant_cells(cells[cells["row_value"] == "D"], "row_value", words) == ""


def test_the_yardstick_is_named_once():
    """The second sentence calls it it; whether a model is worse is always answered if one is better."""
    words = CellWords(("beats X", "beat X"), ("is worse than X", "are worse than X"), "questions", "X")
    better = pd.DataFrame({"row_value": ["A", "A", "A", "B", "B", "B"], "standing": ["above"] * 3 + ["unclear"] * 3})
    assert describe_values_with_significant_cells(better, "row_value", words) == (
        "A beats X on all 3 questions, B on none. None is significantly worse than it."
    )
    both = better.assign(standing=["above", "above", "unclear", "below", "unclear", "unclear"])
    assert describe_values_with_significant_cells(both, "row_value", words) == (
        "A beats X on 2 of 3 questions. B beats it on none and is worse than it on 1 of 3 questions."
    )
    fewer = both.iloc[:5]
    assert describe_values_with_significant_cells(fewer, "row_value", words) == (
        "A beats X on 2 of its 3 questions. B beats it on none and is worse than it on 1 of its 2 questions."
    )
    worse = both[both["row_value"] == "B"]
    assert describe_values_with_significant_cells(worse, "row_value", words) == "B is worse than X on 1 of 3 questions."


@pytest.mark.slow
def test_few_maps_of_guesses_have_a_significant_cell():
    """Of 200 maps of 30 cells without any difference, at most some 5% have a significant cell."""
    rng = np.random.default_rng(6)
    groups = [f"g{number}" for number in range(24)]
    n_found = 0
    for _ in range(200):
        rows = pd.DataFrame({"model_id": [f"m{place % 6}" for place in range(30 * 24)],
                             "question_id": [f"q{place // 6 % 5}" for place in range(30 * 24)],
                             "group_id": np.repeat(groups, 30), "model_kind": "vlm", "status": "ok",
                             "skill": rng.normal(0, 0.3, 30 * 24)})  # fmt: skip
        sums = summed(rows, ["model_id", "question_id", "group_id", "model_kind"], ["skill"])
        found = heatmap.compute_cells(sums, MEASURES["skill"], "model", "question")
        n_found += found["standing"].isin(["above", "below"]).any()
    assert n_found <= 20


def test_cell_without_spread_is_judged_by_its_value():
    """It has no interval; without a value, at 0 or with few groups it is inconclusive."""
    value, n_groups = [100.0, -50.0, 0.0, np.nan, 100.0], [30, 30, 30, 30, 3]
    cells = judged(value=value, low=np.nan, high=np.nan, standard_error=0.0, p_value=[0, 0, 1, 1, 0], n_groups=n_groups)
    assert cells["standing"].tolist() == ["above", "below", "unclear", "too few", "too few"]
    assert describe_significant_cells("Skill", cells) == (
        "Skill is above 0 in 1 of 5 cells and below 0 in 1; "
        "at most 5% of such cells are expected to be chance findings."
    )


RIGHT_ON = {"always": lambda _: True, "mostly": lambda place: place % 4 > 0, "never": lambda _: False}


def test_cells_come_with_their_standing():
    """A run that is right on every triangle is above 0 without an interval; one right on most has an interval."""
    groups = [str(number) for number in range(40)]
    rows = [
        {"model_id": model, "question_id": "Q", "case_id": group, "group_id": group, "score": float(is_right(place))}
        for model, is_right in RIGHT_ON.items()
        for place, group in enumerate(groups)
    ]
    sums = summed(pd.DataFrame(rows).assign(status="ok"), ["model_id", "question_id", "group_id"], ["score"])
    found = heatmap.compute_cells(sums, KAPPA, "model", "question").set_index("row_value")
    assert found["standing"].to_dict() == {"always": "above", "mostly": "above", "never": "unclear"}
    assert found["low"].isna().to_dict() == {"always": True, "mostly": False, "never": True}


def redrawn_sums(warehouse, *factors):
    """Return the sums of a heatmap of skill, and the constants of draws."""
    by = (*list_grouping_columns(*factors), *ASKED)
    sums = warehouse.aggregate(NO_FILTERS, Aggregation(by, ("skill", "score")))
    return sums, compute_benchmark_constants(warehouse.query("asked_truths"))


def test_means_of_skill_have_the_intervals_of_the_overview(tiny_warehouse):
    """Over all questions, each run's skill has the bootstrap interval of the build."""
    sums, redrawn = redrawn_sums(tiny_warehouse, "runs", "question")
    means = heatmap.compute_margin(sums, MEASURES["skill"], "column_value", "runs", "question", redrawn=redrawn)
    found = tiny_warehouse.load_table("run_estimates").query("measure == 'skill'").set_index("run_id")
    assert set(means["row_value"]) == set(found.index)
    for mean in means.to_dict("records"):
        built = found.loc[mean["row_value"]]
        assert [mean[name] for name in ("value", "low", "high")] == pytest.approx(
            [100 * built[name] for name in ("value", "low", "high")], abs=1e-9, nan_ok=True
        )


def test_means_are_corrected_for_the_models_of_overview():
    """A model's mean has the p-value of a family of models, without references; a larger family makes it weaker."""
    means = pd.DataFrame({
        "p_value": [0.02, 0.03, 1e-9], "of_model": [True, True, False], "value": 1.0, "low": 0.5, "high": 1.5,
        "standard_error": 0.2, "n_groups": 40,
    })  # fmt: skip
    verdicts = [heatmap.judge_means(means, n_family)["verdict"].tolist() for n_family in (0, 5)]
    assert verdicts == [["higher", "higher", "higher"], ["not distinguishable", "not distinguishable", "higher"]]


def test_cell_skill_uses_its_answers_only(tiny_warehouse, answers):
    """A cell's interval is that of its answers alone; over several models each answer counts."""
    sums, redrawn = redrawn_sums(tiny_warehouse, "model", "question")
    cells = heatmap.compute_cells(sums, MEASURES["skill"], "model", "question", redrawn=redrawn)
    for cell in cells.to_dict("records"):
        own = answers[(answers["model_id"] == cell["row_value"]) & (answers["question_id"] == cell["column_value"])]
        wide = own.set_index(ASKED)[["score"]].astype(float).reindex(redrawn.places).to_numpy().T
        slow = compute_skills(wide, redrawn.constants).iloc[0]
        assert [cell[name] for name in ("value", "low", "high")] == pytest.approx(
            [100 * slow[name] for name in ("value", "low", "high")], nan_ok=True
        )
    sums, _ = redrawn_sums(tiny_warehouse, "condition", "question")
    names = [column for name in ("score", "skill") for column in (name, COUNTED.format(name))]
    doubled = sums.assign(**{name: 2 * sums[name] for name in names})
    once, twice = (
        heatmap.compute_cells(one, MEASURES["skill"], "condition", "question", redrawn=redrawn)
        for one in (sums, doubled)
    )
    pd.testing.assert_frame_equal(once[["low", "high"]], twice[["low", "high"]])


def test_blocks_change_no_interval(tiny_warehouse, monkeypatch):
    """Computing a few cells at a time gives the same intervals as all at once."""
    sums, redrawn = redrawn_sums(tiny_warehouse, "model", "condition", "question")
    factors = ("model", "condition", "question")
    at_once = heatmap.compute_cells(sums, MEASURES["skill"], *factors, redrawn=redrawn)
    monkeypatch.setattr(skill, "ENTRIES_AT_ONCE", 3 * len(redrawn.places))
    pd.testing.assert_frame_equal(heatmap.compute_cells(sums, MEASURES["skill"], *factors, redrawn=redrawn), at_once)
