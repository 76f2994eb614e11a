"""A sentence per model on what it says elsewhere, beside its answers to a case."""

import pandas as pd
import streamlit as st

from core.analyses.behaviour import behaviours, by_group, commonest, sentence
from core.text import plain
from core.warehouse.read import NO_FILTERS
from dashboard.analysed import analysed_for_all
from dashboard.queries import about, query


def show(case_id: str, answered: pd.DataFrame, right_at: float) -> None:
    """The sentences, in the order of the answers; nothing of a model of which there is nothing to say.

    Args:
        case_id: which.
        answered: the query `case_answers` of the runs that are shown.
        right_at: the score from which on a number is right.
    """
    lines = sentences(case_id, answered, right_at)
    if lines:
        st.markdown("\n".join(f"- **{plain(label)}**: {plain(text)}" for label, text in lines.items()))


def read() -> None:
    """Computes what all cases share, as `sentences` takes it."""
    analysed_for_all(by_group, NO_FILTERS)
    analysed_for_all(commonest, NO_FILTERS)
    query("contradictions", filters=NO_FILTERS)


def sentences(case_id: str, answered: pd.DataFrame, right_at: float) -> dict[str, str]:
    """The sentences by label of the run."""
    described = about()
    group_id = query("group_cases", case_id=case_id)["group_id"].iloc[0]
    grouped = analysed_for_all(by_group, NO_FILTERS)
    if group_id not in grouped.index:
        return {}
    contradicting = query("contradictions", filters=NO_FILTERS)
    told = contradicting[contradicting["case_id"] == case_id].groupby("run_id", observed=True)["sentence"].agg(list)
    common = analysed_for_all(commonest, NO_FILTERS)
    found = behaviours(
        grouped.loc[[group_id]],
        case_id,
        common,
        {str(run_id): texts for run_id, texts in told.items()},
        described.questions,
        right_at,
    )
    labels = answered.drop_duplicates("run_id").set_index("run_id")["run_label"]
    lines = {
        str(labels[run_id]): sentence(found[run_id], described.words) for run_id in labels.index if run_id in found
    }
    return {label: text for label, text in lines.items() if text}
