"""Questions with two answers by signal detection: how well each run discriminates, and which answer it prefers."""

from collections.abc import Mapping

import pandas as pd

from core.analyses.estimates import list_run_metadata
from core.analyses.phrases import format_interval_in_brackets, keep_runs_with_enough_groups
from core.formatting import format_number
from core.records import FEW_GROUPS, RUN_COLUMNS, Question
from core.scoring.answer_codes import decode_categories
from core.statistics.intervals import SIGNIFICANCE, apply_holm_correction
from core.statistics.signal_detection import compute_clustered_detection, compute_detection_p_value

COLUMNS = (
    "run_id", "value", "low", "high", "criterion", "hit_rate", "false_alarm_rate", "n", "n_groups", "n_unreadable",
)  # fmt: skip
QUESTIONS_BY = ("question_id", "question_kind", "true_option", "chance")
"""Columns by which answers are summed to find the options of questions."""

SUMMED_BY = (*RUN_COLUMNS, "group_id", "said", "true_option")
"""Columns by which answers are summed for detection: the answer, and the right one."""

SIGNALS = ("yes", "same", "same or similar directions", "next to each other")
"""Options to detect if a question offers them, in lower case; otherwise the first in alphabetical order. Detecting the
other option instead gives the same d', and a criterion of the opposite sign."""


NO_PREFERENCE = 0.005
"""A criterion closer to 0 than this is written as 0."""


def find_binary_questions(sums: pd.DataFrame) -> dict[str, tuple[str, str]]:
    """Find the questions whose cases all offer the same two options, with both: the one to detect first.

    Args:
        sums: by `QUESTIONS_BY`, as `Warehouse.aggregate` returns them.
    """
    choices = sums[sums["question_kind"] == "choice"]
    binary_questions = {}
    for question_id, own in decode_categories(choices[["question_id", "true_option", "chance"]]).groupby("question_id"):
        options = sorted(own["true_option"].dropna().unique())
        if len(options) == 2 and (own["chance"] == 1 / 2).all():
            first = next((option for option in options if option.lower() in SIGNALS), options[0])
            binary_questions[str(question_id)] = (first, options[1] if first == options[0] else options[0])
    return binary_questions


def list_mixed_levels(cases: pd.DataFrame, factors: Mapping[str, str]) -> dict[tuple[str, str], str]:
    """List levels of factors with both right answers among their cases, if only a part of the cases has the level.

    Args:
        cases: sums of one of `find_binary_questions`, by case_id, true_option and the keys of the factors.
        factors: titles by key.

    Returns:
        Display text, by key and level.
    """
    cases, found = decode_categories(cases), {}
    for key, title in factors.items():
        for level, own in cases.dropna(subset=[key]).groupby(key, sort=False):
            if own["true_option"].nunique() == 2 and len(own) < len(cases):
                found[key, str(level)] = f"{title}: {level}"
    return found


def compute_run_detection(sums: pd.DataFrame, yes: str, of: tuple[str, str] | None = None) -> pd.DataFrame:
    """Compute d' and bias of each run in a question with two options.

    Args:
        sums: of one of `find_binary_questions`, by `SUMMED_BY` and the factor that narrows them, as
            `Warehouse.aggregate` returns them.
        yes: text of the option to detect.
        of: a factor and the level to which cases are narrowed.

    Returns:
        `COLUMNS` (value is d', n readable answers), model_id, label and kind; the highest d' first; runs without
        readable answers of both kinds are left out. Intervals take groups as units; a run that always gives
        the same answer has none.
    """
    asked = decode_categories(sums).assign(n_read=sums["answers"] - sums["unreadable"])
    if of is not None:
        asked = asked[asked[of[0]] == of[1]]
    rows = []
    for run_id, own in asked.groupby("run_id", observed=True):
        read = own[own["n_read"] > 0]
        is_so = read["true_option"] == yes
        if is_so.nunique() < 2:
            continue
        clustered_detection = compute_clustered_detection(
            read["said"] == yes, is_so, list(read["group_id"]), read["n_read"]
        )
        numbers = (
            clustered_detection.d_prime,
            clustered_detection.low,
            clustered_detection.high,
            clustered_detection.criterion,
            clustered_detection.hit_rate,
            clustered_detection.false_alarm_rate,
        )
        rows.append((run_id, *numbers, read["n_read"].sum(), read["group_id"].nunique(), own["unreadable"].sum()))
    table = pd.DataFrame(rows, columns=list(COLUMNS))
    named = table.merge(list_run_metadata(sums), on="run_id") if len(table) else table
    return named.sort_values("value", ascending=False, ignore_index=True)


def describe_detection(found: pd.DataFrame, question: Question, options: tuple[str, str]) -> str:
    """State which model discriminates best, how many do at all, and which prefers an answer most.

    Whether a model discriminates is corrected for the number of models (Holm).

    Args:
        found: as `compute_run_detection` returns it.
        question: the question.
        options: both, the detected one first.
    """
    models = found[found["kind"] != "reference"]
    if models.empty:
        return ""
    best = keep_runs_with_enough_groups(models).iloc[0]
    interval = format_interval_in_brackets(best, 2)
    judged = keep_runs_with_enough_groups(models)
    tested = models[models["n_groups"].ge(FEW_GROUPS)]
    p_values = [compute_detection_p_value(*pair) for pair in zip(tested["value"], tested["low"], strict=True)]
    n_apart = int((apply_holm_correction(p_values) < SIGNIFICANCE).sum())
    biased = judged.iloc[int(judged["criterion"].abs().to_numpy().argmax())]
    pair = f"{options[0]} from {options[1]} in {question.name}"
    highest = f"d′ {format_number(best['value'], 2)}{interval}"
    lean = find_preferred_option(biased["criterion"], options)
    if len(models) == 1:
        does = "significantly distinguishes" if n_apart else "does not significantly distinguish"
        leans = f"leans to {lean}" if lean else "prefers neither"
        return f"{best['label']} {does} {pair}: {highest}. It {leans}."
    verb = "distinguishes" if n_apart < 2 else "distinguish"
    leans = f"{biased['label']} leans most, to {lean}" if lean else "No run prefers one of the two"
    first = f"{n_apart or 'None'} of {len(models)} runs significantly {verb} {pair}."
    return f"{first} Highest model: {best['label']}, {highest}. {leans}."


def find_preferred_option(criterion: float, options: tuple[str, str]) -> str:
    """Return the option that a criterion favours; empty if it is 0 at the two digits that pages show."""
    if abs(criterion) < NO_PREFERENCE:
        return ""
    return options[0] if criterion < 0 else options[1]
