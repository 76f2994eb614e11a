"""The board of one photograph from above: the true, the measured and the implied triangle."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.analyses.contradiction_text import describe_implied_triangle
from core.formatting import escape_markdown
from core.geometry.implied.nearest import ImpliedTriangle, find_implied_triangle
from core.geometry.triangle_alignment import align_triangle
from core.overlays import board, colours
from core.overlays.shapes import OverlayShape, PhotographRow, build_name_shapes
from dashboard.components.mount import Part
from dashboard.components.photograph import Box, LegendEntry, build_photograph
from dashboard.data.benchmark_info import get_model_kinds
from dashboard.data.image_urls import find_image_url
from dashboard.pages.cases import texts
from dashboard.runtime.state_keys import cases as keys
from dashboard.style.markers import PATHS
from dashboard.style.palette import MarkerStyle, get_marker_style
from dashboard.widgets.truth_source import describe_truth_source

LAYERS = {"measured": "Measured", "implied": "Implied by answers", "square": "Square"}
FRAME_MARGIN_PX = 60.0
"""Space for a label beside a point outside of the image."""


@dataclass(frozen=True, slots=True)
class BoardSelection:
    """The layers drawn on the board, and the run whose answers are drawn.

    Attributes:
        label: of the run; empty without one.
        rows: its answers to this case, as in the query `case_answers`.
        implied: their triangle.
    """

    layers: Sequence[str]
    label: str
    rows: pd.DataFrame
    implied: ImpliedTriangle | None


@st.fragment
def show(photograph: PhotographRow, answers: pd.DataFrame, url: str | None = None) -> None:
    """Show the choice of layers and model, the board, and a sentence on what the chosen model's numbers imply.

    Args:
        photograph: a row of the table `photographs`; if it has no sides, the measured triangle is the truth.
        answers: the query `case_answers` of the visible runs.
        url: of the rectified image, if it is not among the photographs' copies.
    """
    selection = choose_run(choose_layers(photograph), answers)
    build_board(photograph, selection, url).show()
    st.caption(texts.explain_board(describe_truth_source(photograph) or ""))
    show_implied_sentence(selection)


def choose_layers(photograph: PhotographRow) -> list[str]:
    """Show the choice of the board's layers and return it."""
    truth_source = describe_truth_source(photograph)
    labels = LAYERS if truth_source is None else {"true": f"True, {truth_source}"} | LAYERS
    return st.pills(
        "On the board",
        list(labels),
        format_func=labels.__getitem__,
        selection_mode="multi",
        default=list(labels),
        key=keys.RECTIFIED_LAYERS,
        bind="query-params",
        wrap=True,
    )


def choose_run(layers: list[str], answers: pd.DataFrame) -> BoardSelection:
    """Show the choice of the model whose triangle is drawn; at first it is the first visible one."""
    runs = dict(zip(answers["run_id"], answers["run_label"], strict=True))
    run_id = st.selectbox(
        "Draw triangle from",
        list(runs),
        format_func=runs.__getitem__,
        key=keys.IMPLIED_ANSWERS_RUN,
        bind="query-params",
        disabled=not runs,
        placeholder="no answers",
    )
    return select_run(layers, answers, run_id)


def build_full_selection(answers: pd.DataFrame, run_id: object) -> BoardSelection:
    """Select all layers, with the triangle of a run, or of the first run if that one is not visible."""
    return select_run(["true", *LAYERS], answers, find_board_run(run_id, list(answers["run_id"])))


def find_board_run(chosen: object, run_ids: Sequence[str]) -> str | None:
    """Return the run whose triangle is drawn: the chosen one, or the first if that one is not visible."""
    return next((run_id for run_id in run_ids if run_id == chosen), next(iter(run_ids), None))


def warm_cache(answers: pd.DataFrame, run_id: str | None) -> None:
    """Compute the triangle of a run ahead, so that it is cached when it is drawn.

    Args:
        answers: the query `case_answers`.
        run_id: as `find_board_run` returns it.
    """
    _find_implied_triangle(answers[answers["run_id"] == run_id])


def select_run(layers: Sequence[str], answers: pd.DataFrame, run_id: object) -> BoardSelection:
    """Select layers and the triangle of a run; None for no run."""
    rows = answers[answers["run_id"] == run_id]
    return BoardSelection(
        layers, "" if rows.empty else str(rows["run_label"].iloc[0]), rows, _find_implied_triangle(rows)
    )


def build_board(photograph: PhotographRow, selection: BoardSelection, url: str | None = None) -> Part:
    """Build the board from above.

    Args:
        photograph: as in `show`.
        selection: the layers and run to draw.
        url: as in `show`.
    """
    shapes, look = _build_shapes(photograph, selection.implied, selection.rows), _get_run_style(selection.rows)
    return build_photograph(
        url or find_image_url(photograph["rectified_key"], "rectified"),
        board.SIZE_PX,
        board.SIZE_PX,
        shapes,
        selection.layers,
        alt=texts.name_board(photograph["case_id"], _describe_truth(photograph)),
        key=keys.RECTIFIED_VIEW,
        absent=texts.NO_BORDER,
        frame=_compute_frame([shape for shape in shapes if shape.layer in selection.layers]),
        legend=_build_legend(photograph, shapes, texts.name_implied(selection.label), look),
        title=texts.FROM_ABOVE,
    )


def show_implied_sentence(selection: BoardSelection) -> None:
    """Show a sentence on what the numbers of the chosen model imply."""
    if selection.label:
        sentence = describe_implied_triangle(
            selection.label, _collect_values(selection.rows), selection.implied, _collect_statements(selection.rows)
        )
        st.caption(escape_markdown(sentence))


def _collect_values(rows: pd.DataFrame) -> dict[str, float | str]:
    return {
        question_id: of_class if kind == "class" else number
        for question_id, kind, of_class, number, status in zip(
            *(rows[name] for name in ("question_id", "kind", "value_class", "value_number", "status")), strict=True
        )
        if status == "ok"
    }


def _collect_statements(rows: pd.DataFrame) -> dict[str, str | None]:
    return dict(zip(rows["question_id"], rows["stated"], strict=True))


def _find_implied_triangle(rows: pd.DataFrame) -> ImpliedTriangle | None:
    return _compute_implied_triangle(
        {question: value for question, value in _collect_values(rows).items() if not isinstance(value, str)}
    )


@st.cache_data(max_entries=5000, show_spinner=False)
def _compute_implied_triangle(numbers: dict[str, float]) -> ImpliedTriangle | None:
    return find_implied_triangle(numbers)


def _build_shapes(photograph: PhotographRow, implied: ImpliedTriangle | None, rows: pd.DataFrame) -> list[OverlayShape]:
    true = board.compute_true_cm(photograph)
    shapes = [*board.build_square_shapes(), *board.build_board_shapes(photograph)]
    shapes += build_name_shapes("true" if board.has_truth(photograph) else "measured", board.compute_vertices_px(true))
    if implied is not None:
        corners = align_triangle(implied.triangle, true, may_scale=True)
        shapes += board.build_polygon_shapes("implied", corners, _get_run_style(rows).colour, "dashed")
        shapes += build_name_shapes("implied", board.compute_vertices_px(corners), sign="′")
    return shapes


def _get_run_style(rows: pd.DataFrame) -> MarkerStyle:
    """Return the marker style of the model that gave these answers."""
    return get_marker_style(str(rows["model_id"].iloc[0]) if len(rows) else "", get_model_kinds())


def _build_legend(
    photograph: PhotographRow, shapes: list[OverlayShape], implied_by: str, look: MarkerStyle
) -> list[LegendEntry]:
    """Build the legend of the lines that are drawn."""
    truth_source = describe_truth_source(photograph)
    entries = [
        *([] if truth_source is None else [LegendEntry("true", "line", colours.SIDE, truth_source)]),
        LegendEntry("measured", "dotted", colours.MEASURED, texts.FROM_PHOTOGRAPH),
        LegendEntry("implied", "dashed", look.colour, implied_by, PATHS[look.shape]),
    ]
    lines = {shape.layer for shape in shapes if shape.form in ("line", "dotted", "dashed")}
    return [entry for entry in entries if entry.layer in lines]


def _compute_frame(shapes: list[OverlayShape]) -> Box:
    """Compute a view that contains all shapes: the image, and space for those that extend beyond it."""
    points = [point for shape in shapes for point in shape.points]
    low, high = ([edge, edge] for edge in (0.0, float(board.SIZE_PX)))
    for axis in (0, 1):
        outside = [point[axis] for point in points if not 0 <= point[axis] <= board.SIZE_PX]
        low[axis] = min([0.0, *(value - FRAME_MARGIN_PX for value in outside)])
        high[axis] = max([float(board.SIZE_PX), *(value + FRAME_MARGIN_PX for value in outside)])
    return low[0], low[1], high[0] - low[0], high[1] - low[1]


def _describe_truth(photograph: PhotographRow) -> str:
    truth_source = describe_truth_source(photograph)
    return "as measured" if truth_source is None else f"{truth_source}, measured"
