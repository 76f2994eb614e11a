"""Phrases shared by the sentences of several analyses: coded values and estimates in words."""

import pandas as pd

from core.benchmarks.data import Terminology
from core.benchmarks.info import BenchmarkInfo
from core.formatting import (
    format_bounds,
    format_count,
    format_interval,
    format_number,
    has_too_few_groups,
    join_with_and,
)
from core.question_types.registry import format_typed_value
from core.records import FEW_GROUPS, Question
from core.scoring.answer_codes import decode_value
from core.statistics.missing_bounds import WARN_FROM

FAMILY = (
    "Significance is corrected for the number of comparisons among vision-language models (Holm). A comparison with a "
    "reference model or a person is judged by its own interval and does not affect the others."
)
"""Explains what verdicts are corrected for; shown with any group of verdicts."""

UNREADABLE = (
    "Unreadable answers are left out of every mean. With all of them wrong a mean has its lowest value, with all of "
    "them correct its highest; a run with hidden failures lies near the lowest."
)
"""Explains the bounds of a mean; shown with any bounds."""

VERDICT_MEANINGS = {
    "beats blind": (
        "*Blind answers* are those of the best constant answer and, if there is one, of the text-only baseline; of "
        "the two differences, the one less in the model's favour is stated."
    ),
    "no evidence": "*No evidence*: the interval contains 0.",
    "perhaps": (
        "*Perhaps*: the interval excludes 0, but with several models some do so by chance; corrected for "
        "their number (Holm), it is not significant."
    ),
    "hardly": "*Hardly*: significant, but the whole interval is below one point.",
    "same as": "*Same as*: the whole interval is below one point.",
    "ignores": "*Ignores the image*: the whole interval is within one point of 0.",
}
"""Meanings of verdicts, by their first words."""

NO_ANSWER_FITS = "No answer fits these filters."

GIVEN_CONSTANTS = (
    "Intervals of the distance to the best constant answer take it as given here. That of skill on the Overview "
    "chooses it again, so it is wider: if the two verdicts differ, that of the Overview holds."
)
"""Explains how other intervals of skill differ from those on the Overview."""


def describe_skill_interval(groups: str) -> str:
    """Explain what the skill interval covers.

    Args:
        groups: the benchmark's word for its groups.
    """
    return (
        f"Skill and its interval hold for other {groups} of the same kind, for which other constants would be best: a "
        f"bootstrap over {groups} chooses them again in each draw, and what choosing in hindsight adds to their score "
        "is subtracted. So skill may differ a little from the difference between the two scores."
    )


MAX_NAMED = 4
"""Maximum number of runs that a sentence names."""


def strip_brackets(phrase: str) -> str:
    """Return a frame's phrase without the part in brackets: `the picture`."""
    return phrase.partition(" (")[0]


def format_coded_value(question: Question, code: float) -> str:
    """Format a coded answer or truth as `formatting.format_value` formats values."""
    return format_typed_value(decode_value(question, code), question.kind)


def format_stated_value(question: Question, code: float) -> str:
    """Format a coded answer with the digits that it was stated with, so that different answers have different texts."""
    value = decode_value(question, code)
    if ":" in question.kind:
        return format_typed_value(value, question.kind)
    return value if isinstance(value, str) else f"{value:g}°" if question.kind == "angle" else f"{value:g}"


def describe_tolerances(about: BenchmarkInfo, right_at: float) -> str:
    """Describe what graded answers need to count as correct: `within 10% (ratios) or 18° (angles)`; empty without any.

    Args:
        about: the benchmark.
        right_at: the lowest score of a right answer, from 0 to 1.
    """
    names_by_text: dict[str, list[str]] = {}
    for question_id, text in about.describe_required_scores(right_at).items():
        question = about.questions[question_id]
        name = {"ratio": "ratios", "angle": "angles"}.get(question.kind, question.name)
        if name not in names_by_text.setdefault(text, []):
            names_by_text[text].append(name)
    if len(names_by_text) == 1:
        return next(iter(names_by_text))
    parts = [f"{text} ({', '.join(questions)})" for text, questions in names_by_text.items()]
    repeats_within = [False, *(part.startswith("within ") for part in parts)]
    return " or ".join(
        part.removeprefix("within ") if repeats else part for part, repeats in zip(parts, repeats_within, strict=False)
    )


def describe_too_few_groups(n_groups: int, words: Terminology, told: str = "who is better") -> str:
    """State that so few groups allow no claim, as a sentence without its full stop.

    Args:
        n_groups: number of groups, fewer than `FEW_GROUPS`.
        words: of the benchmark.
        told: the open question.
    """
    count = format_count(n_groups, f"{words.group} is", f"{words.groups} are")
    return f"{count} too few to tell {told}: a claim needs {FEW_GROUPS}"


def keep_runs_with_enough_groups(rows: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with at least `FEW_GROUPS` groups, the basis of headlines; all rows if none has enough."""
    enough = rows[rows["n_groups"] >= FEW_GROUPS]
    return enough if len(enough) else rows


def select_headline_run(rows: pd.DataFrame) -> pd.Series:
    """Return the first row that a headline may name: of a model rather than a reference, with enough groups if any."""
    models = rows[rows["kind"] != "reference"]
    return keep_runs_with_enough_groups(models if len(models) else rows).iloc[0]


def describe_few_groups(row: pd.Series) -> str:
    """Return a sentence, after a space, that an estimate has too few groups for a claim; empty if it has enough."""
    if not has_too_few_groups(row["n_groups"]):
        return ""
    return f" This rests on {row['n_groups']:.0f} of the {FEW_GROUPS} independent groups that a claim needs."


def describe_excluded_runs(rows: pd.DataFrame, words: Terminology) -> list[str]:
    """Return a sentence that names the runs left out of claims because they answered about too few groups.

    Args:
        rows: label and n_groups, one row per run with fewer groups than `FEW_GROUPS`; no rows give no sentence.
        words: of the benchmark.
    """
    if rows.empty:
        return []
    named = [
        f"{row['label']} ({format_count(row['n_groups'], words.group, words.groups)})"
        for _, row in rows.head(MAX_NAMED).iterrows()
    ]
    n_more = len(rows) - MAX_NAMED
    named += [f"{n_more} more"] if n_more > 0 else []
    return [f"Left out of these sentences, because a claim needs {FEW_GROUPS} {words.groups}: {join_with_and(named)}."]


def format_interval_in_brackets(row: pd.Series, decimals: int = 1, *, with_plus: bool = False) -> str:
    """Format the interval of an estimate after its value, as ` (low to high)`; empty if it cannot be judged by it."""
    interval = _format_interval(row, decimals, with_plus=with_plus)
    return f" ({interval})" if interval else ""


def format_share(row: pd.Series) -> str:
    """Format an estimate in percent with its interval: `12.3% (10 to 15)`."""
    return f"{format_number(row['value'])}%{format_interval_in_brackets(row)}"


def format_run_estimates(rows: pd.DataFrame, *, with_plus: bool = True) -> str:
    """Format the names of runs with their estimates and intervals; those beyond `MAX_NAMED` are counted.

    Args:
        rows: label, value, low, high and n_groups.
        with_plus: whether numbers above zero get a plus sign: differences do, shares do not.
    """
    named = []
    for _, row in rows.head(MAX_NAMED).iterrows():
        parts = (format_number(row["value"], with_plus=with_plus), _format_interval(row, with_plus=with_plus))
        named.append(f"{row['label']} ({', '.join(part for part in parts if part)})")
    return join_with_and(named + ([f"{len(rows) - MAX_NAMED} more"] if len(rows) > MAX_NAMED else []))


def _format_interval(row: pd.Series, decimals: int = 1, *, with_plus: bool) -> str:
    """Format the interval of an estimate; empty if it is missing or has too few groups to be informative."""
    if pd.isna(row["low"]) or has_too_few_groups(row.get("n_groups")):
        return ""
    return format_interval(row["low"], row["high"], decimals, with_plus=with_plus)


def _format_bounds(least: float, most: float) -> str:
    """Format a mean's bounds as `low to high`, or as one number if they are equal."""
    return format_number(least) if least == most else format_bounds(least, most)


def describe_unreadable(rows: pd.DataFrame, measure: str, missing: str = "unreadable") -> list[str]:
    """Return a sentence on the runs whose missing answers may hide failures; none if every run has less than 1%.

    Args:
        rows: label, value and the columns of `estimates.add_bounds`, one row per run.
        measure: name of the values, as in a sentence.
        missing: name of the missing share.
    """
    doubtful = rows[rows["share_missing"] >= 100 * WARN_FROM].sort_values("share_missing", ascending=False)
    if doubtful.empty:
        return []
    named = [
        f"{_format_bounds(row['least'], row['most'])}% for {row['label']} "
        f"({format_number(row['share_missing'])}% {missing})"
        for _, row in doubtful.head(MAX_NAMED).iterrows()
    ]
    n_others = len(doubtful) - MAX_NAMED
    named += [f"uncertain for {format_count(n_others, 'more run')}"] if n_others > 0 else []
    turned = (
        f" As wrong ones they put {join_with_and(list(behind['label'].head(MAX_NAMED)))} before {row['label']}."
        for _, row in doubtful.iterrows()
        if len(behind := rows[(rows["value"] < row["value"]) & (rows["least"] > row["least"])])
    )
    return [
        "Unreadable answers are left out. If all of them were wrong, or all correct, "
        f"{measure} would be {join_with_and(named)}.{next(turned, '')}"
    ]
