"""Models that are not compared with the others, each with its reason."""

from collections.abc import Hashable, Mapping
from typing import Any

from core.analyses.answered import format_answered, label_with, name_some
from core.analyses.overview import Overview
from core.benchmarks.data import Terminology


def format_not_compared(overview: Overview) -> str:
    """Return the models that are not compared with their reasons: `Qwen (12 of 400 photographs, another prompt)`."""
    rows = overview.not_compared.to_dict("records")
    return name_some([label_with(row["label"], _format_reasons(row, overview.about.words)) for row in rows])


def describe_not_compared(overview: Overview) -> str:
    """Return the models that are not compared as a sentence; empty if there is none."""
    return f"Not compared: {format_not_compared(overview)}." if len(overview.not_compared) else ""


def _format_reasons(row: Mapping[Hashable, Any], words: Terminology) -> str:
    reasons = [format_answered(int(row["n_cases"]), int(row["all_cases"]), words)]
    if not row["is_as_published"]:
        reasons.append("another image view, or questions of a session" if row["has_usual_prompt"] else "another prompt")
    elif row["is_ranked"]:
        reasons.append(f"too many unreadable {words.cases}")
    return ", ".join(filter(None, reasons))
