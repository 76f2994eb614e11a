"""The board of one photograph from above: the true triangle, the measured one, and the one that answers imply."""

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
from dashboard.charts.palette import NEW_MODEL, colour_of
from dashboard.components import Shape, colours, show_photograph
from dashboard.components.overlays import PhotographRow
from dashboard.images import image_url
from dashboard.parts.truth_names import how_known
from dashboard.queries import model_kinds

LAYERS = {"measured": "Measured", "implied": "Implied by answers", "square": "Square"}
SIZE_PX = round(VIEW_PX_PER_CM * (BOARD_CM + 2 * VIEW_MARGIN_CM))


@st.fragment
def show(photograph: PhotographRow, answers: pd.DataFrame, url: str | None = None) -> None:
    """The view, its layers, the choice of a model, and a sentence on what its numbers imply.

    Args:
        photograph: a row of the table `photographs`; without sides in it, the measured triangle is the truth.
        answers: the query `case_answers` of the runs that are shown.
        url: of the rectified picture, if it is not among the photographs' copies.
    """
    true = {"true": f"True, {how_known(photograph)}"} if has_truth(photograph) else {}
    labels = true | LAYERS
    runs = answers.drop_duplicates("run_id").set_index("run_id")["run_label"].to_dict()
    layers = st.pills(
        "Layers of the rectified view",
        list(labels),
        format_func=labels.__getitem__,
        selection_mode="multi",
        default=list(labels),
        key="rectified",
        bind="query-params",
        label_visibility="collapsed",
    )
    run_id = st.selectbox(
        "Triangle implied by the answers of",
        list(runs),
        format_func=runs.__getitem__,
        key="implied",
        bind="query-params",
        disabled=not runs,
        placeholder="no answers",
    )
    rows = answers[answers["run_id"] == run_id]
    implied = _implied(rows)
    shapes = _shapes(photograph, implied, rows)
    show_photograph(
        url or image_url(photograph["rectified_key"], "rectified"),
        SIZE_PX,
        SIZE_PX,
        shapes,
        layers,
        alt=f"Photograph {photograph['case_id']} rectified, with its triangle {_truths(photograph)} and implied",
        key="rectified_view",
        absent="The border was not found: the triangles alone",
    )
    solid = f"Solid: {how_known(photograph)}. " if has_truth(photograph) else ""
    st.caption(f"The board from above. {solid}Dashed green: measured. Dashed in the model's colour: implied.")
    if run_id is not None:
        st.markdown(plain(implied_sentence(runs[run_id], _values(rows), implied, _stated(rows))))


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
    shapes = [*_outline("square", BOARD_CORNERS_CM, colours.BORDER, "thin"), *triangle_views(photograph)]
    true = true_cm(photograph)
    for name, (x, y) in zip("ABC", _view(true), strict=True):
        shapes.append(Shape("true" if has_truth(photograph) else "measured", "text", ((x, y - 28.0),), text=name))
    if implied is not None:
        model_id, kinds = rows["model_id"].iloc[0], model_kinds()
        colour = colour_of(model_id, kinds) if model_id in kinds else NEW_MODEL
        corners = placed(implied.triangle, true, may_scale=True)
        shapes += _outline("implied", corners, colour, "dashed")
        for name, (x, y) in zip("ABC", _view(corners), strict=True):
            shapes.append(Shape("implied", "text", ((x, y + 22.0),), text=f"{name}′"))
    return shapes


def triangle_views(photograph: PhotographRow) -> list[Shape]:
    """The true triangle and, dashed, the measured one, in pixels of the rectified view.

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
    return shapes if measured is None else [*shapes, *_outline("measured", measured, colours.MEASURED, "dashed")]


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


def _view(points_cm: Array) -> list[tuple[float, float]]:
    view = map_points(view_from_board(VIEW_PX_PER_CM, VIEW_MARGIN_CM), points_cm)
    return [(float(x), float(y)) for x, y in view]


def _outline(layer: str, corners_cm: Array, colour: str, form: Any) -> list[Shape]:  # noqa: ANN401 - a Shape's form
    corners = _view(corners_cm)
    return [Shape(layer, form, side, colour) for side in pairwise([*corners, corners[0]])]
