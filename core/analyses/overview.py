"""Overview: how good each model is, which models differ, and how tilt and objects change the score."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import BOUNDS, add_verdicts, is_in_holm_family, to_percent
from core.benchmarks.data import Contrast
from core.benchmarks.info import BenchmarkInfo
from core.records import Model
from core.solvers import blind_constant, blind_text, homography, image_statistics
from core.statistics.run_estimates import EFFECT, EVERY, LOOKING, RELIANCE, SCORE, SKILL

RAW_AND_HABIT = {
    "mean": "raw", "mean_low": "raw_low", "mean_high": "raw_high",
    "chance": "habit", "chance_low": "habit_low", "chance_high": "habit_high",
}  # fmt: skip
"""Columns of `lifts`, and their meaning for reliance."""

COVERAGE = ("n_cases", "all_cases", "is_ranked", "is_as_published", "has_usual_prompt")
"""Columns of runs with their coverage and their prompt."""

REFERENCE_LINES = {
    "best constant answer": blind_constant.MODEL.model_id,
    "text-only baseline": blind_text.MODEL.model_id,
    "image statistics": image_statistics.MODEL.model_id,
    "homography solver": homography.MODEL.model_id,
}
"""Reference models that plots of scores show as lines, by the label of the line."""


@dataclass(frozen=True, slots=True)
class Overview:
    """Frames of the overview, in percent; one row per run unless noted otherwise.

    Attributes:
        about: the benchmark.
        scores: mean score, best first and runs that answered only a part of the cases last, with the bounds for
            unreadable answers, and the columns `COVERAGE` of the runs.
        skill: score minus the constant baseline's on the same cases and questions, with intervals that choose the
            constants again; without the constant baseline itself.
        reliance: foil's score minus the truth's, one row per run and value of the factor of the first subset; empty
            without a foil, as `readings`.
        lifts: query `overall_lifts`, all cases together, one row per run and `against`.
        readings: reliance by `subset`, the largest lift first: `raw`, the `habit` in it, each with `_low` and `_high`,
            and the lift as `value`; `verdict` judges the lift, Holm-corrected over the compared models.
        effects: by contrast, the score with the circumstance minus without; then all models `pooled`, then references,
            without verdicts.
        looking: score minus that of the text-only baseline on the same cases; empty if it has not answered.
        pairs: the difference of every two models, or of the best if there are many, with verdicts that are
            Holm-corrected for the pairs of all models.
        chance: score of guessing among the options; None without options.
        compared: the models' pooled runs, which are the basis of effects of all models, pairs and findings.
    """

    about: BenchmarkInfo
    scores: pd.DataFrame
    skill: pd.DataFrame
    reliance: pd.DataFrame
    lifts: pd.DataFrame
    readings: pd.DataFrame
    effects: dict[str, pd.DataFrame]
    looking: pd.DataFrame
    pairs: pd.DataFrame
    compared: list[str]
    chance: float | None

    @property
    def reading(self) -> pd.DataFrame:
        """Readings of the first subset, the basis of findings."""
        first = next(iter(self.about.subsets), "all")
        return self.readings[self.readings["subset"] == first].reset_index(drop=True)

    @property
    def not_compared(self) -> pd.DataFrame:
        """Models of which no run is compared, readable or not, each with the row of its best run in `scores`."""
        models = self.scores[self.scores["kind"] != "reference"]
        known = set(models.loc[models["run_id"].isin(self.compared), "model_id"])
        return models[~models["model_id"].isin(known)].drop_duplicates("model_id")


@dataclass(frozen=True, slots=True)
class OverviewFigures:
    """Figures that a build computed over all runs, named after their queries and tables.

    Attributes:
        runs: query `answering_runs`: run_id, model_id, label, kind, is_compared, `COVERAGE`.
        estimates: table `run_estimates`.
        pooled: table `pooled_estimates`.
        pairs: table `run_pairs`.
        lifts: query `overall_lifts`.
    """

    runs: pd.DataFrame
    estimates: pd.DataFrame
    pooled: pd.DataFrame
    pairs: pd.DataFrame
    lifts: pd.DataFrame


def load_figures(query: Callable[[str], pd.DataFrame], table: Callable[[str], pd.DataFrame]) -> OverviewFigures:
    """Load the figures of a warehouse.

    Args:
        query: returns the result of a named query.
        table: returns a public table.
    """
    tables = {"estimates": "run_estimates", "pooled": "pooled_estimates", "pairs": "run_pairs"}
    return OverviewFigures(
        runs=query("answering_runs"),
        lifts=query("overall_lifts"),
        **{part: table(name) for part, name in tables.items()},
    )


def build_overview(figures: OverviewFigures, about: BenchmarkInfo) -> Overview:
    """Build all frames of the overview.

    Args:
        figures: of the warehouse.
        about: the benchmark.
    """
    lifts, names = figures.lifts, figures.runs[["run_id", "model_id", "label", "kind"]]
    compared = list(figures.runs.loc[figures.runs["is_compared"], "run_id"])
    scores = (
        _select_estimates(figures, SCORE)
        .drop(columns="n_cases", errors="ignore")
        .merge(figures.runs[["run_id", *COVERAGE]], on="run_id")
    )
    scores = _sort_best_first(scores.assign(**100 * scores[BOUNDS]), "is_ranked")
    readings = [_build_reading(lifts, on, names, compared) for on in about.subsets]
    return Overview(
        about=about,
        scores=scores,
        skill=_add_compared_verdicts(_drop_model(blind_constant.MODEL, _select_estimates(figures, SKILL)), compared),
        reliance=_select_reliance(figures, about),
        lifts=_build_lifts(lifts, names, compared),
        readings=pd.concat(readings, ignore_index=True)
        if readings
        else _build_reading(lifts.head(0), "all", names, []),
        effects={contrast.contrast: _build_effect(figures, contrast) for contrast in about.contrasts},
        looking=_add_compared_verdicts(_select_looking(figures), compared),
        pairs=_build_pairs(figures.pairs, scores, compared),
        compared=compared,
        chance=_get_chance(figures.pooled),
    )


def _select_estimates(figures: OverviewFigures, measure: str, slices: Sequence[str] | None = (EVERY,)) -> pd.DataFrame:
    """Select a measure's estimates in percent with the runs' names, one row per run and slice (None: all slices)."""
    rows = figures.estimates[figures.estimates["measure"] == measure]
    rows = rows if slices is None else rows[rows["slice"].isin(slices)]
    named = to_percent(rows.drop(columns="measure")).merge(
        figures.runs[["run_id", "model_id", "label", "kind"]], on="run_id"
    )
    return named.sort_values(["run_id", "slice"], ignore_index=True)


def _sort_best_first(rows: pd.DataFrame, *before: str) -> pd.DataFrame:
    return rows.sort_values([*before, "value"], ascending=False, kind="stable", ignore_index=True)


def _add_compared_verdicts(estimates: pd.DataFrame, compared: Sequence[str]) -> pd.DataFrame:
    """Add verdicts that are corrected over the compared models."""
    return add_verdicts(estimates, estimates["run_id"].isin(compared))


def _drop_model(model: Model, rows: pd.DataFrame) -> pd.DataFrame:
    return rows[rows["model_id"] != model.model_id].reset_index(drop=True)


def _select_reliance(figures: OverviewFigures, about: BenchmarkInfo) -> pd.DataFrame:
    """Select reliance by the levels of the first contrast's factor; over all answers without a contrast."""
    if not about.reliance_by:
        return _select_estimates(figures, RELIANCE)
    rows = _select_estimates(figures, RELIANCE, None)
    (factor,) = about.reliance_by
    return rows[rows["slice"] != EVERY].rename(columns={"slice": factor}).reset_index(drop=True)


def _select_looking(figures: OverviewFigures) -> pd.DataFrame:
    """Select how far every other run exceeds the text-only baseline, which neither habit nor the text explains."""
    return _sort_best_first(
        _drop_model(blind_constant.MODEL, _drop_model(blind_text.MODEL, _select_estimates(figures, LOOKING)))
    )


def _get_chance(pooled: pd.DataFrame) -> float | None:
    values = pooled.loc[pooled["measure"] == "chance", "value"].dropna()
    return 100 * float(values.iloc[0]) if len(values) else None


def _select_lifts(lifts: pd.DataFrame, subset: str) -> pd.DataFrame:
    """Return the lifts among some cases, as estimates."""
    chosen = lifts[lifts["subset"] == subset]
    return chosen.assign(value=chosen["lift"], degrees_of_freedom=chosen["n_groups"] - 1)


def _build_lifts(lifts: pd.DataFrame, names: pd.DataFrame, compared: Sequence[str]) -> pd.DataFrame:
    """Build the lifts over all cases in percent, with verdicts on those of the score, corrected over the models."""
    rows = to_percent(_select_lifts(lifts, "all")).merge(names, on="run_id")
    return add_verdicts(rows, (rows["against"] == "truth") & rows["run_id"].isin(compared))


def _build_reading(lifts: pd.DataFrame, subset: str, names: pd.DataFrame, compared: Sequence[str]) -> pd.DataFrame:
    """Build the raw reliance among some cases, the habit in it, and the lift."""
    rows = _select_lifts(lifts, subset)
    rows = rows[rows["against"] == "reliance"].rename(columns=lambda name: RAW_AND_HABIT.get(name, name))
    rows = rows.assign(**100 * rows[[*RAW_AND_HABIT.values()]])
    compared_verdicts = _add_compared_verdicts(to_percent(rows).merge(names, on="run_id"), compared)
    return compared_verdicts.sort_values("value", ascending=False, ignore_index=True)


def _build_effect(figures: OverviewFigures, contrast: Contrast) -> pd.DataFrame:
    """Build the effect of a circumstance on each model, on all of them together, and on the references."""
    by_run = _select_estimates(figures, EFFECT, [contrast.contrast]).sort_values(
        "value", kind="stable", ignore_index=True
    )
    is_reference = by_run["kind"] == "reference"
    pooled = figures.pooled
    of_all = to_percent(pooled[(pooled["measure"] == EFFECT) & (pooled["slice"] == contrast.contrast)])
    of_all = of_all.drop(columns="measure").assign(label="All models, pooled", kind="pooled")
    judged = add_verdicts(by_run[~is_reference], is_in_holm_family(by_run.loc[~is_reference, "kind"]))
    return pd.concat([judged, of_all, by_run[is_reference]], ignore_index=True)


def _build_pairs(pairs: pd.DataFrame, scores: pd.DataFrame, compared: Sequence[str]) -> pd.DataFrame:
    """Build the differences of every two of the best models, the better one of each pair first.

    The best models are chosen by the same answers, so verdicts are corrected for the pairs of all models.
    """
    order = {run_id: index for index, run_id in enumerate(scores["run_id"])}
    is_turned = pairs["first"].map(order) > pairs["second"].map(order)
    turned = pairs.assign(
        first=pairs["second"], second=pairs["first"], value=-pairs["value"], low=-pairs["high"], high=-pairs["low"]
    )
    further = len(compared) * (len(compared) - 1) // 2 - len(pairs)
    pairs = add_verdicts(to_percent(pairs.where(~is_turned, turned)), further=further)
    labels = scores.set_index("run_id")["label"]
    named = pairs.assign(first_label=pairs["first"].map(labels), second_label=pairs["second"].map(labels))
    return named.sort_values(["first", "second"], key=lambda ids: ids.map(order), ignore_index=True)


def find_reference_value(rows: pd.DataFrame, model_id: str) -> float | None:
    """Return the estimate of a reference model; None if it did not answer."""
    values = rows.loc[rows["model_id"] == model_id, "value"].dropna()
    return float(values.iloc[0]) if len(values) else None


def list_reference_lines(overview: Overview) -> dict[str, float]:
    """List reference scores that bracket a model's mean score, by name; without references that did not answer.

    If models are compared, the line of the best constant answer is at the score that their verdicts subtract.
    """
    values = {name: find_reference_value(overview.scores, model_id) for name, model_id in REFERENCE_LINES.items()}
    blind_score = compute_blind_score(overview)
    if blind_score is not None:
        values["best constant answer"] = blind_score
    values = {"chance": overview.chance, **values}
    return {name: value for name, value in values.items() if value is not None}


def compute_blind_score(overview: Overview) -> float | None:
    """Compute the best constant answer's score, in percent, that skill subtracts from a run that answered everything.

    It differs from that of the constant baseline, which contains the luck of choosing the constants.

    Returns:
        The median over these runs, which differ by rounding; None without one, and if no model is compared.
    """
    if not overview.compared:
        return None
    joined = overview.scores.merge(overview.skill, on="run_id", suffixes=("", "_of_skill"))
    is_whole = (joined["n"] == overview.scores["n"].max()) & (joined["n_of_skill"] == joined["n"])
    blind_scores = (joined["value"] - joined["value_of_skill"])[is_whole].dropna()
    return float(blind_scores.median()) if len(blind_scores) else None
