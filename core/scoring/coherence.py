"""Coherence: how many replies contradict themselves, and in which of the ways that `contradictions` knows."""

import numpy as np
import pandas as pd

from core.records import QUESTION_BY_ID, Value
from core.scoring.coding import decoded
from core.scoring.contradictions import RULES, contradictions

_OF_REPLY = ["run_id", "model_id", "photograph_id", "triangle_id", "condition", "pose", "has_object"]


def contradiction_rows(answers: pd.DataFrame) -> pd.DataFrame:
    """One row per contradiction: run_id, photograph_id, kind, question_ids (a list), sentence.

    Args:
        answers: as `coding.coded_answers` returns them.
    """
    rows = [
        (run_id, photograph_id, c.kind, list(c.question_ids), c.sentence)
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
    runs, run_ids = pd.factorize(answers["run_id"])
    photographs, photograph_ids = pd.factorize(answers["photograph_id"])
    _, firsts, replies = np.unique(runs * len(photograph_ids) + photographs, return_index=True, return_inverse=True)
    place = np.full((len(run_ids), len(photograph_ids)), -1)
    place[runs, photographs] = replies
    read = answers["value"].notna().to_numpy()
    questions, kinds = pd.Index(QUESTION_BY_ID), pd.Index(RULES)
    is_read = np.zeros((len(firsts), len(questions)), dtype=bool)
    is_read[replies[read], questions.get_indexer(pd.Index(answers["question_id"]))[read]] = True
    ours = found[found["run_id"].isin(run_ids) & found["photograph_id"].isin(photograph_ids)]
    in_run = pd.Index(run_ids).get_indexer(pd.Index(ours["run_id"]))
    in_photograph = pd.Index(photograph_ids).get_indexer(pd.Index(ours["photograph_id"]))
    has = np.zeros((len(firsts), len(kinds)), dtype=bool)
    has[place[in_run, in_photograph], kinds.get_indexer(pd.Index(ours["kind"]))] = True
    columns = {"is_coherent": np.where(is_read.sum(axis=1) > 1, ~has.any(axis=1), np.nan)}
    for number, (kind, rule) in enumerate(RULES.items()):
        is_asked = is_read[:, questions.get_indexer(pd.Index(rule.question_ids))].all(axis=1)
        columns[kind] = np.where(is_asked, has[:, number], np.nan)
    return answers[_OF_REPLY].take(firsts).reset_index(drop=True).assign(**columns)


def _replies(answers: pd.DataFrame) -> dict[tuple[str, str], dict[str, Value]]:
    """The readable answers by reply (run and photograph) and question; a reply without any is there and empty."""
    replies: dict[tuple[str, str], dict[str, Value]] = {}
    columns = (answers[name].tolist() for name in ("run_id", "photograph_id", "question_id", "value"))
    for run_id, photograph_id, question_id, value in zip(*columns, strict=True):
        read = replies.setdefault((run_id, photograph_id), {})
        if not np.isnan(value):
            read[question_id] = decoded(QUESTION_BY_ID[question_id], value)
    return replies
