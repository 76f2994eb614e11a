"""Findings of Overview as sentences: the answer before the numbers."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.estimates import are_negligible, classify_significance
from core.analyses.image_statistics_baseline import describe_statistics_baseline
from core.analyses.not_compared import format_not_compared
from core.analyses.overview import Overview, find_reference_value
from core.analyses.phrases import (
    MAX_NAMED,
    describe_too_few_groups,
    describe_unreadable,
    format_interval_in_brackets,
    format_run_estimates,
    strip_brackets,
)
from core.benchmarks.data import Contrast, Terminology
from core.benchmarks.info import BenchmarkInfo
from core.formatting import capitalise_first, format_number, join_with_and
from core.records import FEW_GROUPS
from core.solvers import blind_constant, blind_text, homography, image_plane
from core.statistics.missing_bounds import WARN_FROM


def list_findings(found: Overview) -> list[str]:
    """Return the sentences with their intervals; none if no vision-language model has a pooled run.

    If the text alone is enough, the first sentence states it: every other score depends on that.

    A claim needs `FEW_GROUPS` groups or more.
    """
    kappa = found.kappa[found.kappa["run_id"].isin(found.compared)]
    if kappa.empty:
        return []
    runs = list(kappa["run_id"])
    alone = describe_text_baseline(found, runs)
    return [
        *alone,
        describe_best_model(found, kappa),
        *_compare_with_constant(found, runs),
        *describe_statistics_baseline(found),
        *([] if alone else describe_looking(found, runs)),
        *describe_foil_reading(found, runs),
        *describe_effects(found, runs),
    ]


def list_reference_findings(found: Overview) -> list[str]:
    """Describe the reference solvers if no model has a pooled run: the benefit of the square, the effect of tilt."""
    of_references = found.kappa[found.kappa["kind"] == "reference"].dropna(subset=["value"])
    is_alone = (found.kappa["kind"] == "reference").all()
    if found.compared or (is_alone and of_references.empty):
        return []
    ranked = ", ".join(
        f"{row['label'].lower()} {format_number(row['value'])}%"
        f"{format_interval_in_brackets(row)}{_describe_unanswered(row)}"
        for _, row in of_references.iterrows()
    )
    absent = "So far no model has answered" if is_alone else f"No model is compared yet: {format_not_compared(found)}"
    if of_references.empty:
        return [f"{absent}."]
    words, truth = found.about.words, found.about.truth
    only = ", only reference solvers" if is_alone else ""
    first = f"{absent}{only}. Mean {words.score} of the reference solvers against {truth.phrase}: {ranked}"
    if len(_keep_enough_groups(of_references)) == 0:
        return [f"{first}. {describe_too_few_groups(_compute_max_groups(of_references), words)}."]
    reading = _keep_enough_groups(found.reading[found.reading["low"] > 0])
    sentences = [f"{first}.", *describe_text_baseline(found, [])]
    for contrast in found.about.contrasts[:1]:
        effect = _keep_enough_groups(found.effects[contrast.contrast])
        costly = effect[(effect["kind"] == "reference") & (effect["high"] < 0)].sort_values("value")
        if len(costly):
            start = f"{capitalise_first(contrast.phrase)} costs"
            sentences.append(f"{start} {format_run_estimates(costly)}, in points of {found.about.score}.")
    if len(reading) and found.about.foil:
        on = next(iter(found.about.subsets.values())).phrase
        sentences.append(
            f"Looking at {on} makes {format_run_estimates(reading)} fit {found.about.foil.phrase} better than "
            f"{strip_brackets(truth.phrase)}, as expected of a solver that reads only the image."
        )
    return [*sentences, *describe_statistics_baseline(found)]


def _describe_unanswered(row: pd.Series) -> str:
    """Return the bounds of a reference's mean for its unanswered questions; empty if it has few of them."""
    if not row["share_missing"] >= 100 * WARN_FROM:
        return ""
    ends = f"{format_number(row['least'])} to {format_number(row['most'])}%"
    return f" over the {format_number(100 - row['share_missing'])}% that it answers (with the others {ends})"


def describe_text_baseline(found: Overview, runs: Sequence[str]) -> list[str]:
    """State that the text alone is enough for many answers, unless a model is clearly ahead of it.

    The text-only baseline reads question and options without the image. If it is clearly better than guessing or
    than the best constant answer, these give answers away, and a high score does not show that a model looks.

    Args:
        found: the overview.
        runs: the compared runs.
    """
    rows = _keep_enough_groups(found.kappa[found.kappa["model_id"] == blind_text.MODEL.model_id]).dropna(
        subset=["value"]
    )
    levels = {
        "the best constant answer": find_reference_value(found.kappa, blind_constant.MODEL.model_id),
        "guessing": found.chance,
    }
    known = {name: value for name, value in levels.items() if value is not None}
    if rows.empty or not known:
        return []
    text = rows.iloc[0]
    lowest = text["value"] if pd.isna(text["low"]) else text["low"]
    below = {name: level for name, level in known.items() if level < lowest}
    looking = found.looking[found.looking["run_id"].isin(runs)]
    standing = classify_significance(looking)
    if not below or (standing == "above").any():
        return []
    name, level = max(below.items(), key=lambda item: item[1])
    scored = f"{format_number(text['value'])}%{format_interval_in_brackets(text)}"
    points = f"{format_number(text['value'] - level)} points above {name}"
    points += "".join(f", no better than {other}" for other in known if other not in below)
    start = (
        f"The text alone scores {scored}, {points}: question and options give so many answers away without the image"
    )
    behind = looking[standing.isin(["below", "unclear"])]
    parts = (
        [f"{format_run_estimates(behind, with_plus=True)} {_choose_is_or_are(behind)} not significantly ahead of it"]
        if len(behind)
        else []
    )
    parts += _describe_too_few(looking, found.about, _format_looking_clause(looking, found.about.words))
    return [f"{'; '.join([start, *parts])}."]


def describe_best_model(found: Overview, kappa: pd.DataFrame) -> str:
    """Describe which model scores highest, how surely, and what measuring with the square would score."""
    words = found.about.words
    enough = _keep_enough_groups(kappa)
    sentence = _describe_leader(found, enough) if len(enough) else _describe_provisional_leader(found, kappa)
    ceiling = find_reference_value(found.kappa, homography.MODEL.model_id)
    attainable = [f"Simple geometry with the taped square reaches {format_number(ceiling)}%."] if ceiling else []
    return " ".join([f"{sentence}.", *describe_unreadable(kappa, f"mean {words.score}"), *attainable])


def _describe_leader(found: Overview, kappa: pd.DataFrame) -> str:
    best = kappa.iloc[0]
    words, truth = found.about.words, found.about.truth
    mean = (
        f"mean {words.score} {format_number(best['value'])}%{format_interval_in_brackets(best)} against {truth.phrase}"
    )
    if len(kappa) == 1:
        return f"{best['label']}: {mean}"
    second = kappa.iloc[1]
    pair = found.pairs.set_index(["first", "second"]).loc[(best["run_id"], second["run_id"])]
    if pair["verdict"] != "higher":
        highest = f"{best['label']} has the highest {mean}"
        close = "models this close can change places by chance"
        return f"{highest}, not significantly different from {second['label']}: {close}"
    ahead = f"{format_number(pair['value'])} points{format_interval_in_brackets(pair)} ahead of {second['label']}"
    return f"{best['label']} is most accurate: {mean}, {ahead}"


def _describe_provisional_leader(found: Overview, kappa: pd.DataFrame) -> str:
    """Describe the highest mean so far from too few groups, without a claim."""
    best, words, n_groups = kappa.iloc[0], found.about.words, _compute_max_groups(kappa)
    if n_groups == 0:
        return f"No answer of {join_with_and(list(kappa['label'].head(MAX_NAMED)))} could be read"
    told = "which model is most accurate" if len(kappa) > 1 else "how accurate the model is"
    highest = "The highest mean" if len(kappa) > 1 else "The mean"
    return (
        f"{describe_too_few_groups(n_groups, words, told)}. {highest} {words.score} against {found.about.truth.phrase} "
        "is "
        f"{format_number(best['value'])}% so far, of {best['label']}"
    )


def _name_every_model(found: Overview) -> str:
    """Name all models, or the compared ones if others have answered too."""
    return "every compared model" if len(found.not_compared) else "every model"


def _keep_enough_groups(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with enough groups for a claim."""
    return rows[rows["n_groups"] >= FEW_GROUPS]


def _compute_max_groups(rows: pd.DataFrame) -> int:
    return int(rows["n_groups"].max())


def _compare_with_constant(found: Overview, runs: Sequence[str]) -> list[str]:
    skill = found.skill[found.skill["run_id"].isin(runs)]
    blind = find_reference_value(found.kappa, blind_constant.MODEL.model_id)
    if blind is None or skill["value"].isna().all():
        return []
    standing = classify_significance(skill)
    above, below, unclear = (skill[standing == name] for name in ("above", "below", "unclear"))
    start = f"The best constant answer, which never looks, reaches {format_number(blind)}%"
    if len(above) == len(skill):
        return [f"{start}; {_name_every_model(found)} does better."]
    parts = (
        [f"{format_run_estimates(below.sort_values('value'))} {_choose_is_or_are(below)} below it"]
        if len(below)
        else []
    )
    if len(unclear):
        runs_are = f"{format_run_estimates(unclear)} {_choose_is_or_are(unclear)}"
        parts.append(f"{runs_are} neither significantly above nor below it")
    return [f"{start}; {'; '.join([*parts, *_describe_too_few(skill, found.about)])}."]


def describe_looking(found: Overview, runs: Sequence[str]) -> list[str]:
    """Name the models whose answers show no evidence of using the case."""
    if len(found.looking):
        return _compare_with_text_baseline(found, runs)
    lifts = found.lifts[(found.lifts["against"] == "truth") & found.lifts["run_id"].isin(runs)]
    if lifts.empty:
        return []
    standing, words = classify_significance(lifts), found.about.words
    slight = lifts[(standing == "above") & are_negligible(lifts)]
    if (standing == "above").all() and slight.empty:
        every = capitalise_first(_name_every_model(found))
        return [f"{every} looks at the {words.case}: its answers fit their own {words.groups} better than others."]
    unmoved = lifts[standing.isin(["below", "unclear"])]
    shows, its = ("show", "their") if len(unmoved) > 1 else ("shows", "its")
    parts = (
        [
            f"{format_run_estimates(unmoved)} {shows} no evidence of using the {words.case}: {its} answers fit other "
            f"{words.groups} just as well"
        ]
        if len(unmoved)
        else []
    )
    if len(slight):
        parts.append(
            f"{format_run_estimates(slight)} {'gain' if len(slight) > 1 else 'gains'} less than a point by looking"
        )
    parts += _describe_too_few(lifts, found.about, _format_looking_clause(lifts, words), is_first=not parts)
    return [f"{'; '.join(parts)}."]


def _compare_with_text_baseline(found: Overview, runs: Sequence[str]) -> list[str]:
    """Name the models that beat the text-only baseline; options differ between cases, so lift alone is not looking."""
    looking = found.looking[found.looking["run_id"].isin(runs)]
    if looking.empty:
        return []
    standing, words = classify_significance(looking), found.about.words
    blind = find_reference_value(found.kappa, blind_text.MODEL.model_id)
    start = f"The text-only baseline reaches {format_number(blind)}%"
    if (standing == "above").all():
        return [f"{start}; {_name_every_model(found)} does better, so it uses the image."]
    behind = looking[standing.isin(["below", "unclear"])]
    parts = (
        [f"{format_run_estimates(behind, with_plus=True)} {_choose_is_or_are(behind)} not significantly ahead of it"]
        if len(behind)
        else []
    )
    parts += _describe_too_few(looking, found.about, _format_looking_clause(looking, words))
    return [f"{start}; {'; '.join(parts)}."]


def _format_looking_clause(estimates: pd.DataFrame, words: Terminology) -> str:
    """Describe what is unknown about runs that answered about too few groups."""
    who = "it looks" if (classify_significance(estimates) == "too few").sum() == 1 else "they look"
    return f"whether {who} at the {words.case}"


def _describe_too_few(
    estimates: pd.DataFrame, about: BenchmarkInfo, what: str = "", *, is_first: bool = False
) -> list[str]:
    """Name the runs without an interval to judge by, as part of a sentence."""
    without = list(estimates.loc[classify_significance(estimates) == "too few", "label"])
    are_all = len(without) == len(estimates) > 1
    named = without[:MAX_NAMED] + ([f"{len(without) - MAX_NAMED} more"] if len(without) > MAX_NAMED else [])
    who = ("All models" if is_first else "all models") if are_all else join_with_and(named) if named else ""
    return [f"{who} answered about too few {about.words.groups} to tell {what}".rstrip()] if who else []


def describe_foil_reading(overview: Overview, runs: Sequence[str]) -> list[str]:
    """Name the models that the case itself draws towards the foil, and the share of habit in the raw figure."""
    rows = _keep_enough_groups(overview.reading[overview.reading["run_id"].isin(runs)])
    foil = overview.about.foil
    if rows.empty or foil is None:
        return []
    reading = rows[rows["verdict"] == "higher"]
    reads = "read" if len(reading) > 1 else "reads"
    who = f"{format_run_estimates(reading)} {reads}" if len(reading) else "no model reads"
    on, truth = next(iter(overview.about.subsets.values())).phrase, overview.about.truth
    start = f"Looking at {on}, {who} {foil.phrase} significantly more than {strip_brackets(truth.phrase)}."
    leaning = rows[rows["raw_low"] > 0].sort_values("raw", ascending=False)
    if leaning.empty:
        return [start]
    most = leaning.iloc[0]
    raw, habit, looking = (format_number(most[part]) for part in ("raw", "habit", "value"))
    perfect = overview.reading[overview.reading["model_id"] == image_plane.MODEL.model_id]["value"]
    mark = f", and {format_number(perfect.iloc[0])} to a perfect reader of the image" if len(perfect) else ""
    return [
        f"{start} {most['label']} fits the image better by {raw} points, but habit alone gives {habit} of them; "
        f"looking adds {looking}{format_interval_in_brackets(most)}{mark}."
    ]


def describe_effects(found: Overview, runs: Sequence[str]) -> list[str]:
    """Name the models that each circumstance costs something, in one sentence; empty if too few groups have them."""
    parts = [part for contrast in found.about.contrasts if (part := _describe_effect(found, runs, contrast))]
    return [f"{capitalise_first('; '.join(parts))}."] if parts else []


def describe_effect(overview: Overview, runs: Sequence[str], contrast: Contrast) -> str:
    """Name the models that one circumstance costs something; empty if too few groups have it."""
    part = _describe_effect(overview, runs, contrast)
    return f"{capitalise_first(part)}." if part else ""


def _describe_effect(overview: Overview, runs: Sequence[str], contrast: Contrast) -> str:
    effects = overview.effects[contrast.contrast]
    of_runs = _keep_enough_groups(effects[effects["run_id"].isin(runs)])
    if of_runs.empty:
        return ""
    hurt = of_runs[of_runs["verdict"] == "lower"].sort_values("value")
    if hurt.empty:
        return f"{contrast.phrase} lowers no model's score significantly"
    return f"{contrast.phrase} costs {format_run_estimates(hurt)}"


def _choose_is_or_are(rows: pd.DataFrame) -> str:
    return "is" if len(rows) == 1 else "are"
