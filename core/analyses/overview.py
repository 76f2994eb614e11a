"""Overview: how good each model is, which models differ, and what tilt and objects change."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from core.analyses.estimates import in_percent, kappas_by_run, means_by_run, of_models, run_names, with_verdicts
from core.benchmarks.about import About
from core.benchmarks.contents import Contrast
from core.scoring.skill import skill_table
from core.scoring.slices import difference_table, pairwise_table
from core.solvers import blind_constant, blind_text, homography

RAW_AND_HABIT = {
    "mean": "raw", "mean_low": "raw_low", "mean_high": "raw_high",
    "chance": "habit", "chance_low": "habit_low", "chance_high": "habit_high",
}  # fmt: skip
"""Columns of `lifts`, and what they are for reliance."""

REFERENCE_LINES = {
    "blind constant": blind_constant.MODEL.model_id,
    "blind text": blind_text.MODEL.model_id,
    "ceiling": homography.MODEL.model_id,
}
"""Reference models that plots of kappa show as lines, by what the line is called."""

_CASE_AND_QUESTION = ["case_id", "question_id"]


@dataclass(frozen=True, slots=True)
class Overview:
    """The frames of the overview, in percent; one row per run unless said otherwise.

    Attributes:
        about: the benchmark.
        kappa: mean score, best first, with the bounds that unreadable answers leave.
        skill: score minus the blind constant's on the same cases and questions, with intervals that choose the
        constants
            again; without the blind constant itself.
        reliance: foil's score minus the truth's, one row per run and value of the factor of the first subset; empty
            without a foil, as `readings`.
        lifts: table `lifts`, all questions and cases together, one row per run and `against`.
        readings: reliance by `subset`, the largest lift first: `raw`, the `habit` in it, each with `_low` and
        `_high`, and
            the lift as `value`; `verdict` is of the lift, Holm-corrected over the compared models.
        effects: by contrast, the score with the circumstance minus without; then all models `pooled`, then references,
            without verdicts.
        looking: score minus that of the blind reader of question and options on the same cases; empty where it has not
            answered.
        pairs: the difference of every two models, with Holm-corrected verdicts.
        chance: what guessing among the options gives; None where there are none.
        compared: the models' pooled runs, which effects of all models, pairs and findings are about.
    """

    about: About
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


def overview(answers: pd.DataFrame, lifts: pd.DataFrame, about: About) -> Overview:
    """Everything that the overview shows.

    Args:
        answers: as the query `answers` gives them, references included.
        lifts: the table `lifts`.
        about: the benchmark.
    """
    kappa = kappas_by_run(answers)
    names = run_names(answers)
    compared = answers[answers["is_pooled"] & (answers["model_kind"] == "vlm")]
    compared_runs = list(compared["run_id"].unique())
    readings = [_reading(lifts, on, names, compared_runs) for on in about.subsets]
    return Overview(
        about=about,
        kappa=kappa,
        skill=_skill(answers, names),
        reliance=means_by_run(answers, "reliance", about.reliance_by),
        lifts=in_percent(_over_all(lifts, "all")).merge(names, on="run_id"),
        readings=pd.concat(readings, ignore_index=True) if readings else _reading(lifts.head(0), "all", names, []),
        effects={contrast.contrast: _effect(answers, compared, contrast) for contrast in about.contrasts},
        looking=_looking(answers),
        pairs=_pairs(compared, kappa),
        compared=compared_runs,
        chance=None if answers["chance"].isna().all() else 100 * float(answers["chance"].mean()),
    )


def _skill(answers: pd.DataFrame, names: pd.DataFrame) -> pd.DataFrame:
    skills = in_percent(skill_table(answers)).merge(names, on="run_id")
    return skills[skills["model_id"] != blind_constant.MODEL.model_id].reset_index(drop=True)


def _looking(answers: pd.DataFrame) -> pd.DataFrame:
    """What every other run has more than the blind reader, which no habit and no knowledge of the text explains."""
    is_blind = answers["model_id"] == blind_text.MODEL.model_id
    blind = answers[is_blind].drop_duplicates(_CASE_AND_QUESTION).set_index(_CASE_AND_QUESTION)["score"]
    others = answers[~is_blind].join(blind.rename("blind_score"), on=_CASE_AND_QUESTION)
    ahead = others.assign(ahead=others["score"] - others["blind_score"])
    rows = means_by_run(ahead[ahead["ahead"].notna()], "ahead")
    without_constant = rows[rows["model_id"] != blind_constant.MODEL.model_id]
    return without_constant.sort_values("value", ascending=False, ignore_index=True)


def _over_all(lifts: pd.DataFrame, subset: str) -> pd.DataFrame:
    """The lifts over all questions among some cases, as estimates."""
    chosen = lifts[(lifts["question_id"] == "all") & (lifts["subset"] == subset)]
    return chosen.assign(value=chosen["lift"], degrees_of_freedom=chosen["n_groups"] - 1)


def _reading(lifts: pd.DataFrame, subset: str, names: pd.DataFrame, compared: Sequence[str]) -> pd.DataFrame:
    """Raw reliance among some cases, the habit in it, and the lift."""
    rows = _over_all(lifts, subset)
    rows = rows[rows["against"] == "reliance"].rename(columns=lambda name: RAW_AND_HABIT.get(name, name))
    rows = rows.assign(**100 * rows[[*RAW_AND_HABIT.values()]])
    verdicts = with_verdicts(rows[rows["run_id"].isin(compared)])[["run_id", "corrected_p", "verdict"]]
    named = in_percent(rows).merge(names, on="run_id").merge(verdicts, on="run_id", how="left")
    return named.sort_values("value", ascending=False, ignore_index=True)


def _effect(answers: pd.DataFrame, compared: pd.DataFrame, contrast: Contrast) -> pd.DataFrame:
    sides = {**dict.fromkeys(contrast.first, "first"), **dict.fromkeys(contrast.second, "second")}
    answers, compared = (
        rows.assign(side=rows[contrast.factor].map(sides).astype(object)) for rows in (answers, compared)
    )
    by_run = in_percent(difference_table(answers, "score", "side", "first", "second", ["run_id"]))
    by_run = by_run.merge(run_names(answers), on="run_id").sort_values("value", ignore_index=True)
    is_reference = by_run["kind"] == "reference"
    pooled = in_percent(difference_table(compared, "score", "side", "first", "second"))
    pooled = pooled.assign(label="All models, pooled", kind="pooled")
    judged = with_verdicts(by_run[~is_reference], of_models(by_run.loc[~is_reference, "kind"]))
    return pd.concat([judged, pooled, by_run[is_reference]], ignore_index=True)


def _pairs(compared: pd.DataFrame, kappa: pd.DataFrame) -> pd.DataFrame:
    """Every two models, the better one of each pair first."""
    pairs = pairwise_table(compared, "score", "run_id", ["case_id", "question_id"])
    order = {run_id: place for place, run_id in enumerate(kappa["run_id"])}
    is_turned = pairs["first"].map(order) > pairs["second"].map(order)
    turned = pairs.assign(
        first=pairs["second"], second=pairs["first"], value=-pairs["value"], low=-pairs["high"], high=-pairs["low"]
    )
    pairs = with_verdicts(in_percent(pairs.where(~is_turned, turned)))
    labels = kappa.set_index("run_id")["label"]
    named = pairs.assign(first_label=pairs["first"].map(labels), second_label=pairs["second"].map(labels))
    return named.sort_values(["first", "second"], key=lambda ids: ids.map(order), ignore_index=True)


def reference_value(rows: pd.DataFrame, model_id: str) -> float | None:
    """The estimate of a reference model; None where it did not answer."""
    values = rows.loc[rows["model_id"] == model_id, "value"].dropna()
    return float(values.iloc[0]) if len(values) else None


def reference_lines(found: Overview) -> dict[str, float]:
    """The values between which a model's mean score stands, by name; without references that did not answer."""
    values: dict[str, float | None] = {"chance": found.chance} if found.chance is not None else {}
    values |= {name: reference_value(found.kappa, model_id) for name, model_id in REFERENCE_LINES.items()}
    return {name: value for name, value in values.items() if value is not None}
