"""Slow definitions of the overview's figures, from the data frame of all answers of all runs."""

from dataclasses import replace

import pandas as pd

from core.analyses.estimates import list_run_metadata
from core.analyses.overview import OverviewFigures, build_overview
from core.scoring.answer_codes import decode_categories
from core.solvers import blind_text
from core.statistics.grouped_means import (
    compute_grouped_differences,
    compute_grouped_means,
    compute_pairwise_differences,
)
from core.statistics.missing_bounds import add_missing_bounds
from tests.scoring.definitions import compute_bounds, compute_skill_table

KEYS = ["case_id", "question_id"]


def slow_estimates(answers, about):
    """Compute the table `run_estimates`, each measure from all answers at once."""
    rows = add_missing_bounds(answers, "score", answers["value"].isna())
    bounds = compute_bounds(rows, "score", ["run_id"])
    tables = [
        compute_grouped_means(answers, "score", ["run_id"])
        .merge(bounds, on="run_id", how="left")
        .assign(measure="score"),
        compute_grouped_means(answers, "foil_score", ["run_id"]).assign(measure="foil_score"),
        compute_grouped_means(answers, "reliance", ["run_id"]).assign(measure="reliance"),
        *(
            compute_grouped_means(answers, "reliance", ["run_id", factor])
            .rename(columns={factor: "slice"})
            .assign(measure="reliance")
            for factor in about.reliance_by
        ),
        compute_skill_table(answers).assign(measure="skill"),
        compute_grouped_means(ahead_of_the_text(answers), "ahead", ["run_id"]).assign(measure="looking"),
        *(
            compute_grouped_differences(
                with_sides(answers, one), "score", "side", "first", "second", ["run_id"]
            ).assign(measure="effect", slice=one.contrast)
            for one in about.contrasts
        ),
    ]
    found = pd.concat(tables, ignore_index=True)
    return found.assign(slice=found.get("slice", pd.Series(index=found.index, dtype=object)).fillna(""))


def with_sides(answers, contrast):
    """Return the answers with the side of a contrast that their case is on."""
    sides = dict.fromkeys(contrast.first, "first") | dict.fromkeys(contrast.second, "second")
    return answers.assign(side=answers[contrast.factor].astype(object).map(sides))


def ahead_of_the_text(answers):
    """Return answers that the text-only baseline gave too, with the difference of both scores."""
    is_blind = answers["model_id"] == blind_text.MODEL.model_id
    blind = answers[is_blind].drop_duplicates(KEYS).set_index(KEYS)["score"]
    both = answers.join(blind.rename("blind_score"), on=KEYS)
    ahead = both.assign(ahead=both["score"] - both["blind_score"])
    return ahead[ahead["ahead"].notna()]


def slow_figures(answers, lifts, about):
    """Compute every input of the overview."""
    is_compared = answers["is_pooled"] & (answers["model_kind"] == "vlm")
    compared = answers[is_compared]
    effects = [
        compute_grouped_differences(with_sides(compared, one), "score", "side", "first", "second").assign(
            measure="effect", slice=one.contrast
        )
        for one in about.contrasts
    ]
    guess = answers["chance"]
    chance = pd.DataFrame({"measure": ["chance"], "slice": [""], "value": [guess.mean()], "n": [guess.count()]})
    names = list_run_metadata(answers)
    return OverviewFigures(
        runs=names.assign(is_compared=names["run_id"].isin(set(compared["run_id"]))),
        estimates=slow_estimates(answers, about),
        pooled=pd.concat([*effects, chance], ignore_index=True),
        pairs=decode_categories(compute_pairwise_differences(compared, "score", "run_id", KEYS)).drop(
            columns="corrected_p"
        ),
        lifts=lifts[lifts["question_id"] == "all"].drop(columns="question_id"),
    )


def slow_overview(answers, lifts, about):
    """Compute the overview of these answers; a run that is not pooled has another prompt, each answered all cases."""
    figures = slow_figures(answers, lifts, about)
    is_pooled = figures.runs["run_id"].isin(set(answers.loc[answers["is_pooled"], "run_id"]))
    n_cases = answers["case_id"].nunique()
    runs = figures.runs.assign(
        n_cases=n_cases, all_cases=n_cases, is_ranked=True, is_as_published=is_pooled, has_usual_prompt=is_pooled
    )
    return build_overview(replace(figures, runs=runs), about)
