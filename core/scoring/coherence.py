"""Coherence: how many replies contradict themselves, and in which of the ways that `contradictions` knows."""

import numpy as np
import pandas as pd

from core.records import TRIANGLE_QUESTION_BY_ID, Value
from core.scoring.coding import decoded
from core.scoring.contradictions import RULES, contradictions

_KEYS = ["run_id", "case_id"]
_OF_REPLY = ["run_id", "model_id", "case_id", "group_id", "slot"]


def contradiction_rows(answers: pd.DataFrame) -> pd.DataFrame:
    """One row per contradiction: run_id, case_id, kind, question_ids (a list), sentence.

    Args:
        answers: run_id, case_id, question_id, value and stated.
    """
    rows = [
        (run_id, case_id, c.kind, list(c.question_ids), c.sentence)
        for (run_id, case_id), (read, stated) in _replies(answers).items()
        for c in contradictions(read, stated)
    ]
    return pd.DataFrame(rows, columns=["run_id", "case_id", "kind", "question_ids", "sentence"])


def coherence_by_reply(answers: pd.DataFrame, found: pd.DataFrame) -> pd.DataFrame:
    """One row per reply: `is_coherent`, and a column per kind; `slices.mean_table` gives shares with intervals.

    Args:
        answers: as in `scored_answers`, all that these replies give.
        found: the contradictions of these replies (others are ignored), as `contradiction_rows` returns them or the
            table `contradictions` keeps them.

    Returns:
        The columns of the reply (run_id, model_id, case_id, group_id, slot);
        is_coherent (1: no contradiction; NaN where fewer than two answers could be read); per kind 1 or 0, NaN where
        one of its answers could not be read.
    """
    replies = answers[_OF_REPLY].drop_duplicates(_KEYS).sort_values(_KEYS, ignore_index=True)
    keys = pd.MultiIndex.from_frame(replies[_KEYS])
    is_read = _table(keys, answers[answers["value"].notna()], "question_id", list(TRIANGLE_QUESTION_BY_ID))
    has = _table(keys, found, "kind", list(RULES))
    shows = {kind: has[kind].where(is_read[list(rule.question_ids)].all(axis=1)) for kind, rule in RULES.items()}
    is_coherent = (~has.any(axis=1)).where(is_read.sum(axis=1) > 1)
    columns = {"is_coherent": is_coherent, **shows}
    return replies.assign(**{name: column.astype(float).to_numpy() for name, column in columns.items()})


def _table(keys: pd.MultiIndex, rows: pd.DataFrame, column: str, names: list[str]) -> pd.DataFrame:
    """Whether a reply (row) has a row with a value of the column (column of the table); rows of others are ignored."""
    places = keys.get_indexer(pd.MultiIndex.from_frame(rows[_KEYS]))
    columns = pd.Index(names).get_indexer(pd.Index(rows[column]))
    table = np.zeros((len(keys), len(names)), dtype=bool)
    table[places[places >= 0], columns[places >= 0]] = True
    return pd.DataFrame(table, keys, names)


def _replies(answers: pd.DataFrame) -> dict[tuple[str, str], tuple[dict[str, Value], dict[str, str | None]]]:
    """The readable answers, as values and as stated, by reply and question; a reply without any is there and empty."""
    replies: dict[tuple[str, str], tuple[dict[str, Value], dict[str, str | None]]] = {}
    columns = (answers[name].tolist() for name in ("run_id", "case_id", "question_id", "value", "stated"))
    for run_id, case_id, question_id, value, as_written in zip(*columns, strict=True):
        read, stated = replies.setdefault((run_id, case_id), ({}, {}))
        if not np.isnan(value):
            read[question_id] = decoded(TRIANGLE_QUESTION_BY_ID[question_id], value)
            stated[question_id] = as_written
    return replies
