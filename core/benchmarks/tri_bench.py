"""Reads a folder in the layout of the Tri-Bench release into records; strict about every row.

Source: A. Bendkhale, "Tri-Bench: Stress-Testing VLM Reliability on Spatial Reasoning under Camera Tilt and Object
Interference"; dataset (c) 2025 Amit Bendkhale, CC BY 4.0, https://github.com/Amiton7/Tri-Bench.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.labels import Relabelling, find_relabelling
from core.benchmarks.tables import Row, read_table
from core.errors import ReleaseError, TriangleError
from core.geometry.triangle import Triangle
from core.records import (
    ANGLE_CLASSES,
    CONDITIONS,
    OCCLUSIONS,
    POSES,
    QUESTIONS,
    SIDE_CLASSES,
    Frame,
    Model,
    Photograph,
    Truth,
    Value,
)
from core.settings import TRI_BENCH_COMMIT

BENCHMARK_ID = "tri_bench"
CREDIT = "Tri-Bench © 2025 Amit Bendkhale, CC BY 4.0"
URL = "https://github.com/Amiton7/Tri-Bench"
VERSION = TRI_BENCH_COMMIT

MODELS = (
    Model("gemini_2.5_pro", "Gemini 2.5 Pro", "Google", "gemini-2.5-pro-preview-03-25"),
    Model("gemini_2.5_flash", "Gemini 2.5 Flash", "Google", "gemini-2.5-flash"),
    Model("openai_gpt_5", "GPT-5", "OpenAI", "gpt-5-2025-08-07"),
    Model("qwen_2.5_32b", "Qwen2.5-VL-32B", "Fireworks", "qwen2p5-vl-32b-instruct"),
)
"""The models of the release. Source: Tri-Bench, Table 4."""

PROMPT_ID = "tri_bench"
IMAGES = "images/triangles_original"
PROMPT = "prompts/tri_bench_prompt.txt"
TRIANGLES_3D = "data/tri_bench_triangles_3d.csv"
PIXELS_2D = "data/tri_bench_pixel_geometry_2d.csv"
OCCLUSION = "data/tri_bench_occlusion_annotations.csv"
RAW_REPLIES = "data/tri_bench_vlm_raw_responses.csv"
PREDICTIONS = "data/tri_bench_vlm_predictions.csv"
ACCURACY = "data/tri_bench_vlm_accuracy_by_image.csv"
RESULT_BY_MODEL = "data/tri_bench_vlm_table_1_3D_vs_2D.csv"
RESULT_BY_CLASS = "data/tri_bench_vlm_table_2_shape_bias.csv"
RESULT_BY_CONDITION = "data/tri_bench_vlm_table_3_question_wise.csv"
TABLES = (
    TRIANGLES_3D, PIXELS_2D, OCCLUSION, RAW_REPLIES, PREDICTIONS, ACCURACY, RESULT_BY_MODEL, RESULT_BY_CLASS,
    RESULT_BY_CONDITION,
)  # fmt: skip

_KEY_COLUMNS = ("img_original", "triangle_id", "camera_view", "object_in_square")
_IMAGE_PATH = re.compile(r"triangles_original/(\d{3,})_([PT])([01])\.jpg")
_POSE_OF_LETTER = {"P": "planar", "T": "tilted"}


@dataclass(frozen=True, slots=True)
class ReleasedScore:
    """What the release itself says of one answer: the value that it parsed and the two accuracies that it computed."""

    photograph_id: str
    model_id: str
    question_id: str
    value: Value | None
    kappa_3d: float | None
    kappa_2d: float | None


@dataclass(frozen=True, slots=True)
class PublishedFigure:
    """One published number, in the shape of the warehouse's table `published_figures`."""

    origin: str
    figure_id: str
    row_key: str
    column_key: str
    value: float
    unit: str
    decimals: int | None
    source: str


@dataclass(frozen=True, slots=True)
class Release:
    """A release folder, read.

    Attributes:
        raw_replies: by model id, the raw reply by photograph id, after the relabelling.
        relabelling: which photograph the labels of the raw table stand for.
        absent_tables: tables that are not there; what they feed stays empty.
    """

    photographs: list[Photograph]
    truths: list[Truth]
    prompt: str
    raw_replies: dict[str, dict[str, str]]
    relabelling: Relabelling
    released_scores: list[ReleasedScore]
    published_figures: list[PublishedFigure]
    absent_tables: list[str]


def benchmark_row() -> dict[str, str]:
    """The row of the table `benchmarks`."""
    return {
        "benchmark_id": BENCHMARK_ID, "title": "Tri-Bench", "author": "Amit Bendkhale", "source": URL,
        "version": VERSION, "licence": "CC BY 4.0", "credit": CREDIT,
    }  # fmt: skip


def read_release(folder: Path) -> Release:
    """Everything that a release folder says. The two geometry tables have to be there, the others may be absent.

    Raises:
        ReleaseError: a table is not what it has to be; names file, row and column.
    """
    absent = [table for table in TABLES if not (folder / table).is_file()]
    triangles = _by_photograph(folder, TRIANGLES_3D, [*_KEY_COLUMNS, "AB_cm", "BC_cm", "CA_cm", *_ANSWER_COLUMNS])
    pixels = _by_photograph(folder, PIXELS_2D, [*_KEY_COLUMNS, *_SIZE_COLUMNS, *_POINT_COLUMNS, *_ANSWER_COLUMNS])
    _same_photographs(triangles, TRIANGLES_3D, pixels, PIXELS_2D)
    occlusions: dict[str, Row] = {}
    if OCCLUSION not in absent:
        occlusions = _by_photograph(folder, OCCLUSION, [*_KEY_COLUMNS, *_OCCLUSION_COLUMNS])
        _same_photographs(triangles, TRIANGLES_3D, occlusions, OCCLUSION)

    photographs, truths = [], []
    for photograph_id, triangle_row in triangles.items():
        pixel_row = pixels[photograph_id]
        triangle_3d, triangle_2d = _triangle_by_tape(triangle_row), _triangle_in_image(pixel_row)
        truths += _truths(photograph_id, "3d", triangle_row, triangle_3d)
        truths += _truths(photograph_id, "2d", pixel_row, triangle_2d)
        photographs.append(_photograph(photograph_id, triangle_row, pixel_row, occlusions.get(photograph_id)))
    scores = _read_released_scores(folder, triangles, absent)
    labelled_replies = {} if RAW_REPLIES in absent else _read_raw_replies(folder, triangles)
    relabelling = find_relabelling(labelled_replies, _released_values(scores))
    return Release(
        photographs=photographs,
        truths=truths,
        prompt=_read_prompt(folder),
        raw_replies={
            model_id: {relabelling.photograph_id(labelled_id): raw for labelled_id, raw in sorted(replies.items())}
            for model_id, replies in labelled_replies.items()
        },
        relabelling=relabelling,
        released_scores=scores,
        published_figures=_read_result_tables(folder, absent),
        absent_tables=absent,
    )


_ANSWER_COLUMNS = tuple(question.key for question in QUESTIONS)
_SIZE_COLUMNS = ("img_width_px", "img_height_px")
_POINT_COLUMNS = ("Ax_px", "Ay_px", "Bx_px", "By_px", "Cx_px", "Cy_px")
_OCCLUSION_COLUMNS = ("square_edge_occlusion", "triangle_edge_occlusion", "triangle_vertex_occlusion")


def _photograph_id(row: Row, column: str) -> str:
    match = _IMAGE_PATH.fullmatch(row.text(column))
    if match is None:
        raise row.refuse(column, f"{row.text(column)!r} is not of the form triangles_original/NNN_VK.jpg")
    return f"{match[1]}_{match[2]}{match[3]}"


def _by_photograph(folder: Path, file: str, columns: Sequence[str]) -> dict[str, Row]:
    """The rows of a table by photograph id, their keys checked against each other."""
    rows: dict[str, Row] = {}
    for row in read_table(folder, file, columns):
        photograph_id = _photograph_id(row, columns[0])
        if photograph_id in rows:
            raise row.refuse(columns[0], f"{photograph_id} stands in row {rows[photograph_id].number} already")
        rows[photograph_id] = row
        if "triangle_id" not in columns:
            continue
        triangle_id, condition = photograph_id.split("_")
        if row.text("triangle_id").zfill(3) != triangle_id:
            raise row.refuse("triangle_id", f"{row.text('triangle_id')!r} does not fit photograph {photograph_id}")
        if row.word("camera_view", POSES) != _POSE_OF_LETTER[condition[0]]:
            raise row.refuse("camera_view", f"{row.text('camera_view')!r} does not fit photograph {photograph_id}")
        if row.text("object_in_square") == "" or (row.text("object_in_square") != "none") != (condition[1] == "1"):
            raise row.refuse("object_in_square", f"{row.text('object_in_square')!r} does not fit {photograph_id}")
    return rows


def _same_photographs(rows: dict[str, Row], file: str, other_rows: dict[str, Row], other_file: str) -> None:
    for photograph_id, row in rows.items():
        if photograph_id not in other_rows:
            raise row.refuse("img_original", f"{photograph_id} of {file} is missing in {other_file}")
        other = other_rows[photograph_id]
        if "object_in_square" in row.cells and row.text("object_in_square") != other.text("object_in_square"):
            raise other.refuse(
                "object_in_square",
                f"{other.text('object_in_square')!r}, but {file} says {row.text('object_in_square')!r}",
            )
    for photograph_id, row in other_rows.items():
        if photograph_id not in rows:
            raise row.refuse("img_original", f"{photograph_id} of {other_file} is missing in {file}")


def _triangle_by_tape(row: Row) -> Triangle:
    ab, bc, ca = (row.number_of(column, low=0.0) for column in ("AB_cm", "BC_cm", "CA_cm"))
    try:
        return Triangle(ab, bc, ca)
    except TriangleError as error:
        raise row.refuse("AB_cm, BC_cm, CA_cm", str(error)) from error


def _triangle_in_image(row: Row) -> Triangle:
    try:
        return Triangle.from_points(*_points(row))
    except TriangleError as error:
        raise row.refuse("Ax_px to Cy_px", str(error)) from error


def _points(row: Row) -> list[tuple[float, float]]:
    width, height = (row.number_of(column, low=1.0) for column in _SIZE_COLUMNS)
    return [
        (row.number_of(f"{name}x_px", 0.0, width), row.number_of(f"{name}y_px", 0.0, height))
        for name in ("A", "B", "C")
    ]


def _truths(photograph_id: str, frame: Frame, row: Row, triangle: Triangle) -> list[Truth]:
    recomputed = triangle.answers(rule="paper")
    return [
        Truth(photograph_id, frame, q.question_id, _released_value(row, q.key), recomputed[q.question_id])
        for q in QUESTIONS
    ]


def _released_value(row: Row, key: str) -> Value:
    question = next(q for q in QUESTIONS if q.key == key)
    if question.kind == "class":
        return row.word(key, question.options)
    number = row.number_of(key)
    if not question.admits(number):
        raise row.refuse(key, f"no triangle has {number:g}")
    return number


def _photograph(photograph_id: str, triangle_row: Row, pixel_row: Row, occlusion_row: Row | None) -> Photograph:
    triangle_id, condition = photograph_id.split("_")
    if condition not in CONDITIONS:
        raise triangle_row.refuse("img_original", f"condition {condition} is unknown")
    a_px, b_px, c_px = _points(pixel_row)
    occlusion = [occlusion_row.word(c, OCCLUSIONS) if occlusion_row else None for c in _OCCLUSION_COLUMNS]
    return Photograph(
        benchmark_id=BENCHMARK_ID,
        photograph_id=photograph_id,
        triangle_id=triangle_id,
        condition=condition,
        pose=triangle_row.text("camera_view"),
        object=triangle_row.text("object_in_square"),
        has_object=condition.endswith("1"),
        width_px=round(pixel_row.number_of("img_width_px", low=1.0)),
        height_px=round(pixel_row.number_of("img_height_px", low=1.0)),
        a_px=a_px,
        b_px=b_px,
        c_px=c_px,
        ab_cm=triangle_row.number_of("AB_cm"),
        bc_cm=triangle_row.number_of("BC_cm"),
        ca_cm=triangle_row.number_of("CA_cm"),
        side_class_3d=triangle_row.word("side_type", SIDE_CLASSES),
        angle_class_3d=triangle_row.word("angle_type", ANGLE_CLASSES),
        side_class_2d=pixel_row.word("side_type", SIDE_CLASSES),
        angle_class_2d=pixel_row.word("angle_type", ANGLE_CLASSES),
        side_class_2d_paper=_triangle_in_image(pixel_row).side_class("paper"),
        square_edge_occlusion=occlusion[0],
        triangle_edge_occlusion=occlusion[1],
        triangle_vertex_occlusion=occlusion[2],
    )


def _read_prompt(folder: Path) -> str:
    path = folder / PROMPT
    if not path.is_file():
        raise ReleaseError(f"{PROMPT} is missing in {folder}. Bring the release there: python -m core fetch")
    return path.read_text(encoding="utf-8")


def _read_raw_replies(folder: Path, known: dict[str, Row]) -> dict[str, dict[str, str]]:
    columns = {model.model_id: f"{model.model_id}_response" for model in MODELS}
    rows = _by_photograph(folder, RAW_REPLIES, ["image_path", *columns.values()])
    for photograph_id, row in rows.items():
        if photograph_id not in known:
            raise row.refuse("image_path", f"{photograph_id} is missing in {TRIANGLES_3D}")
    return {
        model_id: {photograph_id: row.cells[column] for photograph_id, row in rows.items()}
        for model_id, column in columns.items()
    }


def _read_released_scores(folder: Path, known: dict[str, Row], absent: list[str]) -> list[ReleasedScore]:
    names = [(model.model_id, q) for model in MODELS for q in QUESTIONS]
    value_columns = [f"{model_id}_{q.key}" for model_id, q in names]
    kappa_columns = [f"{model_id}_{q.question_id}_acc_{frame}" for model_id, q in names for frame in ("3d", "2d")]
    values = {} if PREDICTIONS in absent else _by_photograph(folder, PREDICTIONS, [*_KEY_COLUMNS, *value_columns])
    kappas = {} if ACCURACY in absent else _by_photograph(folder, ACCURACY, ["img_original", *kappa_columns])
    for file, rows in ((PREDICTIONS, values), (ACCURACY, kappas)):
        for photograph_id, row in rows.items():
            if photograph_id not in known:
                raise row.refuse("img_original", f"{photograph_id} of {file} is missing in {TRIANGLES_3D}")
    scores = []
    for photograph_id in sorted(values.keys() | kappas.keys()):
        value_row, kappa_row = values.get(photograph_id), kappas.get(photograph_id)
        for model_id, q in names:
            column = f"{model_id}_{q.question_id}_acc_"
            value: Value | None = None
            if value_row:
                key = f"{model_id}_{q.key}"
                value = value_row.word(key, q.options) if q.kind == "class" else value_row.number_of(key)
            kappa_3d, kappa_2d = (
                kappa_row.number_of(column + frame, 0.0, 1.0) if kappa_row else None for frame in ("3d", "2d")
            )
            scores.append(ReleasedScore(photograph_id, model_id, q.question_id, value, kappa_3d, kappa_2d))
    return scores


def _released_values(scores: list[ReleasedScore]) -> dict[tuple[str, str], dict[str, Value]]:
    values: dict[tuple[str, str], dict[str, Value]] = {}
    for score in scores:
        if score.value is not None:
            values.setdefault((score.model_id, score.photograph_id), {})[score.question_id] = score.value
    return values


def _read_result_tables(folder: Path, absent: list[str]) -> list[PublishedFigure]:
    """The release's tables of results. Its own numbering differs from the paper's, so they are named by content."""
    models = [*(model.model_id for model in MODELS), "AVERAGE"]
    classes = [f"Q1_{c}" for c in SIDE_CLASSES] + [f"Q2_{c}" for c in ANGLE_CLASSES]
    figures = []

    def add(row: Row, figure_id: str, row_key: str, column_key: str, column: str) -> None:
        value = row.number_of(column, 0.0, 100.0)
        figures.append(PublishedFigure("release", figure_id, row_key, column_key, value, "percent", None, row.file))

    if RESULT_BY_MODEL not in absent:
        for row in read_table(folder, RESULT_BY_MODEL, ["vlm", "acc_3d_percent", "acc_2d_percent"]):
            for frame in ("3d", "2d"):
                add(row, "kappa_by_model", row.word("vlm", models), frame, f"acc_{frame}_percent")
    if RESULT_BY_CLASS not in absent:
        for row in read_table(folder, RESULT_BY_CLASS, ["vlm", *(f"{c}_percent" for c in classes)]):
            for name in classes:
                add(row, "kappa_by_true_class", row.word("vlm", models), name.replace("_", " "), f"{name}_percent")
    if RESULT_BY_CONDITION not in absent:
        for row in read_table(folder, RESULT_BY_CONDITION, ["image_type", "question", "accuracy_percent"]):
            question_id = row.word("question", [q.question_id for q in QUESTIONS])
            add(row, "kappa_by_condition", question_id, row.word("image_type", CONDITIONS), "accuracy_percent")
    return figures
