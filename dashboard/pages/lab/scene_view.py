"""A scene on the Lab page: its image, the board from above, truths and answers, classes by tilt."""

import io
from dataclasses import dataclass
from functools import partial

import pandas as pd
import streamlit as st
from PIL import Image as Pillow

from core.analyses.answers_table import build_answers_table, name_score_column
from core.analyses.reference_models import describe_reference_models
from core.analyses.scene_lab import compute_class_spans, describe_tilt, read_jpeg, score_solvers
from core.errors import TriangleError
from core.formatting import escape_markdown
from core.generators.photo_scenes.render import render_jpeg
from core.generators.photo_scenes.scene import NO_OBJECT, TriangleScene
from core.generators.photo_scenes.truth import SceneTruth, compute_scene_truth
from core.geometry.homography import (
    BOARD_CM,
    VIEW_MARGIN_CM,
    VIEW_PX_PER_CM,
    Image,
    compute_view_from_board,
    map_points,
)
from core.overlays import colours
from core.overlays.shapes import PhotographRow, build_triangle_shapes
from core.photographs.data_url import make_data_url
from core.records import RIGHT_AT, TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS, Frame
from dashboard.components.board import BoardHandle, show_board
from dashboard.components.photograph import build_photograph
from dashboard.pages.lab import texts
from dashboard.pages.lab.class_bands_chart import draw_class_bands
from dashboard.pages.lab.scene_controls import count_refusals, move_vertex
from dashboard.runtime.state_keys import lab as keys
from dashboard.style.palette import LAB_OBJECT, get_marker_style
from dashboard.style.theme import reserve_aspect_ratio
from dashboard.widgets.answers_table import build_answers_matrix, format_legend
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.tables import download

IMAGE_PLANE = "image_plane_solver"
"""Id of the reference model that reads the flat image."""

SIZE_PX = round(VIEW_PX_PER_CM * (BOARD_CM + 2 * VIEW_MARGIN_CM))


@dataclass(frozen=True, slots=True, eq=False)
class ScenePictures:
    """A scene's file, and both images for the browser."""

    file: bytes
    picture_url: str
    board_url: str


@st.cache_data(max_entries=64, show_spinner=False)
def render_scene(link: str) -> ScenePictures:
    """Render a scene by its link: the JPEG file as a model would get it, and the board from above."""
    scene = TriangleScene.parse_link(link)
    file = render_jpeg(scene)
    board = scene.camera.homography.rectify(read_jpeg(file), VIEW_PX_PER_CM, VIEW_MARGIN_CM)
    return ScenePictures(file, make_data_url(file, "image/jpeg"), make_data_url(_encode_jpeg(board), "image/jpeg"))


@st.cache_data(max_entries=256, show_spinner=False)
def run_solvers(link: str) -> pd.DataFrame:
    """Run the solvers on a scene, by its link."""
    scene = TriangleScene.parse_link(link)
    return score_solvers(scene, read_jpeg(render_scene(link).file), compute_scene_truth(scene))


@st.cache_data(max_entries=256, show_spinner=False)
def get_class_spans(link: str) -> pd.DataFrame:
    """Return the classes by tilt, by a scene's link."""
    return compute_class_spans(TriangleScene.parse_link(link))


def _encode_jpeg(image: Image) -> bytes:
    file = io.BytesIO()
    Pillow.fromarray(image).save(file, "JPEG", quality=80)
    return file.getvalue()


def show_headline(scene: TriangleScene) -> SceneTruth | None:
    """Show the sentence above the image; return the truth, None if the camera sees the stickers in one line."""
    try:
        truth = compute_scene_truth(scene)
    except TriangleError as error:
        st.warning(texts.describe_line(escape_markdown(str(error))))
        return None
    st.markdown(f"#### {describe_tilt(truth, get_class_spans(scene.to_link()), scene.tilt_deg)}")
    return truth


def show_pictures(scene: TriangleScene) -> None:
    """Show the image, and beside it the board from above with points to drag."""
    pictures = render_scene(scene.to_link())
    picture, board = st.columns([4, 3], gap="small")
    with picture:
        st.markdown(texts.CAMERA_VIEW)
        points = scene.camera.homography.to_px([scene.a_cm, scene.b_cm, scene.c_cm]).tolist()
        row: PhotographRow = {
            f"{name}{axis}_px": at
            for name, point in zip("abc", points, strict=True)
            for axis, at in zip("xy", point, strict=True)
        }
        reserve_aspect_ratio(keys.PICTURE, scene.width_px, scene.height_px)
        build_photograph(
            pictures.picture_url,
            scene.width_px,
            scene.height_px,
            build_triangle_shapes(row),
            ["points", "sides"],
            alt=texts.PICTURE_ALT,
            key=keys.PICTURE,
        ).show()
    with board:
        st.markdown(texts.name_board(has_object=scene.object != NO_OBJECT))
        reserve_aspect_ratio(keys.BOARD, SIZE_PX, SIZE_PX)
        show_board(
            pictures.board_url,
            SIZE_PX,
            VIEW_PX_PER_CM,
            VIEW_MARGIN_CM,
            _build_handles(scene),
            keys.BOARD,
            partial(move_vertex, scene),
            count_refusals(),
        )
    st.caption(texts.explain_board(has_object=scene.object != NO_OBJECT))


def _build_handles(scene: TriangleScene) -> list[BoardHandle]:
    points = {"A": scene.a_cm, "B": scene.b_cm, "C": scene.c_cm}
    if scene.object != NO_OBJECT:
        points["O"] = scene.object_cm
    view = map_points(compute_view_from_board(VIEW_PX_PER_CM, VIEW_MARGIN_CM), list(points.values())).tolist()
    return [
        BoardHandle(
            name,
            x,
            y,
            f"Sticker {name}" if name != "O" else f"Object, {scene.object}",
            colours.STICKERS.get(name, LAB_OBJECT),
        )
        for name, (x, y) in zip(points, view, strict=True)
    ]


def show_answers(link: str, truth: SceneTruth) -> None:
    """Show both truths side by side, each solver's answer, and where it is wrong."""
    rows = run_solvers(link)
    answers = rows.assign(run_id=rows["model_id"], run_label=rows["label"], value=rows["answer"], status="ok")
    answers = answers.rename(columns={"score": name_score_column("3d"), "foil_score": name_score_column("2d")})
    truths = {"3d": truth.answers_3d, "2d": truth.answers_2d}
    table = build_answers_table(answers, truths, TRIANGLE_QUESTIONS, ("3d", "2d"))
    looks = {model_id: get_marker_style(model_id, {}) for model_id in rows["model_id"].unique()}
    headings: dict[Frame, str] = {"3d": "3D, on the table", "2d": "2D, in the image"}
    build_answers_matrix(table, headings, keys.MATRIX, looks=looks, with_scores=False).show()
    st.markdown(
        texts.describe_occlusion(
            format_legend(), truth.square_edge_occlusion, truth.triangle_edge_occlusion, truth.triangle_vertex_occlusion
        )
    )
    show_help_popover(texts.explain_right_answers(100 * RIGHT_AT))
    download(rows, "lab_answers")


def show_solver_results(link: str) -> None:
    """Show how many answers of each solver are right, as a sentence below the headline."""
    rows = run_solvers(link)
    wrong = rows[(rows["model_id"] == IMAGE_PLANE) & ~rows["is_right_3d"] & rows["answer"].notna()]
    is_number = [TRIANGLE_QUESTION_BY_ID[question_id].is_number for question_id in wrong["question_id"]]
    start = texts.NUMBERS_MISLEAD if is_number and all(is_number) else ""
    st.markdown(
        start + _describe_answers(rows), help=describe_reference_models(dict(rows[["model_id", "label"]].to_numpy()))
    )


def _describe_answers(rows: pd.DataFrame) -> str:
    silent: list[str] = []
    counts: list[tuple[str, int]] = []
    for label, part in rows.groupby("label", sort=False):
        model = escape_markdown(str(label))
        if part["answer"].isna().all():
            silent.append(texts.describe_missing_answer(model, escape_markdown(part["reason"].iloc[0])))
        else:
            counts.append((model, int(part["is_right_3d"].sum())))
    n_questions = rows["question_id"].nunique()
    results = [texts.describe_right_answers(counts, n_questions)] if counts else []
    return f"{'; '.join([*results, *silent])}."


def show_class_bands(scene: TriangleScene) -> None:
    """Show the image's classes by tilt."""
    st.header(texts.CLASSES_SECTION)
    rows = get_class_spans(scene.to_link())
    figure = draw_class_bands(rows, scene.tilt_deg)
    show_chart(figure, keys.BANDS_CHART, texts.CLASSES_CHART)
    st.caption(texts.CLASSES)
    show_help_popover(texts.CLASSES_HELP)
    download(rows, "lab_classes")
