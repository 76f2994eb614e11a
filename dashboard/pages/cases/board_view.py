"""The board of one photograph from above: the true triangle, the measured one, and the one that answers imply."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.analyses.contradiction_text import implied_sentence
from core.formatting import plain
from core.geometry.implied.nearest import Implied, implied_triangle
from core.geometry.triangle_alignment import placed
from core.overlays import board, colours
from core.overlays.shapes import PhotographRow, Shape, name_shapes
from dashboard.components import show_photograph
from dashboard.components.photograph import Box, LegendEntry
from dashboard.data.image_urls import image_url
from dashboard.data.queries import model_kinds
from dashboard.style.markers import PATHS
from dashboard.style.palette import Look, look_of
from dashboard.widgets.truth_source import how_known

IMPLIED = "implied"
"""Key of the choice of a model, and its name in the address."""

LAYERS = {"measured": "Measured", "implied": "Implied by answers", "square": "Square"}
FRAME_MARGIN_PX = 60.0
"""Room for a label beside a point that lies outside of the picture."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn on the board: the layers, and whose answers.

    Attributes:
        label: of the run; empty without one.
        rows: its answers to this case, as in the query `case_answers`.
        implied: their triangle.
    """

    layers: list[str]
    label: str
    rows: pd.DataFrame
    implied: Implied | None


@st.fragment
def show(photograph: PhotographRow, answers: pd.DataFrame, url: str | None = None) -> None:
    """The choice of what is drawn, the view, and a sentence on what the chosen model's numbers imply.

    Args:
        photograph: a row of the table `photographs`; without sides in it, the measured triangle is the truth.
        answers: the query `case_answers` of the runs that are shown.
        url: of the rectified picture, if it is not among the photographs' copies.
    """
    chosen = choose_run(choose_layers(photograph), answers)
    draw(photograph, chosen, url)
    known = how_known(photograph)
    solid = "" if known is None else f"Solid: {known}. "
    st.caption(f"The board from above. {solid}White dots: measured. Dashed in the model's colour: implied.")
    say(chosen)


def choose_layers(photograph: PhotographRow) -> list[str]:
    """The layers of the board."""
    known = how_known(photograph)
    labels = LAYERS if known is None else {"true": f"True, {known}"} | LAYERS
    return st.pills(
        "On the board",
        list(labels),
        format_func=labels.__getitem__,
        selection_mode="multi",
        default=list(labels),
        key="rectified",
        bind="query-params",
        wrap=True,
    )


def choose_run(layers: list[str], answers: pd.DataFrame) -> Drawn:
    """The model whose triangle is drawn: at first the first one of those that are shown."""
    runs = dict(zip(answers["run_id"], answers["run_label"], strict=True))
    run_id = st.selectbox(
        "Triangle implied by the answers of",
        list(runs),
        format_func=runs.__getitem__,
        key=IMPLIED,
        bind="query-params",
        disabled=not runs,
        placeholder="no answers",
    )
    return _drawn(layers, answers, run_id)


def of_run(answers: pd.DataFrame, run_id: object) -> Drawn:
    """All layers, with the triangle of a run; of the first one where that one is not shown."""
    return _drawn(["true", *LAYERS], answers, drawn_run(run_id, list(answers["run_id"])))


def drawn_run(chosen: object, run_ids: Sequence[str]) -> str | None:
    """The run whose triangle is drawn: the chosen one, or the first where that one is not shown."""
    return next((run_id for run_id in run_ids if run_id == chosen), next(iter(run_ids), None))


def read(answers: pd.DataFrame, run_id: str | None) -> None:
    """Computes the triangle of a run, so that it is there when it is drawn.

    Args:
        answers: the query `case_answers`.
        run_id: as `drawn_run` says.
    """
    _implied(answers[answers["run_id"] == run_id])


def _drawn(layers: list[str], answers: pd.DataFrame, run_id: object) -> Drawn:
    rows = answers[answers["run_id"] == run_id]
    return Drawn(layers, "" if rows.empty else str(rows["run_label"].iloc[0]), rows, _implied(rows))


def draw(photograph: PhotographRow, chosen: Drawn, url: str | None = None) -> None:
    """The board from above.

    Args:
        photograph: as in `show`.
        chosen: what is drawn.
        url: as in `show`.
    """
    shapes, look = _shapes(photograph, chosen.implied, chosen.rows), _look(chosen.rows)
    show_photograph(
        url or image_url(photograph["rectified_key"], "rectified"),
        board.SIZE_PX,
        board.SIZE_PX,
        shapes,
        chosen.layers,
        alt=f"Photograph {photograph['case_id']} rectified, with its triangle {_truths(photograph)} and implied",
        key="rectified-view",
        absent="The border was not found: the triangles alone.",
        frame=_frame([shape for shape in shapes if shape.layer in chosen.layers]),
        legend=_legend(photograph, shapes, f"{chosen.label}’s answers", look),
    )


def say(chosen: Drawn) -> None:
    """What the numbers of the chosen model imply, in a sentence."""
    if chosen.label:
        sentence = implied_sentence(chosen.label, _values(chosen.rows), chosen.implied, _stated(chosen.rows))
        st.caption(plain(sentence))


def _values(rows: pd.DataFrame) -> dict[str, float | str]:
    return {
        question_id: of_class if kind == "class" else number
        for question_id, kind, of_class, number, status in zip(
            *(rows[name] for name in ("question_id", "kind", "value_class", "value_number", "status")), strict=True
        )
        if status == "ok"
    }


def _stated(rows: pd.DataFrame) -> dict[str, str | None]:
    return dict(zip(rows["question_id"], rows["stated"], strict=True))


def _implied(rows: pd.DataFrame) -> Implied | None:
    return _cached_implied({question: value for question, value in _values(rows).items() if not isinstance(value, str)})


@st.cache_data(max_entries=5000, show_spinner=False)
def _cached_implied(numbers: dict[str, float]) -> Implied | None:
    return implied_triangle(numbers)


def _shapes(photograph: PhotographRow, implied: Implied | None, rows: pd.DataFrame) -> list[Shape]:
    true = board.true_cm(photograph)
    shapes = [*board.square(), *board.triangle_views(photograph)]
    shapes += name_shapes("true" if board.has_truth(photograph) else "measured", board.vertices(true))
    if implied is not None:
        corners = placed(implied.triangle, true, may_scale=True)
        shapes += board.closed("implied", corners, _look(rows).colour, "dashed")
        shapes += name_shapes("implied", board.vertices(corners), sign="′")
    return shapes


def _look(rows: pd.DataFrame) -> Look:
    """Of the model whose answers these are."""
    return look_of(str(rows["model_id"].iloc[0]) if len(rows) else "", model_kinds())


def _legend(photograph: PhotographRow, shapes: list[Shape], implied_by: str, look: Look) -> list[LegendEntry]:
    """What the lines are that are drawn."""
    known = how_known(photograph)
    entries = [
        *([] if known is None else [LegendEntry("true", "line", colours.SIDE, known)]),
        LegendEntry("measured", "dotted", colours.MEASURED, "measured"),
        LegendEntry("implied", "dashed", look.colour, implied_by, PATHS[look.shape]),
    ]
    lines = {shape.layer for shape in shapes if shape.form in ("line", "dotted", "dashed")}
    return [entry for entry in entries if entry.layer in lines]


def _frame(shapes: list[Shape]) -> Box:
    """The view with all of the shapes in it: the picture, and room around those that run out of it."""
    points = [point for shape in shapes for point in shape.points]
    low, high = ([edge, edge] for edge in (0.0, float(board.SIZE_PX)))
    for axis in (0, 1):
        outside = [point[axis] for point in points if not 0 <= point[axis] <= board.SIZE_PX]
        low[axis] = min([0.0, *(value - FRAME_MARGIN_PX for value in outside)])
        high[axis] = max([float(board.SIZE_PX), *(value + FRAME_MARGIN_PX for value in outside)])
    return low[0], low[1], high[0] - low[0], high[1] - low[1]


def _truths(photograph: PhotographRow) -> str:
    known = how_known(photograph)
    return "as measured" if known is None else f"{known}, measured"
