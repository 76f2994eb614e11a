"""Sentences about the precision of models, from their verdicts at wide and narrow margins."""

from collections.abc import Mapping

import pandas as pd

from core.analyses.precision import PrecisionResult
from core.benchmarks.info import BenchmarkInfo
from core.formatting import format_interval, format_number, join_with_and
from core.records import FEW_GROUPS
from core.solvers.fitted import FITTED


def describe_precision(
    found: Mapping[tuple[str, str], PrecisionResult], runs: pd.DataFrame, about: BenchmarkInfo
) -> str:
    """Describe where looking is shown at wide margins, and where precision is missing.

    Args:
        found: as `diagnose_precision` returns it.
        runs: as `estimates.compute_run_scores` returns them; reference models that look are included if no other model
            has answered.
        about: the benchmark.
    """
    is_reference = runs["kind"] == "reference"
    only_references = bool(is_reference.all())
    looking = runs[~runs["model_id"].isin(FITTED)] if only_references else runs[~is_reference]
    labels = dict(zip(looking["run_id"], looking["label"], strict=True))
    of_models = {key: one for key, one in found.items() if key[0] in labels}
    if not of_models:
        return ""
    names = {question_id: about.questions[question_id].name for _, question_id in of_models}
    unseen = [
        question_id
        for question_id in names
        if all(one.sight in ("no", "not shown") for (_, asked), one in of_models.items() if asked == question_id)
    ]
    constant = dict.fromkeys(names[asked] for (_, asked), one in of_models.items() if one.sight == "one answer")
    of_narrow = {question_id for (_, question_id), one in of_models.items() if one.is_of_narrow}
    blind = [names[question_id] for question_id in unseen if question_id not in of_narrow]
    blind_if_narrow = [names[question_id] for question_id in unseen if question_id in of_narrow]
    model = "reference model" if only_references else "model"
    text = ["Only reference models have answered."] if only_references else []
    if blind:
        text.append(
            f"Even where the margin is wide, no {model} significantly beats the best constant answer in "
            f"{join_with_and(blind)}."
        )
    if blind_if_narrow:
        text.append(
            f"Where the margin is narrow, no {model} significantly beats the best constant answer in "
            f"{join_with_and(blind_if_narrow)}; where it is wide, one answer is always correct."
        )
    if constant:
        text.append(
            f"In all cases with a margin of {join_with_and(list(constant))}, one answer is always correct, so nothing "
            "can be shown there."
        )
    judged = {key: one for key, one in of_models.items() if one.sight not in ("one answer", "too few")}
    falling = {key: one for key, one in judged.items() if one.sight in ("if wide", "falls") and one.is_falling}
    if falling:
        (run_id, question_id), most = max(falling.items(), key=lambda item: item[1].fall)
        text.append(
            f"{labels[run_id]} loses most where margins are narrow, on {names[question_id]}: "
            f"{format_number(most.fall)} points less than where they are wide ({format_interval(most.low, most.high)})."
        )
    elif judged and not unseen:
        text.append(f"No {model} scores significantly lower in the narrow half of the margins than in the wide half.")
    elif any(one.sight == "too few" for one in of_models.values()) and not judged:
        text.append(
            f"Fewer than {FEW_GROUPS} {about.words.groups} at wide or at narrow margins: too few for a verdict."
        )
    return " ".join(text)
