"""Strict reader of a folder in the layout of the Tri-Bench release."""

from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.publications import PublishedFigure
from core.benchmarks.release_identity import read_identity
from core.benchmarks.strict_csv import TableLine
from core.benchmarks.triangles.dataset_facts import (
    MODELS,
    OCCLUSION,
    PIXELS_2D,
    PREDICTIONS,
    PROMPT,
    RAW_REPLIES,
    TABLES,
    TRIANGLES_3D,
)
from core.benchmarks.triangles.released_results import (
    ReleasedScore,
    group_released_values,
    read_released_scores,
    read_result_tables,
)
from core.benchmarks.triangles.reply_labels import Relabelling, find_relabelling
from core.benchmarks.triangles.row_keys import KEY_COLUMNS, read_photograph_rows
from core.errors import ReleaseError, TriangleError
from core.geometry.triangle import Triangle
from core.records import (
    ANGLE_CLASSES,
    CONDITIONS,
    OCCLUSIONS,
    SIDE_CLASSES,
    TRIANGLE_QUESTIONS,
    Frame,
    Photograph,
    Truth,
    Value,
)

_ANSWER_COLUMNS = tuple(question.key for question in TRIANGLE_QUESTIONS)
_SIZE_COLUMNS = ("img_width_px", "img_height_px")
_POINT_COLUMNS = ("Ax_px", "Ay_px", "Bx_px", "By_px", "Cx_px", "Cy_px")
_OCCLUSION_COLUMNS = ("square_edge_occlusion", "triangle_edge_occlusion", "triangle_vertex_occlusion")


@dataclass(frozen=True, slots=True)
class TriangleRelease:
    """The content of a release folder.

    Attributes:
        benchmark: row of the table `benchmarks`.
        raw_replies: raw reply by photograph id, by model id, after the relabelling; empty if the parsed table is
            absent, since only that table shows which photographs the labels mean.
        relabelling: the photograph that each label of the raw table refers to.
        absent_tables: missing tables; their data stay empty.
    """

    benchmark: dict[str, str]
    photographs: list[Photograph]
    truths: list[Truth]
    prompt: str
    raw_replies: dict[str, dict[str, str]]
    relabelling: Relabelling
    released_scores: list[ReleasedScore]
    published_figures: list[PublishedFigure]
    absent_tables: list[str]


def read_release(folder: Path) -> TriangleRelease:
    """Read a release folder. The two geometry tables are required, the others may be absent.

    Raises:
        ReleaseError: a table is not valid; the message names file, row and column.
    """
    benchmark = read_identity(folder)
    absent = [table for table in TABLES if not (folder / table).is_file()]
    triangles = read_photograph_rows(folder, TRIANGLES_3D, [*KEY_COLUMNS, "AB_cm", "BC_cm", "CA_cm", *_ANSWER_COLUMNS])
    pixels = read_photograph_rows(folder, PIXELS_2D, [*KEY_COLUMNS, *_SIZE_COLUMNS, *_POINT_COLUMNS, *_ANSWER_COLUMNS])
    _check_same_photographs(triangles, TRIANGLES_3D, pixels, PIXELS_2D)
    occlusions: dict[str, TableLine] = {}
    if OCCLUSION not in absent:
        occlusions = read_photograph_rows(folder, OCCLUSION, [*KEY_COLUMNS, *_OCCLUSION_COLUMNS])
        _check_same_photographs(triangles, TRIANGLES_3D, occlusions, OCCLUSION)

    photographs, truths = [], []
    for case_id, triangle_row in triangles.items():
        pixel_row = pixels[case_id]
        triangle_3d, triangle_2d = _parse_tape_triangle(triangle_row), _parse_image_triangle(pixel_row)
        truths += _build_truths(case_id, "3d", triangle_row, triangle_3d)
        truths += _build_truths(case_id, "2d", pixel_row, triangle_2d)
        occlusion_row = occlusions.get(case_id)
        photographs.append(
            _build_photograph(benchmark["benchmark_id"], case_id, triangle_row, pixel_row, occlusion_row)
        )
    scores = read_released_scores(folder, triangles, absent)
    has_checked_labels = RAW_REPLIES not in absent and PREDICTIONS not in absent
    labelled_replies = _read_raw_replies(folder, triangles) if has_checked_labels else {}
    relabelling = find_relabelling(labelled_replies, group_released_values(scores))
    return TriangleRelease(
        benchmark=benchmark,
        photographs=photographs,
        truths=truths,
        prompt=_read_prompt(folder),
        raw_replies={
            model_id: {relabelling.get_case_id(labelled_id): raw for labelled_id, raw in sorted(replies.items())}
            for model_id, replies in labelled_replies.items()
        },
        relabelling=relabelling,
        released_scores=scores,
        published_figures=read_result_tables(folder, absent),
        absent_tables=absent,
    )


def _check_same_photographs(
    rows: dict[str, TableLine], file: str, other_rows: dict[str, TableLine], other_file: str
) -> None:
    for case_id, row in rows.items():
        if case_id not in other_rows:
            raise row.refuse("img_original", f"{case_id} of {file} is missing in {other_file}")
        other = other_rows[case_id]
        if "object_in_square" in row.cells and row.get_text("object_in_square") != other.get_text("object_in_square"):
            raise other.refuse(
                "object_in_square",
                f"{other.get_text('object_in_square')!r}, but {file} has {row.get_text('object_in_square')!r}",
            )
    for case_id, row in other_rows.items():
        if case_id not in rows:
            raise row.refuse("img_original", f"{case_id} of {other_file} is missing in {file}")


def _parse_tape_triangle(row: TableLine) -> Triangle:
    ab, bc, ca = (row.parse_number(column, low=0.0) for column in ("AB_cm", "BC_cm", "CA_cm"))
    try:
        return Triangle(ab, bc, ca)
    except TriangleError as error:
        raise row.refuse("AB_cm, BC_cm, CA_cm", str(error)) from error


def _parse_image_triangle(row: TableLine) -> Triangle:
    try:
        return Triangle.build_from_points(*_parse_points(row))
    except TriangleError as error:
        raise row.refuse("Ax_px to Cy_px", str(error)) from error


def _parse_points(row: TableLine) -> list[tuple[float, float]]:
    width, height = (row.parse_number(column, low=1.0) for column in _SIZE_COLUMNS)
    return [
        (row.parse_number(f"{name}x_px", 0.0, width), row.parse_number(f"{name}y_px", 0.0, height))
        for name in ("A", "B", "C")
    ]


def _build_truths(case_id: str, frame: Frame, row: TableLine, triangle: Triangle) -> list[Truth]:
    recomputed = triangle.compute_answers(rule="paper")
    return [
        Truth(case_id, frame, q.question_id, _parse_released_value(row, q.key), recomputed[q.question_id])
        for q in TRIANGLE_QUESTIONS
    ]


def _parse_released_value(row: TableLine, key: str) -> Value:
    question = next(q for q in TRIANGLE_QUESTIONS if q.key == key)
    if question.kind == "class":
        return row.get_word(key, question.options)
    number = row.parse_number(key)
    if not question.is_valid_value(number):
        raise row.refuse(key, f"{number:g} is impossible for a triangle")
    return number


def _build_photograph(
    benchmark_id: str, case_id: str, triangle_row: TableLine, pixel_row: TableLine, occlusion_row: TableLine | None
) -> Photograph:
    group_id, condition = case_id.split("_")
    if condition not in CONDITIONS:
        raise triangle_row.refuse("img_original", f"condition {condition} is unknown")
    a_px, b_px, c_px = _parse_points(pixel_row)
    occlusion = [occlusion_row.get_word(c, OCCLUSIONS) if occlusion_row else None for c in _OCCLUSION_COLUMNS]
    return Photograph(
        benchmark_id=benchmark_id,
        case_id=case_id,
        group_id=group_id,
        condition=condition,
        pose=triangle_row.get_text("camera_view"),
        object=triangle_row.get_text("object_in_square"),
        has_object=condition.endswith("1"),
        width_px=round(pixel_row.parse_number("img_width_px", low=1.0)),
        height_px=round(pixel_row.parse_number("img_height_px", low=1.0)),
        a_px=a_px,
        b_px=b_px,
        c_px=c_px,
        ab_cm=triangle_row.parse_number("AB_cm"),
        bc_cm=triangle_row.parse_number("BC_cm"),
        ca_cm=triangle_row.parse_number("CA_cm"),
        side_class_3d=triangle_row.get_word("side_type", SIDE_CLASSES),
        angle_class_3d=triangle_row.get_word("angle_type", ANGLE_CLASSES),
        side_class_2d=pixel_row.get_word("side_type", SIDE_CLASSES),
        angle_class_2d=pixel_row.get_word("angle_type", ANGLE_CLASSES),
        side_class_2d_paper=_parse_image_triangle(pixel_row).classify_sides("paper"),
        square_edge_occlusion=occlusion[0],
        triangle_edge_occlusion=occlusion[1],
        triangle_vertex_occlusion=occlusion[2],
    )


def _read_prompt(folder: Path) -> str:
    path = folder / PROMPT
    if not path.is_file():
        raise ReleaseError(f"{PROMPT} is missing in {folder}. Download the release: trilens fetch")
    return path.read_text(encoding="utf-8")


def _read_raw_replies(folder: Path, known: dict[str, TableLine]) -> dict[str, dict[str, str]]:
    columns = {model.model_id: f"{model.model_id}_response" for model in MODELS}
    rows = read_photograph_rows(folder, RAW_REPLIES, ["image_path", *columns.values()])
    for case_id, row in rows.items():
        if case_id not in known:
            raise row.refuse("image_path", f"{case_id} is missing in {TRIANGLES_3D}")
    return {
        model_id: {case_id: row.cells[column] for case_id, row in rows.items()} for model_id, column in columns.items()
    }
