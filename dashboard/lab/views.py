"""What the Lab page shows of a scene: its picture, the board from above, truths and answers, classes by tilt."""

import base64
import io
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st
from PIL import Image as Pillow

from core.analyses.lab import SOLVERS, class_spans, headline, read_jpeg, solver_answers
from core.errors import TriangleError
from core.geometry.homography import BOARD_CM, VIEW_MARGIN_CM, VIEW_PX_PER_CM, Image, map_points, view_from_board
from core.records import QUESTIONS, RIGHT_AT, Value
from core.synthetic.render import photograph
from core.synthetic.scene import NO_OBJECT, Scene
from core.synthetic.truth import SceneTruth, truth_of
from core.text import plain
from dashboard import charts
from dashboard.charts.lab import class_bands
from dashboard.components import BoardHandle, show_board, show_photograph
from dashboard.components.overlays import STICKER_COLOURS, Shape
from dashboard.lab.controls import moved, refusals
from dashboard.tables import download

SIZE_PX = round(VIEW_PX_PER_CM * (BOARD_CM + 2 * VIEW_MARGIN_CM))
OBJECT_COLOUR = "#6b4ba3"


@dataclass(frozen=True, slots=True, eq=False)
class Drawn:
    """A scene's file, and both pictures for the browser."""

    file: bytes
    picture_url: str
    board_url: str


@st.cache_data(max_entries=64, show_spinner=False)
def drawn(link: str) -> Drawn:
    """The pictures of a scene, by its link: the JPEG file as a model would get it, and the board from above."""
    scene = Scene.from_link(link)
    file = photograph(scene)
    board = scene.camera.homography.rectify(read_jpeg(file), VIEW_PX_PER_CM, VIEW_MARGIN_CM)
    return Drawn(file, _url(file), _url(_jpeg(board)))


@st.cache_data(max_entries=256, show_spinner=False)
def answered(link: str) -> pd.DataFrame:
    """What the solvers answer to a scene, by its link."""
    scene = Scene.from_link(link)
    return solver_answers(scene, read_jpeg(drawn(link).file), truth_of(scene))


@st.cache_data(max_entries=256, show_spinner=False)
def spans(link: str) -> pd.DataFrame:
    """The classes by tilt, by a scene's link."""
    return class_spans(Scene.from_link(link))


def _jpeg(image: Image) -> bytes:
    file = io.BytesIO()
    Pillow.fromarray(image).save(file, "JPEG", quality=80)
    return file.getvalue()


def _url(jpeg: bytes) -> str:
    return f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"


def show_headline(scene: Scene) -> SceneTruth | None:
    """The sentence above the picture; returns the truth, None where the camera sees the stickers on one line."""
    try:
        truth = truth_of(scene)
    except TriangleError as error:
        st.warning(f"There is no triangle in this picture: {plain(str(error))}.")
        return None
    st.markdown(f"#### {headline(truth, spans(scene.to_link()), scene.tilt_deg)}")
    return truth


def show_pictures(scene: Scene) -> None:
    """The picture, and beside it the board from above with points to drag."""
    pictures = drawn(scene.to_link())
    picture, board = st.columns([4, 3], gap="small")
    with picture:
        points = scene.camera.homography.to_px([scene.a_cm, scene.b_cm, scene.c_cm]).tolist()
        shapes = [
            Shape("points", "text", ((x, y - 26.0),), text=name) for name, (x, y) in zip("ABC", points, strict=True)
        ]
        show_photograph(
            pictures.picture_url,
            scene.width_px,
            scene.height_px,
            shapes,
            ["points"],
            alt="The scene as its camera sees it",
            key="lab_picture",
        )
    with board:
        show_board(
            pictures.board_url,
            SIZE_PX,
            VIEW_PX_PER_CM,
            VIEW_MARGIN_CM,
            _handles(scene),
            "lab_board",
            lambda: moved(scene, "lab_board"),
            refusals(),
        )
    st.caption(
        "Drawn, no photograph. Right: the same picture rectified, the board from above; drag A, B, C"
        f"{', or O, the object' if scene.object != NO_OBJECT else ''}, or move them with the arrow keys."
    )


def _handles(scene: Scene) -> list[BoardHandle]:
    points = {"A": scene.a_cm, "B": scene.b_cm, "C": scene.c_cm}
    if scene.object != NO_OBJECT:
        points["O"] = scene.object_cm
    view = map_points(view_from_board(VIEW_PX_PER_CM, VIEW_MARGIN_CM), list(points.values())).tolist()
    return [
        BoardHandle(
            name,
            x,
            y,
            f"Sticker {name}" if name != "O" else f"Object, {scene.object}",
            STICKER_COLOURS.get(name, OBJECT_COLOUR),
        )
        for name, (x, y) in zip(points, view, strict=True)
    ]


def show_answers(link: str, truth: SceneTruth) -> None:
    """Both truths side by side, each solver's answer, and where it fails."""
    rows = answered(link)
    st.markdown(f"**{_in_words(rows)}**")
    table = pd.DataFrame(
        {
            "": [f"{q.question_id} {q.title}" for q in QUESTIONS],
            "3D, on the table": [_text(truth.answers_3d[q.question_id]) for q in QUESTIONS],
            "2D, in the picture": [_text(truth.answers_2d[q.question_id]) for q in QUESTIONS],
        }
    )
    for model_id, label in SOLVERS.items():
        table[label] = [_answer(row) for row in rows[rows["model_id"] == model_id].to_dict("records")]
    st.table(table, hide_index=True, border="horizontal")
    st.caption(
        f"✗: wrong in 3D (another class, or a number with a kappa below {RIGHT_AT:g}). Hidden by occlusion: square "
        f"edge {truth.square_edge_occlusion}, triangle edge {truth.triangle_edge_occlusion}, sticker "
        f"{truth.triangle_vertex_occlusion}. The blind constant needs other triangles to choose on, so it is not here."
    )
    download(rows, "lab_answers")


def _text(value: Value) -> str:
    return value if isinstance(value, str) else f"{value:.2f}"


def _answer(row: Mapping[Hashable, Any]) -> str:
    if row["answer"] is None:
        return "–"
    return f"{_text(row['answer'])}{'' if row['is_right_3d'] else ' ✗'}"


def _in_words(rows: pd.DataFrame) -> str:
    told = []
    for label, part in rows.groupby("label", sort=False):
        if part["answer"].isna().all():
            told.append(f"{plain(str(label))} has no answer: {plain(part['reason'].iloc[0])}")
        else:
            told.append(f"{plain(str(label))} has {int(part['is_right_3d'].sum())} of {len(part)} right in 3D")
    return f"{'; '.join(told)}."


def show_class_bands(scene: Scene) -> None:
    """The picture's classes by tilt."""
    st.header("Which class changes, and at which tilt")
    rows = spans(scene.to_link())
    st.plotly_chart(
        class_bands(rows, scene.tilt_deg),
        key="lab_bands",
        config=charts.CONFIG,
        alt="Side class and angle class in the picture by tilt",
    )
    st.caption(
        "By exact truth, nothing is drawn for it: the same camera, tilted from 0 to 80 degrees as far as it still "
        "looks down on the whole board. The line is the present tilt."
    )
    download(rows, "lab_classes")
