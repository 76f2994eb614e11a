"""Coherence: how many replies contradict themselves, and in which of the ways that `contradictions` knows."""

import numpy as np
import pandas as pd

from core.records import QUESTION_BY_ID, Value
from core.scoring.coding import decoded
from core.scoring.contradictions import RULES, contradictions

_REPLY = ["run_id", "photograph_id"]


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


def coherence_by_reply(answers: pd.DataFrame, found: pd.DataFrame) -> pd.DataFrame:
    """One row per reply: `is_coherent`, and a column per kind; `slices.mean_table` gives shares with intervals.

    Args:
        answers: as `coding.coded_answers` returns them, all that these replies give.
        found: the contradictions of these replies (others are ignored), as `contradiction_rows` returns them or the
            table `contradictions` keeps them.

    Returns:
        The columns of the reply (run_id, model_id, photograph_id, triangle_id, condition, pose, has_object);
        is_coherent (1: no contradiction; NaN where fewer than two answers could be read); per kind 1 or 0, NaN where
        one of its answers could not be read.
    """
    names = ["run_id", "model_id", "photograph_id", "triangle_id", "condition", "pose", "has_object"]
    replies = answers[names].drop_duplicates(_REPLY, ignore_index=True)
    places = pd.MultiIndex.from_frame(replies[_REPLY])
    questions = list(QUESTION_BY_ID)
    is_read = np.zeros((len(replies), len(questions)), dtype=bool)
    read = answers[answers["value"].notna()]
    is_read[places.get_indexer(pd.MultiIndex.from_frame(read[_REPLY])), pd.Index(questions).get_indexer(
        pd.Index(read["question_id"]))] = True  # fmt: skip
    has_any = places.isin(pd.MultiIndex.from_frame(found[_REPLY]))
    columns = {"is_coherent": np.where(is_read.sum(axis=1) > 1, (~has_any).astype(float), np.nan)}
    for kind, rule in RULES.items():
        is_asked = is_read[:, [questions.index(question_id) for question_id in rule.question_ids]].all(axis=1)
        has_kind = places.isin(pd.MultiIndex.from_frame(found.loc[found["kind"] == kind, _REPLY]))
        columns[kind] = np.where(is_asked, has_kind.astype(float), np.nan)
    return replies.assign(**columns)


def _replies(answers: pd.DataFrame) -> dict[tuple[str, str], dict[str, Value]]:
    """The readable answers by reply (run and photograph) and question; a reply without any is there and empty."""
    replies: dict[tuple[str, str], dict[str, Value]] = {}
    columns = (answers[name].tolist() for name in ("run_id", "photograph_id", "question_id", "value"))
    for run_id, photograph_id, question_id, value in zip(*columns, strict=True):
        read = replies.setdefault((run_id, photograph_id), {})
        if not np.isnan(value):
            read[question_id] = decoded(QUESTION_BY_ID[question_id], value)
    return replies
