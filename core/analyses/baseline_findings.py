"""Findings about the baselines: which models beat the best constant answer and the text alone, and which look."""

from collections.abc import Sequence

import pandas as pd

from core.analyses.estimates import are_negligible, classify_against_zero
from core.analyses.overview import Overview, compute_blind_score, find_reference_value
from core.analyses.phrases import MAX_NAMED, format_interval_in_brackets, format_run_estimates
from core.benchmarks.data import Terminology
from core.benchmarks.info import BenchmarkInfo
from core.formatting import capitalise_first, format_count, format_number, join_with_and
from core.records import FEW_GROUPS
from core.solvers import blind_constant, blind_text


def describe_text_baseline(overview: Overview, runs: Sequence[str]) -> list[str]:
    """State that the text alone is enough for many answers, unless a model is clearly ahead of it.

    The text-only baseline reads question and options without the image. If it is clearly better than guessing or
    than the best constant answer, these give answers away, and a high score does not show that a model looks.

    Args:
        overview: the overview.
        runs: the compared runs.
    """
    rows = keep_enough_groups(overview.scores[overview.scores["model_id"] == blind_text.MODEL.model_id]).dropna(
        subset=["value"]
    )
    levels = {
        "the best constant answer": find_reference_value(overview.scores, blind_constant.MODEL.model_id),
        "guessing": overview.chance,
    }
    known = {name: value for name, value in levels.items() if value is not None}
    if rows.empty or not known:
        return []
    text = rows.iloc[0]
    lowest = text["value"] if pd.isna(text["low"]) else text["low"]
    below = {name: level for name, level in known.items() if level < lowest}
    looking = overview.looking[overview.looking["run_id"].isin(runs)]
    standing = classify_against_zero(looking)
    if not below or (standing == "above").any():
        return []
    name, level = max(below.items(), key=lambda item: item[1])
    scored = f"{format_number(text['value'])}%{format_interval_in_brackets(text)}"
    points = f"{format_number(text['value'] - level)} points above {name}"
    points += "".join(f", no better than {other}" for other in known if other not in below)
    start = (
        f"The text-only baseline reaches {scored}, {points}: question and options give so many answers away without "
        "the image"
    )
    behind = looking[standing.isin(["below", "unclear"])]
    parts = (
        [f"{format_run_estimates(behind)} {_choose_is_or_are(behind)} not significantly ahead of it"]
        if len(behind)
        else []
    )
    parts += _describe_too_few(looking, overview.about, _format_looking_clause(looking, overview.about.words))
    return [f"{'; '.join([start, *parts])}."]


def _name_every_model(overview: Overview) -> str:
    """Name all models, or the compared ones if others have answered too."""
    return "every compared model" if len(overview.not_compared) else "every model"


def keep_enough_groups(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with enough groups for a claim."""
    return rows[rows["n_groups"] >= FEW_GROUPS]


def compare_with_constant(overview: Overview, runs: Sequence[str]) -> list[str]:
    """Name the models that do better, worse, or neither, than the best constant answer."""
    skill = overview.skill[overview.skill["run_id"].isin(runs)]
    blind = find_blind_score(overview)
    if blind is None or skill["value"].isna().all():
        return []
    standing = classify_against_zero(skill)
    above, unclear = (skill[standing == name] for name in ("above", "unclear"))
    below = select_below_constant(overview, runs)
    choice = f", chosen on other {overview.about.words.groups}," if compute_blind_score(overview) is not None else ""
    start = f"The best constant answer{choice} reaches {format_number(blind)}%"
    if len(above) == len(skill):
        return [f"{start}; {_name_every_model(overview)} does better."]
    parts = [f"{format_run_estimates(below)} {_choose_is_or_are(below)} below it"] if len(below) else []
    is_beyond_zero = (unclear["low"] > 0) | (unclear["high"] < 0)
    for rows, verdict in (
        (unclear[~is_beyond_zero], "neither significantly above nor below it"),
        (unclear[is_beyond_zero], f"not clearly different once corrected for {len(skill)} models"),
    ):
        if len(rows):
            parts.append(f"{format_run_estimates(rows)} {_choose_is_or_are(rows)} {verdict}")
    return [f"{start}; {'; '.join([*parts, *_describe_too_few(skill, overview.about)])}."]


def describe_leader_against_blind(overview: Overview, runs: Sequence[str]) -> str:
    """State how many models beat the best constant answer, and by how much the best model does; empty if unknown."""
    skill, blind = overview.skill[overview.skill["run_id"].isin(runs)], find_blind_score(overview)
    standing = classify_against_zero(skill)
    if blind is None or skill["value"].isna().all() or (standing == "too few").all():
        return ""
    constant = f"the best constant answer (always the same answer, without looking: {format_number(blind)}%)"
    above = skill[standing == "above"]
    if above.empty:
        return f"No model is shown to be better than {constant}."
    leader = overview.scores.loc[overview.scores["run_id"].isin(runs), "run_id"].iloc[0]
    by = [
        f", {row['label']} by {format_number(row['value'])} points{format_interval_in_brackets(row)}"
        for _, row in above[above["run_id"] == leader].iterrows()
    ]
    beat = "beats" if len(skill) == 1 else "beat"
    return f"{len(above)} of {format_count(len(skill), 'model')} {beat} {constant}{''.join(by)}."


def find_blind_score(overview: Overview) -> float | None:
    """Return the score that verdicts subtract, or that of the best constant answer, in percent; None without both."""
    redrawn = compute_blind_score(overview)
    return find_reference_value(overview.scores, blind_constant.MODEL.model_id) if redrawn is None else redrawn


def select_below_constant(overview: Overview, runs: Sequence[str]) -> pd.DataFrame:
    """Select the skill of the models that are significantly worse than the best constant answer, the worst first."""
    skill = overview.skill[overview.skill["run_id"].isin(runs)]
    return skill[classify_against_zero(skill) == "below"].sort_values("value", kind="stable")


def describe_below_constant(overview: Overview, runs: Sequence[str]) -> str:
    """Name the models that are significantly worse than the best constant answer; empty if none is."""
    below = select_below_constant(overview, runs)
    if below.empty:
        return ""
    return (
        f"{format_run_estimates(below)} {_choose_is_or_are(below)} worse than the best constant answer, "
        "which ignores the image."
    )


def describe_looking(overview: Overview, runs: Sequence[str]) -> list[str]:
    """Name the models whose answers show no evidence of using the case."""
    if len(overview.looking):
        return _compare_with_text_baseline(overview, runs)
    lifts = overview.lifts[(overview.lifts["against"] == "truth") & overview.lifts["run_id"].isin(runs)]
    if lifts.empty:
        return []
    standing, words = classify_against_zero(lifts), overview.about.words
    slight = lifts[(standing == "above") & are_negligible(lifts)]
    if (standing == "above").all() and slight.empty:
        every = capitalise_first(_name_every_model(overview))
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
    parts += _describe_too_few(lifts, overview.about, _format_looking_clause(lifts, words), is_first=not parts)
    return [f"{'; '.join(parts)}."]


def _compare_with_text_baseline(overview: Overview, runs: Sequence[str]) -> list[str]:
    """Name the models that beat the text-only baseline; options differ between cases, so lift alone is not looking."""
    looking = overview.looking[overview.looking["run_id"].isin(runs)]
    if looking.empty:
        return []
    standing, words = classify_against_zero(looking), overview.about.words
    blind = find_reference_value(overview.scores, blind_text.MODEL.model_id)
    start = f"The text-only baseline reaches {format_number(blind)}%"
    if (standing == "above").all():
        return [f"{start}; {_name_every_model(overview)} does better, so it uses the image."]
    behind = looking[standing.isin(["below", "unclear"])]
    parts = (
        [f"{format_run_estimates(behind)} {_choose_is_or_are(behind)} not significantly ahead of it"]
        if len(behind)
        else []
    )
    parts += _describe_too_few(looking, overview.about, _format_looking_clause(looking, words))
    return [f"{start}; {'; '.join(parts)}."]


def _format_looking_clause(estimates: pd.DataFrame, words: Terminology) -> str:
    """Describe what is unknown about runs that answered about too few groups."""
    who = "it looks" if (classify_against_zero(estimates) == "too few").sum() == 1 else "they look"
    return f"whether {who} at the {words.case}"


def _describe_too_few(
    estimates: pd.DataFrame, about: BenchmarkInfo, what: str = "", *, is_first: bool = False
) -> list[str]:
    """Name the runs without an interval to judge by, as part of a sentence."""
    without = list(estimates.loc[classify_against_zero(estimates) == "too few", "label"])
    are_all = len(without) == len(estimates) > 1
    named = without[:MAX_NAMED] + ([f"{len(without) - MAX_NAMED} more"] if len(without) > MAX_NAMED else [])
    who = ("All models" if is_first else "all models") if are_all else join_with_and(named) if named else ""
    return [f"{who} answered about too few {about.words.groups} to tell {what}".rstrip()] if who else []


def _choose_is_or_are(rows: pd.DataFrame) -> str:
    return "is" if len(rows) == 1 else "are"
