"""Parts of the Robustness page: its tables, the ways from marks to cases, contradictions, and the worst triangles."""

from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.analyses import robustness
from core.records import QUESTIONS
from core.text import plain
from core.warehouse.read import Filters
from dashboard import charts
from dashboard.charts.robustness import measures_by_run, runs_by_group
from dashboard.components import Tile, show_gallery
from dashboard.filters import choose, clear_filters, options_of
from dashboard.images import image_url
from dashboard.overlays import outline
from dashboard.queries import current_warehouse, model_kinds, query
from dashboard.tables import show_table

CASES = "dashboard/app_pages/cases.py"
COHERENT = "without any contradiction"
KINDS = {"coherent": COHERENT} | robustness.KINDS
WORST = 6


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything that the page shows of a selection.

    Attributes:
        by_run: every measure per run.
        by_question: every measure per run and question.
        shares: replies without contradictions, and with each kind, per run.
        found: the contradictions, those of the shown runs.
        unreadable: answers that could not be read.
    """

    by_run: pd.DataFrame
    by_question: pd.DataFrame
    shares: pd.DataFrame
    found: pd.DataFrame
    unreadable: int


def figures(filters: Filters, right_at: float) -> Figures | None:
    """The figures of a selection; None where there are no two views of a triangle to compare."""
    warehouse = current_warehouse()
    return None if warehouse is None else _figures(warehouse.generation, filters, right_at)


@st.cache_data(max_entries=100, show_spinner=False)
def _figures(generation: str, filters: Filters, right_at: float) -> Figures | None:  # noqa: ARG001 - keys the cache
    answers = query("answers", filters=filters)
    by_run = robustness.measures(answers, right_at)
    if by_run.empty:
        return None
    whole = query("answers", filters={**filters, "questions": None}) if filters["questions"] else answers
    found = query("contradictions", filters=filters)
    return Figures(
        by_run=by_run,
        by_question=robustness.measures(answers, right_at, ["run_id", "question_id"]),
        shares=robustness.contradiction_shares(whole, found),
        found=found[found["run_id"].isin(whole["run_id"])].reset_index(drop=True),
        unreadable=int(answers["kappa_3d"].isna().sum()),
    )


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
            ("views", robustness.VIEWS, "Robustness and stability over the views of a triangle"),
            ("pairs", robustness.PAIRS, "Both photographs of a pair answered rightly"),
        ):
            shown = rows[rows["measure"].isin(measures)]
            if len(shown):
                st.plotly_chart(
                    measures_by_run(shown, measures, kinds), key=key, on_select=open_model, selection_mode="points",
                    config=charts.CONFIG, alt=alt,
                )  # fmt: skip


def show_by_question(by_question: pd.DataFrame, measure: str) -> None:
    """One measure of every run, question by question."""
    rows = by_question[by_question["measure"] == measure].rename(columns={"question_id": "group"})
    st.plotly_chart(
        runs_by_group(_references_last(rows), options_of("question"), model_kinds(),
                      f"{robustness.MEASURES[measure]}, %"),
        key="by_question", on_select=open_question, selection_mode="points", config=charts.CONFIG,
        alt=f"{robustness.MEASURES[measure]} by question and model",
    )  # fmt: skip


def show_table_of(by_question: pd.DataFrame) -> None:
    """Every measure by run and question as a table, with a download."""
    named = by_question.assign(measure=by_question["measure"].map(robustness.MEASURES))
    columns = {
        "label": "Model", "question_id": "Question", "measure": "Measure",
        "value": st.column_config.NumberColumn("%", format="%.1f"),
        "low": st.column_config.NumberColumn("95 % from", format="%.1f"),
        "high": st.column_config.NumberColumn("to", format="%.1f"), "n": "n", "n_triangles": "triangles",
    }  # fmt: skip
    show_table(named, "robustness", columns, "Robustness by model and question")


def choose_contradiction() -> None:
    """Callback of the chart of contradictions: chooses kind and model of the mark that was clicked."""
    if points := st.session_state["contradictions"].selection.points:
        kind, model_id = points[0]["customdata"]
        st.session_state["contradiction"] = KINDS[kind] if kind != "coherent" else "any"
        st.session_state["of_model"] = model_id


def show_contradictions(shares: pd.DataFrame, found: pd.DataFrame) -> None:
    """Which replies contradict themselves, by kind and model, and what they say."""
    kinds = {kind: title for kind, title in KINDS.items() if kind in set(shares["kind"])}
    rows = shares.rename(columns={"kind": "group", "kind_of_model": "kind"})
    st.plotly_chart(
        runs_by_group(_references_last(rows), kinds, model_kinds(), "share of replies, %"),
        key="contradictions", on_select=choose_contradiction, selection_mode="points", config=charts.CONFIG,
        alt="Replies that contradict themselves, by kind and model",
    )  # fmt: skip
    titles = ["any", *(title for kind, title in kinds.items() if kind != "coherent")]
    names = dict(zip(rows["model_id"], rows["label"], strict=True))
    with st.container(horizontal=True):
        title = st.selectbox("Contradiction", titles, key="contradiction", bind="query-params", width=320)
        of_model = st.selectbox(
            "Of model", list(names), format_func=lambda model_id: names.get(model_id, model_id), key="of_model",
            bind="query-params", width=240,
        )  # fmt: skip
    fitting = found[found["model_id"] == of_model].assign(title=found["kind"].map(robustness.KINDS))
    fitting = fitting if title == "any" else fitting[fitting["title"] == title]
    if fitting.empty:
        st.caption(f"{plain(names[of_model])} does not contradict itself in this way.")
        return

    def open_chosen() -> None:
        if chosen := st.session_state["contradictions_table"].selection.rows:
            _open_photograph(fitting["photograph_id"].iloc[chosen[0]])

    columns = {"photograph_id": "Photograph", "title": "Contradiction",
               "sentence": st.column_config.TextColumn("What contradicts what", width="large")}  # fmt: skip
    show_table(fitting, "contradictions", columns, "Contradictions, a row opens its case", on_select=open_chosen)


def show_worst(filters: Filters, runs: pd.DataFrame, right_at: float) -> None:
    """The triangles on which a model's answers differ most between the views, the views side by side.

    Args:
        filters: of the page.
        runs: run_id, label; references last.
        right_at: the kappa from which on a number is right.
    """
    labels = dict(zip(runs["run_id"], runs["label"], strict=True))
    asked = {question.question_id: options_of("question")[question.question_id] for question in QUESTIONS
             if not isinstance(filters["questions"], list) or question.question_id in filters["questions"]}  # fmt: skip
    with st.container(horizontal=True):
        run_id = st.selectbox(
            "Model", list(labels), format_func=lambda name: labels.get(name, name), key="worst_of",
            bind="query-params", width=240,
        )  # fmt: skip
        question_id = st.selectbox(
            "Question", list(asked), format_func=lambda name: asked.get(name, name), key="worst_question",
            bind="query-params", width=240,
        )  # fmt: skip
    answers = query("answers", filters=filters)
    worst = robustness.worst_triangles(answers, run_id, question_id, right_at)
    if worst.empty:
        st.caption(f"The kappa of {plain(labels[run_id])} is the same in all views of every triangle.")
        return
    said = robustness.said(answers, run_id, question_id, right_at)
    with st.grid("auto", min_column_width=340):
        for row in worst.head(WORST).itertuples():
            with st.container():
                truth = robustness.in_words(question_id, row.truth)
                st.markdown(
                    f"**{plain(row.triangle_id)}** is {truth}: right in {int(row.n_right)} of {row.n_read} views, kappa "
                    f"swings by {row.swing:.0f}"
                )
                key = f"worst_{row.triangle_id}"
                views = query("audit_views", triangle_id=row.triangle_id).to_dict("records")
                tiles = [_tile(view, said[view["photograph_id"]]) for view in views if view["photograph_id"] in said]
                show_gallery(tiles, key, lambda key=key: _open_photograph(st.session_state[key].opened),
                             tile_px=100, page="cases")  # fmt: skip


def _tile(view: dict[str, object], words: str) -> Tile:
    url = image_url(view["image_key"], "thumb")
    return Tile(
        photograph_id=str(view["photograph_id"]), url=url, width_px=view["width_px"], height_px=view["height_px"],
        caption=str(view["condition"]), detail=words, shapes=() if url else outline(view),
    )  # fmt: skip


def _open_photograph(photograph_id: str) -> None:
    clear_filters()
    st.switch_page(CASES, query_params={"photograph": photograph_id})


def _references_last(rows: pd.DataFrame) -> pd.DataFrame:
    return rows.sort_values("kind", key=lambda kind: kind == "reference", kind="stable")
