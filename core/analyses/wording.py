"""What the sentences of several analyses share: coded values and estimates in words."""

import pandas as pd

from core.records import QUESTION_BY_ID
from core.scoring.coding import decoded
from core.text import interval_text, listed, number_text, value_text

FAMILY = (
    "Significance is corrected for the number of comparisons among vision-language models (Holm). A comparison with a "
    "reference model or a person is judged by its own interval and counts for no other."
)
"""What verdicts are corrected for, wherever several are shown."""

MAX_NAMED = 4
"""Runs that a sentence names."""


def coded_text(question_id: str, code: float) -> str:
    """A coded answer or truth as `text.value_text` writes values."""
    question = QUESTION_BY_ID[question_id]
    return value_text(decoded(question, code), question.kind)


def stated_text(question_id: str, code: float) -> str:
    """A coded answer with the digits that it was stated with, so that different answers have different texts."""
    question = QUESTION_BY_ID[question_id]
    value = decoded(question, code)
    return value if isinstance(value, str) else f"{value:g}°" if question.kind == "angle" else f"{value:g}"


def interval_in_brackets(row: pd.Series, *, with_plus: bool = False) -> str:
    """The interval of an estimate after its value, as ` (low to high)`; empty where there is none."""
    return "" if pd.isna(row["low"]) else f" ({interval_text(row['low'], row['high'], with_plus=with_plus)})"


def each_with_estimate(rows: pd.DataFrame, *, with_plus: bool = False) -> str:
    """The names of runs with their estimates and intervals; those beyond `MAX_NAMED` are counted."""
    named = [
        f"{row['label']} ({number_text(row['value'], with_plus=with_plus)}"
        + ("" if pd.isna(row["low"]) else f", {interval_text(row['low'], row['high'], with_plus=with_plus)}")
        + ")"
        for _, row in rows.head(MAX_NAMED).iterrows()
    ]
    return listed(named + ([f"{len(rows) - MAX_NAMED} more"] if len(rows) > MAX_NAMED else []))
