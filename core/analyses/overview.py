"""Overview: how good each model is, which models differ, and what tilt and objects change; with findings in words."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.analyses.estimates import in_percent, kappas_by_run, means_by_run, of_models, run_names, with_verdicts
from core.analyses.wording import (
    MAX_NAMED,
    each_with_estimate,
    interval_in_brackets,
    too_few_for_a_claim,
    unreadable_caution,
)
from core.benchmarks.about import About
from core.benchmarks.contents import Contrast, Words
from core.records import FEW_GROUPS
from core.scoring.skill import skill_table
from core.scoring.slices import difference_table, pairwise_table
from core.solvers import blind_constant, blind_text, homography, image_plane
from core.text import listed, number_text

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

STANDINGS = {
    "higher": "above", "lower": "below", "not distinguishable": "unclear", "too few to tell": "too few",
}  # fmt: skip
"""Where an estimate stands to 0, by its verdict."""


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


def findings(found: Overview) -> list[str]:
    """Up to five sentences with their intervals; none where no vision-language model has a pooled run.

    A claim rests on `FEW_GROUPS` groups or more.
    """
    kappa = found.kappa[found.kappa["run_id"].isin(found.compared)]
    if kappa.empty:
        return []
    runs = list(kappa["run_id"])
    return [
        _best(found, kappa),
        *_against_blind(found, runs),
        *_without_looking(found, runs),
        *_reading_the_picture(found, runs),
        *_effects(found, runs),
    ]


def reference_findings(found: Overview) -> list[str]:
    """What the reference solvers show where no model has a pooled run: how much the square helps, what tilt does."""
    of_references = found.kappa[found.kappa["kind"] == "reference"].dropna(subset=["value"])
    is_alone = (found.kappa["kind"] == "reference").all()
    if found.compared or (is_alone and of_references.empty):
        return []
    ranked = ", ".join(
        f"{row['label'].lower()} {number_text(row['value'])} %{interval_in_brackets(row)}"
        for _, row in of_references.iterrows()
    )
    asked = (
        "has answered"
        if is_alone
        else f"has answered nearly all {found.about.words.cases} with the benchmark's own prompt"
    )
    if of_references.empty:
        return [f"So far no model {asked}."]
    words, truth = found.about.words, found.about.truth
    first = f"So far no model {asked}, only reference solvers. Mean {words.score} against {truth.phrase}: {ranked}"
    if len(_with_enough(of_references)) == 0:
        return [f"{first}. {too_few_for_a_claim(_most_groups(of_references), words)}."]
    reading = _with_enough(found.reading[found.reading["low"] > 0])
    sentences = [f"{first}."]
    for contrast in found.about.contrasts[:1]:
        effect = _with_enough(found.effects[contrast.contrast])
        costly = effect[(effect["kind"] == "reference") & (effect["high"] < 0)].sort_values("value")
        if len(costly):
            start = f"{_capital(contrast.phrase)} costs"
            sentences.append(f"{start} {each_with_estimate(costly)}, in points of {found.about.score}.")
    if len(reading) and found.about.foil:
        on = next(iter(found.about.subsets.values()))
        sentences.append(
            f"Looking at {on} makes {each_with_estimate(reading)} fit {found.about.foil.phrase} better than "
            f"{_short(truth.phrase)}: the signature of a model that reads only the picture."
        )
    return sentences


def _best(found: Overview, kappa: pd.DataFrame) -> str:
    words = found.about.words
    enough = _with_enough(kappa)
    sentence = _leader(found, enough) if len(enough) else _no_leader(found, kappa)
    ceiling = reference_value(found.kappa, homography.MODEL.model_id)
    attainable = [f"The square in the picture makes {ceiling:.1f} % attainable."] if ceiling else []
    return " ".join([f"{sentence}.", *unreadable_caution(kappa, f"mean {words.score}"), *attainable])


def _leader(found: Overview, kappa: pd.DataFrame) -> str:
    best = kappa.iloc[0]
    words, truth = found.about.words, found.about.truth
    mean = f"mean {words.score} {number_text(best['value'])} %{interval_in_brackets(best)} against {truth.phrase}"
    sentence = f"{best['label']} reads the {words.groups} best: {mean}"
    if len(kappa) > 1:
        pair = found.pairs.set_index(["first", "second"]).loc[(best["run_id"], kappa.iloc[1]["run_id"])]
        is_clear = pair["verdict"] == "higher"
        standing = (
            f"{number_text(pair['value'])} points{interval_in_brackets(pair)} above"
            if is_clear
            else "not significantly different from"
        )
        sentence += f", {standing} {kappa.iloc[1]['label']}"
    return sentence


def _no_leader(found: Overview, kappa: pd.DataFrame) -> str:
    """What can be said of so few groups: the highest mean so far, and that it is no claim."""
    best, words, n_groups = kappa.iloc[0], found.about.words, _most_groups(kappa)
    if n_groups == 0:
        return f"No answer of {listed(list(kappa['label'].head(MAX_NAMED)))} could be read"
    told = "which model reads them best" if len(kappa) > 1 else "how well a model reads them"
    highest = "The highest mean" if len(kappa) > 1 else "The mean"
    return (
        f"{too_few_for_a_claim(n_groups, words, told)}. {highest} {words.score} against {found.about.truth.phrase} is "
        f"{number_text(best['value'])} % so far, of {best['label']}"
    )


def _with_enough(rows: pd.DataFrame) -> pd.DataFrame:
    """The rows with enough groups for a claim."""
    return rows[rows["n_groups"] >= FEW_GROUPS]


def _most_groups(rows: pd.DataFrame) -> int:
    return int(rows["n_groups"].max())


def _against_blind(found: Overview, runs: Sequence[str]) -> list[str]:
    skill = found.skill[found.skill["run_id"].isin(runs)]
    blind = reference_value(found.kappa, blind_constant.MODEL.model_id)
    if blind is None or skill["value"].isna().all():
        return []
    standing = _standing(skill)
    above, below, unclear = (skill[standing == name] for name in ("above", "below", "unclear"))
    start = f"The best fixed answer, which never looks, reaches {blind:.1f} %"
    if len(above) == len(skill):
        return [f"{start}; every model does better."]
    parts = [f"{each_with_estimate(below.sort_values('value'))} {_is(below)} below it"] if len(below) else []
    if len(unclear):
        runs_are = f"{each_with_estimate(unclear)} {_is(unclear)}"
        parts.append(f"{runs_are} not significantly different from the best one for such {found.about.words.groups}")
    return [f"{start}; {'; '.join([*parts, *_too_few(skill, found.about)])}."]


def _without_looking(found: Overview, runs: Sequence[str]) -> list[str]:
    if len(found.looking):
        return _ahead_of_the_text(found, runs)
    lifts = found.lifts[(found.lifts["against"] == "truth") & found.lifts["run_id"].isin(runs)]
    if lifts.empty:
        return []
    standing, words = _standing(lifts), found.about.words
    if (standing == "above").all():
        return [f"Every model looks at the {words.case}: its answers fit their own {words.groups} better than others."]
    unmoved = lifts[standing.isin(["below", "unclear"])]
    shows, its = ("show", "their") if len(unmoved) > 1 else ("shows", "its")
    parts = (
        [
            f"{each_with_estimate(unmoved)} {shows} no sign of looking at the {words.case}: {its} answers fit other "
            f"{words.groups} as well"
        ]
        if len(unmoved)
        else []
    )
    parts += _too_few(lifts, found.about, _whether_looking(lifts, words), is_first=not parts)
    return [f"{'; '.join(parts)}."]


def _ahead_of_the_text(found: Overview, runs: Sequence[str]) -> list[str]:
    """Who is better than a reader of question and options: options differ between cases, so a lift alone is no look."""
    looking = found.looking[found.looking["run_id"].isin(runs)]
    if looking.empty:
        return []
    standing, words = _standing(looking), found.about.words
    blind = reference_value(found.kappa, blind_text.MODEL.model_id)
    start = f"A reader of question and options alone reaches {number_text(blind)} %"
    if (standing == "above").all():
        return [f"{start}; every model does better, so it uses the picture."]
    behind = looking[standing.isin(["below", "unclear"])]
    parts = [f"{each_with_estimate(behind, with_plus=True)} {_is(behind)} not ahead of it"] if len(behind) else []
    parts += _too_few(looking, found.about, _whether_looking(looking, words))
    return [f"{start}; {'; '.join(parts)}."]


def _whether_looking(estimates: pd.DataFrame, words: Words) -> str:
    """What cannot be told of the runs that answered about too few groups."""
    who = "it looks" if (_standing(estimates) == "too few").sum() == 1 else "they look"
    return f"whether {who} at the {words.case}"


def _standing(estimates: pd.DataFrame) -> pd.Series:
    """Whether an estimate is clearly `above` or `below` 0, `unclear`, or of `too few` groups to tell.

    Where every group gives the same there is no interval, and the value itself says it.
    """
    verdicts = with_verdicts(estimates, pd.Series(False, estimates.index))["verdict"]
    by_value = np.sign(estimates["value"]).map({1.0: "higher", -1.0: "lower"})
    standing = verdicts.mask(verdicts == "no spread", by_value).map(STANDINGS)
    return standing.mask(estimates["n_groups"] < FEW_GROUPS, "too few")


def _too_few(estimates: pd.DataFrame, about: About, what: str = "", *, is_first: bool = False) -> list[str]:
    """The runs without an interval to judge by, as part of a sentence."""
    without = list(estimates.loc[_standing(estimates) == "too few", "label"])
    are_all = len(without) == len(estimates) > 1
    who = ("All models" if is_first else "all models") if are_all else listed(without) if without else ""
    return [f"{who} answered about too few {about.words.groups} to tell {what}".rstrip()] if who else []


def _reading_the_picture(found: Overview, runs: Sequence[str]) -> list[str]:
    """Whom the case itself draws towards the foil, and how much of the raw figure is habit."""
    rows = _with_enough(found.reading[found.reading["run_id"].isin(runs)])
    foil = found.about.foil
    if rows.empty or foil is None:
        return []
    reading = rows[rows["verdict"] == "higher"]
    reads = "read" if len(reading) > 1 else "reads"
    who = f"{each_with_estimate(reading)} {reads}" if len(reading) else "no model reads"
    on, truth = next(iter(found.about.subsets.values())), found.about.truth
    start = f"Looking at {on}, {who} {foil.phrase} significantly more than {_short(truth.phrase)}."
    leaning = rows[rows["raw_low"] > 0].sort_values("raw", ascending=False)
    if leaning.empty:
        return [start]
    most = leaning.iloc[0]
    raw, habit, looking = (number_text(most[part]) for part in ("raw", "habit", "value"))
    perfect = found.reading[found.reading["model_id"] == image_plane.MODEL.model_id]["value"]
    mark = f", and {number_text(perfect.iloc[0])} to a perfect reader of the picture" if len(perfect) else ""
    return [
        f"{start} {most['label']} fits the picture better by {raw} points, but habit alone gives {habit} of them; "
        f"looking adds {looking}{interval_in_brackets(most)}{mark}."
    ]


def _effects(found: Overview, runs: Sequence[str]) -> list[str]:
    parts = []
    for contrast in found.about.contrasts:
        effects = found.effects[contrast.contrast]
        of_runs = _with_enough(effects[effects["run_id"].isin(runs)])
        if of_runs.empty:
            continue
        hurt = of_runs[of_runs["verdict"] == "lower"].sort_values("value")
        parts.append(f"{contrast.phrase} costs {each_with_estimate(hurt) if len(hurt) else 'no model significantly'}")
    return [f"{_capital('; '.join(parts))}."] if parts else []


def _short(phrase: str) -> str:
    """A frame's phrase without what stands in brackets."""
    return phrase.partition(" (")[0]


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _is(rows: pd.DataFrame) -> str:
    return "is" if len(rows) == 1 else "are"
