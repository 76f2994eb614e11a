"""Parts of the Robustness page: its tables, the ways from marks to cases, contradictions, and the worst triangles."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import robustness
from core.analyses.estimates import run_names
from core.analyses.wording import coded_text
from core.records import QUESTIONS
from core.text import plain
from core.warehouse.read import Filters
from dashboard import charts
from dashboard.charts.robustness import measures_by_run, runs_by_group
from dashboard.components import show_gallery
from dashboard.filters import choose, options_of
from dashboard.parts.thumbnails import open_photograph, thumbnail
from dashboard.queries import answers, generation, model_kinds, query
from dashboard.tables import show_table

CASES = "dashboard/app_pages/cases.py"
COHERENT = "without any contradiction"
KINDS = {"coherent": COHERENT} | robustness.KINDS
WORST = 6
RARE = 1.0
"""Kinds of contradiction below this share of every run's replies, in percent, are listed but not drawn."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the page shows of a selection: every measure per run, and per run and question.

    Attributes:
        unreadable: answers that could not be read.
    """

    by_run: pd.DataFrame
    by_question: pd.DataFrame
    unreadable: int


@dataclass(frozen=True, slots=True)
class Worst:
    """The worst triangles of a run and a question, and what it said, by photograph."""

    triangles: pd.DataFrame
    said: dict[str, str]


def figures(filters: Filters, right_at: float) -> Figures | None:
    """The figures of a selection; None where there are no two views of a triangle to compare."""
    return _figures(generation(), filters, right_at)


def _asked(filters: Filters) -> pd.DataFrame:
    """The answers that fit, out of those to all questions: contradictions need these, and one query serves both."""
    rows, questions = answers({**filters, "questions": None}), filters["questions"]
    return rows[rows["question_id"].isin(questions)] if isinstance(questions, list) else rows


# The generation is in each cached function's arguments to be in its key: another build, other figures.
@st.cache_resource(max_entries=100, show_spinner=False)
def _figures(generation: str, filters: Filters, right_at: float) -> Figures | None:  # noqa: ARG001
    asked = _asked(filters)
    rows, names = robustness.rows_of_measures(asked, right_at), run_names(asked)
    by_run = robustness.measures(rows, names)
    if by_run.empty:
        return None
    by_question = robustness.measures(rows, names, ["run_id", "question_id"])
    return Figures(by_run, by_question, int(asked["kappa_3d"].isna().sum()))


@st.cache_resource(max_entries=100, show_spinner=False)
def _contradictions(generation: str, filters: Filters) -> tuple[pd.DataFrame, pd.DataFrame]:  # noqa: ARG001
    """The shares of replies by kind and run, and the contradictions of these runs; the questions are not asked."""
    whole = _asked(filters)
    found = query("contradictions", filters=filters)
    shares = robustness.contradiction_shares(whole, found)
    return shares, found[found["run_id"].isin(whole["run_id"])].reset_index(drop=True)


@st.cache_resource(max_entries=100, show_spinner=False)
def _worst(generation: str, filters: Filters, run_id: str, question_id: str, right_at: float) -> Worst:  # noqa: ARG001
    asked = _asked(filters)
    triangles = robustness.worst_triangles(asked, run_id, question_id, right_at).head(WORST)
    return Worst(triangles, robustness.answers_in_words(asked, run_id, question_id, right_at))


def open_model() -> None:
    """Callback of the charts by run: opens the cases of the model whose mark was clicked."""
    for key in ("views", "pairs"):
        if (state := st.session_state.get(key)) and (points := state.selection.points):
            choose(model=points[0]["customdata"])
            st.switch_page(CASES, query_params={})


def open_question() -> None:
    """Callback of the chart by question: opens the cases of the model and question whose mark was clicked."""
    if points := st.session_state["by_question"].selection.points:
        question_id, model_id = points[0]["customdata"]
        choose(model=model_id, question=question_id)
        st.switch_page(CASES, query_params={})


def show_measures(by_run: pd.DataFrame) -> None:
    """The measures over all views, and those of pairs, side by side where there is room."""
    order = by_run[by_run["measure"] == "binary"].sort_values("value", ascending=False)["run_id"]
    ranks = {run_id: rank for rank, run_id in enumerate(order)}
    rows = by_run.sort_values("run_id", key=lambda ids: ids.map(ranks), kind="stable")
    kinds = model_kinds()
    with st.grid("auto", min_column_width=380):
        for key, measures, alt in (
            ("views", robustness.VIEW_MEASURES, "Robustness and stability over the views of a triangle"),
            ("pairs", robustness.PAIR_MEASURES, "Both photographs of a pair answered rightly"),
        ):
            shown = rows[rows["measure"].isin(measures)]
            if len(shown):
                st.plotly_chart(
                    measures_by_run(shown, measures, kinds),
                    key=key,
                    on_select=open_model,
                    selection_mode="points",
                    config=charts.CONFIG,
                    alt=alt,
                )


def show_by_question(by_question: pd.DataFrame, measure: str) -> None:
    """One measure of every run, question by question."""
    rows = by_question[by_question["measure"] == measure].rename(columns={"question_id": "group"})
    st.plotly_chart(
        runs_by_group(
            _references_last(rows),
            options_of("question"),
            model_kinds(),
            f"{robustness.ROBUSTNESS_MEASURES[measure]}, %",
        ),
        key="by_question",
        on_select=open_question,
        selection_mode="points",
        config=charts.CONFIG,
        alt=f"{robustness.ROBUSTNESS_MEASURES[measure]} by question and model",
    )


def show_table_of(by_question: pd.DataFrame) -> None:
    """Every measure by run and question as a table, with a download."""
    named = by_question.assign(measure=by_question["measure"].map(robustness.ROBUSTNESS_MEASURES))
    columns = {
        "label": "Model",
        "question_id": "Question",
        "measure": "Measure",
        "value": st.column_config.NumberColumn("%", format="%.1f"),
        "low": st.column_config.NumberColumn("95 % from", format="%.1f"),
        "high": st.column_config.NumberColumn("to", format="%.1f"),
        "n": "n",
        "n_triangles": "triangles",
    }
    show_table(named, "robustness", columns, "Robustness by model and question")


def choose_contradiction() -> None:
    """Callback of the chart of contradictions: chooses kind and model of the mark that was clicked."""
    if points := st.session_state["contradictions"].selection.points:
        kind, model_id = points[0]["customdata"]
        st.session_state["contradiction"] = KINDS[kind] if kind != "coherent" else "any"
        st.session_state["of_model"] = model_id


def show_contradictions(filters: Filters) -> None:
    """Which replies contradict themselves, by kind and model, and what they say."""
    shares, found = _contradictions(generation(), {**filters, "questions": None})
    if shares.empty:
        st.caption("No reply of this selection has two readable answers to compare.")
        return
    kinds = {kind: KINDS[kind] for kind in shares["kind"].unique()}
    common = shares.groupby("kind")["value"].transform("max").ge(RARE) | (shares["kind"] == "coherent")
    rows = shares[common].rename(columns={"kind": "group", "kind_of_model": "kind"})
    st.plotly_chart(
        runs_by_group(_references_last(rows), kinds, model_kinds(), "share of replies, %"),
        key="contradictions",
        on_select=choose_contradiction,
        selection_mode="points",
        config=charts.CONFIG,
        alt="Replies that contradict themselves, by kind and model",
    )
    titles = ["any", *(title for kind, title in kinds.items() if kind != "coherent")]
    names = dict(zip(rows["model_id"], rows["label"], strict=True))
    with st.container(horizontal=True):
        title = st.selectbox("Contradiction", titles, key="contradiction", bind="query-params", width=320)
        of_model = st.selectbox(
            "Of model",
            list(names),
            format_func=lambda model_id: names.get(model_id, model_id),
            key="of_model",
            bind="query-params",
            width=240,
        )
    fitting = found.assign(title=found["kind"].map(robustness.KINDS))[found["model_id"] == of_model]
    fitting = fitting if title == "any" else fitting[fitting["title"] == title]
    if fitting.empty:
        st.caption(f"{plain(names[of_model])} does not contradict itself in this way.")
        return

    def open_chosen() -> None:
        if chosen := st.session_state["contradictions_table"].selection.rows:
            open_photograph(fitting["photograph_id"].iloc[chosen[0]])

    columns = {
        "photograph_id": "Photograph",
        "title": "Contradiction",
        "sentence": st.column_config.TextColumn("What contradicts what", width="large"),
    }
    fitting = fitting.assign(question_ids=fitting["question_ids"].map(", ".join))
    show_table(fitting, "contradictions", columns, "Contradictions, a row opens its case", on_select=open_chosen)


def show_worst(filters: Filters, runs: pd.DataFrame, right_at: float) -> None:
    """The triangles on which a model's answers differ most between the views, the views side by side.

    Args:
        filters: of the page.
        runs: run_id, label, kind.
        right_at: the kappa from which on a number is right.
    """
    runs = _references_last(runs)
    labels = dict(zip(runs["run_id"], runs["label"], strict=True))
    asked = {
        question.question_id: options_of("question")[question.question_id]
        for question in QUESTIONS
        if not isinstance(filters["questions"], list) or question.question_id in filters["questions"]
    }
    with st.container(horizontal=True):
        run_id = st.selectbox(
            "Model",
            list(labels),
            format_func=lambda name: labels.get(name, name),
            key="worst_of",
            bind="query-params",
            width=240,
        )
        question_id = st.selectbox(
            "Question",
            list(asked),
            format_func=lambda name: asked.get(name, name),
            key="worst_question",
            bind="query-params",
            width=240,
        )
    worst = _worst(generation(), filters, run_id, question_id, right_at)
    if worst.triangles.empty:
        st.caption(f"The kappa of {plain(labels[run_id])} is the same in all views of every triangle.")
        return
    with st.grid("auto", min_column_width=480):
        for row in worst.triangles.to_dict("records"):
            with st.container():
                _show_views(row, question_id, worst.said)


def _show_views(row: Mapping[Hashable, Any], question_id: str, said: Mapping[str, str]) -> None:
    """The views of one triangle side by side, with what the model said to each."""
    st.markdown(
        f"**{plain(row['triangle_id'])}** · truth {coded_text(question_id, row['truth'])} · right in "
        f"{row['n_right']:.0f} of {row['n_read']} views · kappa swings by {row['swing']:.0f}"
    )
    key = f"worst_{row['triangle_id']}"
    views = query("audit_views", triangle_id=row["triangle_id"]).to_dict("records")
    tiles = [
        thumbnail(view, view["condition"], said[view["photograph_id"]])
        for view in views
        if view["photograph_id"] in said
    ]
    show_gallery(tiles, key, lambda: open_photograph(st.session_state[key].opened), tile_px=108, page="cases")


def _references_last(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.sort_values("kind", key=lambda kind: kind == "reference", kind="stable")
