"""The board of one photograph from above: the true triangle, the measured one, and the one that answers imply."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import streamlit as st

from core.analyses.diagnosis import implied_sentence
from core.geometry.homography import (
    BOARD_CM,
    BOARD_CORNERS_CM,
    VIEW_MARGIN_CM,
    VIEW_PX_PER_CM,
    Array,
    Homography,
    map_points,
    view_from_board,
)
from core.geometry.implied.nearest import Implied, implied_triangle
from core.geometry.placement import placed
from core.geometry.triangle import Triangle
from core.text import plain
from dashboard.charts.palette import Look, look_of
from dashboard.charts.shapes import PATHS
from dashboard.components import Shape, colours, show_photograph
from dashboard.components.overlays import PhotographRow, name_shapes
from dashboard.components.photograph import Box, LegendEntry
from dashboard.images import image_url
from dashboard.parts.truth_names import how_known
from dashboard.queries import model_kinds

IMPLIED = "implied"
"""Key of the choice of a model, and its name in the address."""

LAYERS = {"measured": "Measured", "implied": "Implied by answers", "square": "Square"}
FRAME_MARGIN_PX = 60.0
"""Room for a label beside a point that lies outside of the picture."""

SIZE_PX = round(VIEW_PX_PER_CM * (BOARD_CM + 2 * VIEW_MARGIN_CM))


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
    solid = f"Solid: {how_known(photograph)}. " if has_truth(photograph) else ""
    st.caption(f"The board from above. {solid}White dots: measured. Dashed in the model's colour: implied.")
    say(chosen)


def choose_layers(photograph: PhotographRow) -> list[str]:
    """The layers of the board."""
    true = {"true": f"True, {how_known(photograph)}"} if has_truth(photograph) else {}
    labels = true | LAYERS
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
    runs = answers.drop_duplicates("run_id").set_index("run_id")["run_label"].to_dict()
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
    runs = list(answers["run_id"])
    shown = run_id if run_id in runs else next(iter(runs), None)
    return _drawn(["true", *LAYERS], answers, shown)


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
        SIZE_PX,
        SIZE_PX,
        shapes,
        chosen.layers,
        alt=f"Photograph {photograph['case_id']} rectified, with its triangle {_truths(photograph)} and implied",
        key="rectified_view",
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
        row["question_id"]: row["value_class"] if row["kind"] == "class" else row["value_number"]
        for row in rows[rows["status"] == "ok"].to_dict("records")
    }


def _stated(rows: pd.DataFrame) -> dict[str, str | None]:
    return dict(zip(rows["question_id"], rows["stated"], strict=True))


def _implied(rows: pd.DataFrame) -> Implied | None:
    return _cached_implied({question: value for question, value in _values(rows).items() if not isinstance(value, str)})


@st.cache_data(max_entries=5000, show_spinner=False)
def _cached_implied(numbers: dict[str, float]) -> Implied | None:
    return implied_triangle(numbers)


def _shapes(photograph: PhotographRow, implied: Implied | None, rows: pd.DataFrame) -> list[Shape]:
    true = true_cm(photograph)
    shapes = [*_outline("square", BOARD_CORNERS_CM, colours.BORDER, "thin"), *triangle_views(photograph)]
    shapes += name_shapes("true" if has_truth(photograph) else "measured", _named(true))
    if implied is not None:
        corners = placed(implied.triangle, true, may_scale=True)
        shapes += _outline("implied", corners, _look(rows).colour, "dashed")
        shapes += name_shapes("implied", _named(corners), sign="′")
    return shapes


def _look(rows: pd.DataFrame) -> Look:
    """Of the model whose answers these are."""
    return look_of(str(rows["model_id"].iloc[0]) if len(rows) else "", model_kinds())


def _legend(photograph: PhotographRow, shapes: list[Shape], implied_by: str, look: Look) -> list[LegendEntry]:
    """What the lines are that are drawn."""
    entries = [
        LegendEntry("true", "line", colours.SIDE, how_known(photograph)),
        LegendEntry("measured", "dotted", colours.MEASURED, "measured"),
        LegendEntry("implied", "dashed", look.colour, implied_by, PATHS[look.shape]),
    ]
    lines = {shape.layer for shape in shapes if shape.form in ("line", "dotted", "dashed")}
    return [entry for entry in entries if entry.layer in lines]


def _frame(shapes: list[Shape]) -> Box:
    """The view with all of the shapes in it: the picture, and room around those that run out of it."""
    points = [point for shape in shapes for point in shape.points]
    low, high = ([edge, edge] for edge in (0.0, float(SIZE_PX)))
    for axis in (0, 1):
        outside = [point[axis] for point in points if not 0 <= point[axis] <= SIZE_PX]
        low[axis] = min([0.0, *(value - FRAME_MARGIN_PX for value in outside)])
        high[axis] = max([float(SIZE_PX), *(value + FRAME_MARGIN_PX for value in outside)])
    return low[0], low[1], high[0] - low[0], high[1] - low[1]


def triangle_views(photograph: PhotographRow) -> list[Shape]:
    """The true triangle and, dotted, the measured one, in pixels of the rectified view.

    Args:
        photograph: a row of the table `photographs`.
    """
    corners, measured = true_cm(photograph), _measured_cm(photograph)
    layer = "true" if has_truth(photograph) else "measured"
    shapes = _outline("true", corners, colours.SIDE, "line") if has_truth(photograph) else []
    shapes += [
        Shape(layer, "ring", (point,), colours.STICKERS[name])
        for name, point in zip("ABC", _view(corners), strict=True)
    ]
    return shapes if measured is None else [*shapes, *_outline("measured", measured, colours.MEASURED, "dotted")]


def has_truth(photograph: PhotographRow) -> bool:
    """Whether the true sides of the photograph's triangle are known; those of an own photograph are only measured."""
    return "ab_cm" in photograph


def _truths(photograph: PhotographRow) -> str:
    return f"{how_known(photograph)}, measured" if has_truth(photograph) else "as measured"


def true_cm(photograph: PhotographRow) -> Array:
    """A, B and C of the true triangle, (3, 2) on the board, laid over the measured ones; else the measured ones."""
    if not has_truth(photograph) and (measured := _measured_cm(photograph)) is not None:
        return measured
    sides = Triangle(photograph["ab_cm"], photograph["bc_cm"], photograph["ca_cm"])
    return placed(sides, _measured_cm(photograph))


def _measured_cm(photograph: PhotographRow) -> Array | None:
    """A, B and C as found, (3, 2) on the board; None unless border and stickers were found."""
    found = np.array([[photograph[f"{v}_found_{axis}_px"] for axis in "xy"] for v in "abc"], dtype=np.float64)
    if photograph["border_status"] != "found" or not np.isfinite(found).all():
        return None
    return Homography.from_corners(np.reshape(photograph["border_px"], (4, 2))).to_board(found)


def _named(corners_cm: Array) -> dict[str, tuple[float, float]]:
    return dict(zip("ABC", _view(corners_cm), strict=True))


def _view(points_cm: Array) -> list[tuple[float, float]]:
    view = map_points(view_from_board(VIEW_PX_PER_CM, VIEW_MARGIN_CM), points_cm)
    return [(float(x), float(y)) for x, y in view]


def _outline(layer: str, corners_cm: Array, colour: str, form: Any) -> list[Shape]:  # noqa: ANN401 - a Shape's form
    corners = _view(corners_cm)
    return [Shape(layer, form, side, colour) for side in pairwise([*corners, corners[0]])]
