"""Coherence: how many replies contradict themselves, and in which of the ways that `contradictions` knows."""

import numpy as np
import pandas as pd

from core.records import QUESTION_BY_ID, Value
from core.scoring.coding import decoded
from core.scoring.contradictions import RULES, contradictions


def contradiction_rows(answers: pd.DataFrame) -> pd.DataFrame:
    """One row per contradiction: run_id, photograph_id, kind, question_ids, sentence.

    Args:
        answers: as `coding.coded_answers` returns them.
    """
    rows = [
        (run_id, photograph_id, c.kind, ", ".join(c.question_ids), c.sentence)
        for (run_id, photograph_id), read in _replies(answers).items()
        for c in contradictions(read)
    ]
    return pd.DataFrame(rows, columns=["run_id", "photograph_id", "kind", "question_ids", "sentence"])


def coherence_by_reply(answers: pd.DataFrame) -> pd.DataFrame:
    """One row per reply: `is_coherent`, and a column per kind; `slices.mean_table` gives shares with intervals.

    Args:
        answers: as `coding.coded_answers` returns them.

    Returns:
        The columns of the reply (run_id, model_id, photograph_id, triangle_id, condition, pose, has_object);
        is_coherent (1: no contradiction; NaN where fewer than two answers could be read); per kind 1 or 0, NaN where
        one of its answers could not be read.
    """
    replies = _replies(answers)
    rows = []
    for read in replies.values():
        kinds = {c.kind for c in contradictions(read)}
        asked = {k: float(k in kinds) for k, rule in RULES.items() if set(rule.question_ids) <= read.keys()}
        rows.append({"is_coherent": float(not kinds) if len(read) > 1 else np.nan} | asked)
    keys = pd.DataFrame(list(replies), columns=["run_id", "photograph_id"])
    found = pd.DataFrame(rows, columns=["is_coherent", *RULES], dtype=float)
    names = ["run_id", "model_id", "photograph_id", "triangle_id", "condition", "pose", "has_object"]
    return answers[names].drop_duplicates(["run_id", "photograph_id"]).merge(keys.join(found))


def _replies(answers: pd.DataFrame) -> dict[tuple[str, str], dict[str, Value]]:
    """The readable answers by reply (run and photograph) and question; a reply without any is there and empty."""
    replies: dict[tuple[str, str], dict[str, Value]] = {}
    columns = (answers[name].tolist() for name in ("run_id", "photograph_id", "question_id", "value"))
    for run_id, photograph_id, question_id, value in zip(*columns, strict=True):
        read = replies.setdefault((run_id, photograph_id), {})
        if not np.isnan(value):
            read[question_id] = decoded(QUESTION_BY_ID[question_id], value)
    return replies
