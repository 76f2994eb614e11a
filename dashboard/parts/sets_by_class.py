"""Whole sets by what is true in them, on Robustness: robust, or always the same answer?"""

import pandas as pd
import streamlit as st

from core.analyses.sets_by_class import ByClass, class_sentence, sets_by_class
from core.records import Question
from core.text import plain
from core.warehouse.read import Filters
from dashboard.analysed import analysed, shown_of
from dashboard.choices import choose_one
from dashboard.figures import how_to_read
from dashboard.filters import options_of
from dashboard.queries import about, query
from dashboard.tables import download, show_small_table


def _found(
    answers: pd.DataFrame, filters: Filters, protocol: str, questions: dict[str, Question], right_at: float
) -> ByClass | None:
    sets = query("set_cases", filters=filters)
    return sets_by_class(answers, sets[sets["protocol"] == protocol], questions, right_at)


def show_sets_by_class(filters: Filters, right_at: float) -> None:
    """Of the first protocol, each class with its sets, what always saying it has, and what each model has there."""
    described = about()
    arguments = filters, next(iter(described.protocols)), dict(described.questions), right_at
    found = analysed(_found, filters, shown_of(filters), *arguments)
    if found is None:
        return
    words = described.words
    st.header("Robust, or always the same answer?", anchor=False)
    asked = {q: title for q, title in options_of("question").items() if q in set(found.classes["question_id"])}
    question_id = choose_one("Sets of", asked, "sets_of") if len(asked) > 1 else next(iter(asked))
    st.markdown(plain(class_sentence(found, question_id, described)))
    classes = found.classes[found.classes["question_id"] == question_id]
    rows = found.rows[found.rows["question_id"] == question_id]
    wide = rows.pivot_table(index="true_class", columns="run_id", values="value", observed=True)
    labels = rows.drop_duplicates("run_id").set_index("run_id")["label"]
    table = pd.DataFrame({
        "True": classes["true_class"], "sets": classes["n_sets"], "always said, %": classes["always"],
    })  # fmt: skip
    for run_id in labels.index:
        table[f"{labels[run_id]}, %"] = table["True"].map(wide[run_id])
    show_small_table(table, dict.fromkeys(table.columns[2:], "{:.1f}"), ["sets"])
    download(found.rows, "sets_by_class")
    how_to_read(
        f"The share of sets that are right in every {words.case}, by what is true in them. *Always said* is what a "
        "model has over all sets that says this everywhere without looking: the class's share. A model that is right "
        "in one class and wrong in all others is not robust, it repeats itself. Sets with an unreadable answer are "
        "left out."
    )
