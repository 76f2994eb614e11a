"""Score of the image statistics baseline, in a sentence: how much of a score needs no spatial reasoning."""

from core.analyses.overview import Overview
from core.analyses.phrases import format_interval_in_brackets
from core.formatting import format_number
from core.records import FEW_GROUPS
from core.solvers import image_statistics


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
