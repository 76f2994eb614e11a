"""Overview: how good each model is, which models differ, and what tilt and objects change."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import BOUNDS, add_verdicts, are_in_family, to_percent
from core.benchmarks.data import Contrast
from core.benchmarks.info import BenchmarkInfo
from core.records import Model
from core.solvers import blind_constant, blind_text, homography, image_statistics
from core.statistics.run_estimates import EFFECT, EVERY, LOOKING, RELIANCE, SCORE, SKILL

RAW_AND_HABIT = {
    "mean": "raw", "mean_low": "raw_low", "mean_high": "raw_high",
    "chance": "habit", "chance_low": "habit_low", "chance_high": "habit_high",
}  # fmt: skip
"""Columns of `lifts`, and what they are for reliance."""

COVERAGE = ("n_cases", "all_cases", "is_ranked", "is_as_published", "has_usual_prompt")
"""Columns of runs on how much they have answered, and with which prompt."""

REFERENCE_LINES = {
    "blind constant": blind_constant.MODEL.model_id,
    "blind text": blind_text.MODEL.model_id,
    "image statistics": image_statistics.MODEL.model_id,
    "ceiling": homography.MODEL.model_id,
}
"""Reference models that plots of kappa show as lines, by what the line is called."""


@dataclass(frozen=True, slots=True)
class Overview:
    """The frames of the overview, in percent; one row per run unless said otherwise.

    Attributes:
        about: the benchmark.
        kappa: mean score, best first and runs that answered only a part of the cases last, with the bounds that
            unreadable answers leave, and the columns `COVERAGE` of the runs.
        skill: score minus the blind constant's on the same cases and questions, with intervals that choose the
        constants
            again; without the blind constant itself.
        reliance: foil's score minus the truth's, one row per run and value of the factor of the first subset; empty
            without a foil, as `readings`.
        lifts: query `overall_lifts`, all cases together, one row per run and `against`.
        readings: reliance by `subset`, the largest lift first: `raw`, the `habit` in it, each with `_low` and
        `_high`, and
            the lift as `value`; `verdict` is of the lift, Holm-corrected over the compared models.
        effects: by contrast, the score with the circumstance minus without; then all models `pooled`, then references,
            without verdicts.
        looking: score minus that of the blind reader of question and options on the same cases; empty where it has not
            answered.
        pairs: the difference of every two models, of many the best, with verdicts that are Holm-corrected for the pairs
            of all models.
        chance: what guessing among the options gives; None where there are none.
        compared: the models' pooled runs, which effects of all models, pairs and findings are about.
    """

    about: BenchmarkInfo
    kappa: pd.DataFrame
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
        """The readings of the first subset, on which findings rest."""
        first = next(iter(self.about.subsets), "all")
        return self.readings[self.readings["subset"] == first].reset_index(drop=True)

    @property
    def not_compared(self) -> pd.DataFrame:
        """The models of which no run is compared, readable or not, of each the row of the best run in `kappa`."""
        models = self.kappa[self.kappa["kind"] != "reference"]
        known = set(models.loc[models["run_id"].isin(self.compared), "model_id"])
        return models[~models["model_id"].isin(known)].drop_duplicates("model_id")


@dataclass(frozen=True, slots=True)
class OverviewFigures:
    """What a build has found over all runs, as the queries and tables of these names give it.

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
    """The figures of a warehouse.

    Args:
        query: gives the result of a named query.
        table: gives a public table.
    """
    tables = {"estimates": "run_estimates", "pooled": "pooled_estimates", "pairs": "run_pairs"}
    return OverviewFigures(
        runs=query("answering_runs"),
        lifts=query("overall_lifts"),
        **{part: table(name) for part, name in tables.items()},
    )


def build_overview(figures: OverviewFigures, about: BenchmarkInfo) -> Overview:
    """Everything that the overview shows.

    Args:
        figures: of the warehouse.
        about: the benchmark.
    """
    lifts, names = figures.lifts, figures.runs[["run_id", "model_id", "label", "kind"]]
    compared = list(figures.runs.loc[figures.runs["is_compared"], "run_id"])
    kappa = (
        _select_estimates(figures, SCORE)
        .drop(columns="n_cases", errors="ignore")
        .merge(figures.runs[["run_id", *COVERAGE]], on="run_id")
    )
    kappa = _sort_best_first(kappa.assign(**100 * kappa[BOUNDS]), "is_ranked")
    readings = [_build_reading(lifts, on, names, compared) for on in about.subsets]
    return Overview(
        about=about,
        kappa=kappa,
        skill=_add_compared_verdicts(_drop_model(blind_constant.MODEL, _select_estimates(figures, SKILL)), compared),
        reliance=_select_reliance(figures, about),
        lifts=_build_lifts(lifts, names, compared),
        readings=pd.concat(readings, ignore_index=True)
        if readings
        else _build_reading(lifts.head(0), "all", names, []),
        effects={contrast.contrast: _build_effect(figures, contrast) for contrast in about.contrasts},
        looking=_add_compared_verdicts(_select_looking(figures), compared),
        pairs=_build_pairs(figures.pairs, kappa, compared),
        compared=compared,
        chance=_get_chance(figures.pooled),
    )


def _select_estimates(figures: OverviewFigures, measure: str, slices: Sequence[str] | None = (EVERY,)) -> pd.DataFrame:
    """The estimates of a measure in percent, one row per run and slice (all where it is None), with the runs' names."""
    rows = figures.estimates[figures.estimates["measure"] == measure]
    rows = rows if slices is None else rows[rows["slice"].isin(slices)]
    named = to_percent(rows.drop(columns="measure")).merge(
        figures.runs[["run_id", "model_id", "label", "kind"]], on="run_id"
    )
    return named.sort_values(["run_id", "slice"], ignore_index=True)


def _sort_best_first(rows: pd.DataFrame, *before: str) -> pd.DataFrame:
    return rows.sort_values([*before, "value"], ascending=False, kind="stable", ignore_index=True)


def _add_compared_verdicts(estimates: pd.DataFrame, compared: Sequence[str]) -> pd.DataFrame:
    """The estimates with verdicts that are corrected over the compared models."""
    return add_verdicts(estimates, estimates["run_id"].isin(compared))


def _drop_model(model: Model, rows: pd.DataFrame) -> pd.DataFrame:
    return rows[rows["model_id"] != model.model_id].reset_index(drop=True)


def _select_reliance(figures: OverviewFigures, about: BenchmarkInfo) -> pd.DataFrame:
    """By the levels of the factor of the first contrast; over all answers where there is none."""
    if not about.reliance_by:
        return _select_estimates(figures, RELIANCE)
    rows = _select_estimates(figures, RELIANCE, None)
    (factor,) = about.reliance_by
    return rows[rows["slice"] != EVERY].rename(columns={"slice": factor}).reset_index(drop=True)


def _select_looking(figures: OverviewFigures) -> pd.DataFrame:
    """What every other run has more than the blind reader, which no habit and no knowledge of the text explains."""
    return _sort_best_first(
        _drop_model(blind_constant.MODEL, _drop_model(blind_text.MODEL, _select_estimates(figures, LOOKING)))
    )


def _get_chance(pooled: pd.DataFrame) -> float | None:
    values = pooled.loc[pooled["measure"] == "chance", "value"].dropna()
    return 100 * float(values.iloc[0]) if len(values) else None


def _select_lifts(lifts: pd.DataFrame, subset: str) -> pd.DataFrame:
    """The lifts among some cases, as estimates."""
    chosen = lifts[lifts["subset"] == subset]
    return chosen.assign(value=chosen["lift"], degrees_of_freedom=chosen["n_groups"] - 1)


def _build_lifts(lifts: pd.DataFrame, names: pd.DataFrame, compared: Sequence[str]) -> pd.DataFrame:
    """The lifts over all cases in percent, with verdicts on those of the score that are corrected over the models."""
    rows = to_percent(_select_lifts(lifts, "all")).merge(names, on="run_id")
    return add_verdicts(rows, (rows["against"] == "truth") & rows["run_id"].isin(compared))


def _build_reading(lifts: pd.DataFrame, subset: str, names: pd.DataFrame, compared: Sequence[str]) -> pd.DataFrame:
    """Raw reliance among some cases, the habit in it, and the lift."""
    rows = _select_lifts(lifts, subset)
    rows = rows[rows["against"] == "reliance"].rename(columns=lambda name: RAW_AND_HABIT.get(name, name))
    rows = rows.assign(**100 * rows[[*RAW_AND_HABIT.values()]])
    named = _add_compared_verdicts(to_percent(rows).merge(names, on="run_id"), compared)
    return named.sort_values("value", ascending=False, ignore_index=True)


def _build_effect(figures: OverviewFigures, contrast: Contrast) -> pd.DataFrame:
    """What a circumstance costs each model, all of them together, and the references."""
    by_run = _select_estimates(figures, EFFECT, [contrast.contrast]).sort_values(
        "value", kind="stable", ignore_index=True
    )
    is_reference = by_run["kind"] == "reference"
    pooled = figures.pooled
    of_all = to_percent(pooled[(pooled["measure"] == EFFECT) & (pooled["slice"] == contrast.contrast)])
    of_all = of_all.drop(columns="measure").assign(label="All models, pooled", kind="pooled")
    judged = add_verdicts(by_run[~is_reference], are_in_family(by_run.loc[~is_reference, "kind"]))
    return pd.concat([judged, of_all, by_run[is_reference]], ignore_index=True)


def _build_pairs(pairs: pd.DataFrame, kappa: pd.DataFrame, compared: Sequence[str]) -> pd.DataFrame:
    """Every two of the best models, the better one of each pair first.

    Which models are the best is known from the same answers, so verdicts are corrected for the pairs of all models.
    """
    order = {run_id: place for place, run_id in enumerate(kappa["run_id"])}
    is_turned = pairs["first"].map(order) > pairs["second"].map(order)
    turned = pairs.assign(
        first=pairs["second"], second=pairs["first"], value=-pairs["value"], low=-pairs["high"], high=-pairs["low"]
    )
    further = len(compared) * (len(compared) - 1) // 2 - len(pairs)
    pairs = add_verdicts(to_percent(pairs.where(~is_turned, turned)), further=further)
    labels = kappa.set_index("run_id")["label"]
    named = pairs.assign(first_label=pairs["first"].map(labels), second_label=pairs["second"].map(labels))
    return named.sort_values(["first", "second"], key=lambda ids: ids.map(order), ignore_index=True)


def find_reference_value(rows: pd.DataFrame, model_id: str) -> float | None:
    """The estimate of a reference model; None where it did not answer."""
    values = rows.loc[rows["model_id"] == model_id, "value"].dropna()
    return float(values.iloc[0]) if len(values) else None


def list_reference_lines(found: Overview) -> dict[str, float]:
    """The values between which a model's mean score stands, by name; without references that did not answer."""
    values: dict[str, float | None] = {"chance": found.chance} if found.chance is not None else {}
    values |= {name: find_reference_value(found.kappa, model_id) for name, model_id in REFERENCE_LINES.items()}
    return {name: value for name, value in values.items() if value is not None}
