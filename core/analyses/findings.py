"""Findings of Overview as sentences: the answer before the numbers."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.answered import format_answered, name_some
from core.analyses.baseline_findings import (
    compare_with_constant,
    describe_looking,
    describe_text_baseline,
    keep_enough_groups,
)
from core.analyses.not_compared import format_not_compared
from core.analyses.overview import Overview
from core.analyses.phrases import (
    MAX_NAMED,
    describe_too_few_groups,
    describe_unreadable,
    format_interval_in_brackets,
    format_run_estimates,
    strip_brackets,
)
from core.benchmarks.data import Contrast
from core.formatting import capitalise_first, format_number, join_with_and
from core.records import FEW_GROUPS
from core.solvers import homography, image_plane, image_statistics
from core.statistics.missing_bounds import WARN_FROM


def list_findings(overview: Overview) -> list[str]:
    """Return the sentences with their intervals; none if no vision-language model has a pooled run.

    If the text alone is enough, the first sentence states it: every other score depends on that.

    A claim needs `FEW_GROUPS` groups or more.
    """
    scores = overview.scores[overview.scores["run_id"].isin(overview.compared)]
    if scores.empty:
        return []
    runs = list(scores["run_id"])
    alone = describe_text_baseline(overview, runs)
    return [
        *alone,
        describe_best_model(overview, scores),
        *compare_with_constant(overview, runs),
        *describe_statistics_baseline(overview),
        *([] if alone else describe_looking(overview, runs)),
        *describe_foil_reading(overview, runs),
        *describe_effects(overview, runs),
    ]


def list_reference_findings(overview: Overview) -> list[str]:
    """Describe the reference solvers if no model has a pooled run: the benefit of the square, the effect of tilt."""
    of_references = overview.scores[overview.scores["kind"] == "reference"].dropna(subset=["value"])
    is_alone = (overview.scores["kind"] == "reference").all()
    if overview.compared or (is_alone and of_references.empty):
        return []
    ranked = ", ".join(
        f"{row['label'].lower()} {format_number(row['value'])}%"
        f"{format_interval_in_brackets(row)}{_describe_unanswered(row)}"
        for _, row in of_references.iterrows()
    )
    absent = (
        "So far no model has answered" if is_alone else f"No model is compared yet: {format_not_compared(overview)}"
    )
    if of_references.empty:
        return [f"{absent}."]
    words = overview.about.words
    only = ", only reference solvers" if is_alone else ""
    first = f"{absent}{only}. Mean {words.score} of the reference solvers{_describe_frame(overview)}: {ranked}"
    if len(keep_enough_groups(of_references)) == 0:
        return [f"{first}. {describe_too_few_groups(_compute_max_groups(of_references), words)}."]
    reading = keep_enough_groups(overview.reading[overview.reading["low"] > 0])
    sentences = [f"{first}.", *describe_text_baseline(overview, [])]
    for contrast in overview.about.contrasts[:1]:
        effect = keep_enough_groups(overview.effects[contrast.contrast])
        costly = effect[(effect["kind"] == "reference") & (effect["high"] < 0)].sort_values("value")
        if len(costly):
            start = f"{capitalise_first(contrast.phrase)} costs"
            sentences.append(f"{start} {format_run_estimates(costly)}, in points of {overview.about.score}.")
    if len(reading) and overview.about.foil:
        on = next(iter(overview.about.subsets.values())).phrase
        sentences.append(
            f"Looking at {on} makes {format_run_estimates(reading)} fit {overview.about.foil.phrase} better than "
            f"{strip_brackets(overview.about.truth.phrase)}, as expected of a solver that reads only the image."
        )
    return [*sentences, *describe_statistics_baseline(overview)]


def _describe_unanswered(row: pd.Series) -> str:
    """Return the bounds of a reference's mean for its unanswered questions; empty if it has few of them."""
    if not row["share_missing"] >= 100 * WARN_FROM:
        return ""
    ends = f"{format_number(row['least'])} to {format_number(row['most'])}%"
    answer_share = format_number(100 - row["share_missing"])
    return f" over the {answer_share}% that it answers ({ends} with the rest as wrong or as correct)"


def describe_best_model(overview: Overview, scores: pd.DataFrame) -> str:
    """Describe which model scores highest, how surely, and what measuring with the square would score."""
    words = overview.about.words
    enough = keep_enough_groups(scores)
    sentence = _describe_leader(overview, enough) if len(enough) else _describe_provisional_leader(overview, scores)
    cautions = describe_unreadable(scores, f"mean {words.score}")
    return " ".join([f"{sentence}.", *cautions, *_describe_ceiling(overview)])


def _describe_ceiling(overview: Overview) -> list[str]:
    """State what measuring with the square scores, and on how many cases if not on all; empty if it did not answer."""
    rows = overview.scores[overview.scores["model_id"] == homography.MODEL.model_id].dropna(subset=["value"])
    if rows.empty:
        return []
    row = rows.iloc[0]
    answered = format_answered(row["n_cases"], row["all_cases"], overview.about.words)
    on = f" (on {answered})" if answered else ""
    return [
        "What is possible: the homography solver, which undoes the perspective with the taped square, scores "
        f"{format_number(row['value'])}%{on}."
    ]


def _describe_leader(overview: Overview, scores: pd.DataFrame) -> str:
    best = scores.iloc[0]
    value = f"{format_number(best['value'])}%{format_interval_in_brackets(best)}"
    mean = f"mean {overview.about.words.score} {value}{_describe_frame(overview)}"
    if len(scores) == 1:
        return f"{best['label']}: {mean}"
    others = scores.iloc[1:]
    pairs = overview.pairs[overview.pairs["first"] == best["run_id"]].set_index("second").loc[others["run_id"]]
    if (is_close := (pairs["verdict"] != "higher").to_numpy()).any():
        highest = f"{best['label']} has the highest {mean}"
        close = "models this close can change places by chance"
        return f"{highest}, not distinguishable from {name_some(list(others['label'][is_close]))}: {close}"
    second, pair = others.iloc[0], pairs.iloc[0]
    ahead = f"{format_number(pair['value'])} points{format_interval_in_brackets(pair)} ahead of {second['label']}"
    return f"{best['label']} is the most accurate: {mean}, {ahead}"


def _describe_provisional_leader(overview: Overview, scores: pd.DataFrame) -> str:
    """Describe the highest mean so far from too few groups, without a claim."""
    best, words, n_groups = scores.iloc[0], overview.about.words, _compute_max_groups(scores)
    if n_groups == 0:
        return f"No answer of {join_with_and(list(scores['label'].head(MAX_NAMED)))} could be read"
    told = "which model is most accurate" if len(scores) > 1 else "how accurate the model is"
    highest = "The highest mean" if len(scores) > 1 else "The mean"
    return (
        f"{describe_too_few_groups(n_groups, words, told)}. {highest} {words.score}{_describe_frame(overview)} is "
        f"{format_number(best['value'])}% so far, of {best['label']}"
    )


def _describe_frame(overview: Overview) -> str:
    """Return what a score is against, if there are two truths that it could be against."""
    return f" against {overview.about.truth.phrase}" if overview.about.foil else ""


def _compute_max_groups(rows: pd.DataFrame) -> int:
    return int(rows["n_groups"].max())


def describe_foil_reading(overview: Overview, runs: Sequence[str]) -> list[str]:
    """Name the models that the case itself draws towards the foil, and the share of habit in the raw figure."""
    rows = keep_enough_groups(overview.reading[overview.reading["run_id"].isin(runs)])
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
        f"looking adds {looking}{format_interval_in_brackets(most, with_plus=True)}{mark}."
    ]


def describe_effects(overview: Overview, runs: Sequence[str]) -> list[str]:
    """Name the models that each circumstance costs something, in one sentence; empty if too few groups have them."""
    parts = [part for contrast in overview.about.contrasts if (part := _describe_effect(overview, runs, contrast))]
    return [f"{capitalise_first('; '.join(parts))}."] if parts else []


def describe_effect(overview: Overview, runs: Sequence[str], contrast: Contrast) -> str:
    """Name the models that one circumstance costs something; empty if too few groups have it."""
    part = _describe_effect(overview, runs, contrast)
    return f"{capitalise_first(part)}." if part else ""


def _describe_effect(overview: Overview, runs: Sequence[str], contrast: Contrast) -> str:
    effects = overview.effects[contrast.contrast]
    of_runs = keep_enough_groups(effects[effects["run_id"].isin(runs)])
    if of_runs.empty:
        return ""
    hurt = of_runs[of_runs["verdict"] == "lower"].sort_values("value")
    if hurt.empty:
        return f"{contrast.phrase} lowers no model's score significantly"
    return f"{contrast.phrase} costs {format_run_estimates(hurt)}"


def describe_statistics_baseline(overview: Overview) -> list[str]:
    """Describe the score of crude image statistics; empty if they were not read, or with too few groups."""
    rows = overview.scores[overview.scores["model_id"] == image_statistics.MODEL.model_id].dropna(subset=["value"])
    if rows.empty or rows.iloc[0]["n_groups"] < FEW_GROUPS:
        return []
    row = rows.iloc[0]
    return [
        f"A reader of crude image statistics (thumbnail, colours, edges, file size) reaches "
        f"{format_number(row['value'])}%{format_interval_in_brackets(row)}. Up to there, {overview.about.words.score} "
        "needs no spatial reasoning."
    ]
