"""Lab: one synthetic scene, its truth at every tilt, and the answers of the reference solvers to its image."""

import dataclasses
import io
import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
from PIL import Image as Pillow

from core.errors import SceneError, SolverError, TriangleError
from core.formatting import format_count, format_number
from core.generators.photo_scenes.camera import SceneCamera, to_world_points
from core.generators.photo_scenes.render import render_jpeg
from core.generators.photo_scenes.sampling import frame_scene
from core.generators.photo_scenes.scene import LIMITS, TriangleScene
from core.generators.photo_scenes.truth import SceneTruth, compute_scene_truth
from core.geometry.board_measurement import measure_image
from core.geometry.camera_metadata import CameraMetadata, compute_focal_px
from core.geometry.homography import Image
from core.geometry.triangle import Triangle
from core.photographs.measurements import MeasuredPhotograph
from core.progress import Progress, Report, ignore_progress
from core.records import TRIANGLE_QUESTIONS
from core.scoring.answer_codes import is_correct
from core.scoring.metrics import compute_score
from core.solvers import SOLVERS_OF_SCENES

STEPS = 9
"""Number of images in a sweep."""

MAX_NAMED_CHANGES = 4
"""Maximum number of changes of a class that a sentence names."""

TILT_STEP_DEG = 0.5
TILT_PRECISION_DEG = 0.01


_OF_CAMERA = ("azimuth_deg", "roll_deg", "distance_cm", "focal_mm", "width_px", "height_px")
"""Scene parameters that determine how its camera is aimed at a tilt."""

_ANY_TRIANGLE_CM = ((20.0, 20.0), (80.0, 20.0), (50.0, 80.0))


def read_jpeg(file: bytes) -> Image:
    """Decode one of our JPEG files as (height, width, 3) RGB."""
    return np.asarray(Pillow.open(io.BytesIO(file)).convert("RGB"), dtype=np.uint8)


def score_solvers(scene: TriangleScene, picture: Image, truth: SceneTruth) -> pd.DataFrame:
    """Score every solver on every question: its answer from the image, and how good that is.

    Args:
        scene: the scene of the image.
        picture: (height, width, 3) RGB.
        truth: of the scene.

    Returns:
        model_id, label, question_id, answer, reason (why it is missing), score, foil_score (NaN if there is none),
        is_right_3d.
    """
    camera_metadata = CameraMetadata(focal_px=compute_focal_px(round(scene.focal_mm), scene.width_px, scene.height_px))
    measured = MeasuredPhotograph.build_from_measurement(measure_image(picture, camera_metadata))
    rows = []
    for model_id, solver in SOLVERS_OF_SCENES.items():
        try:
            answers, reason = solver.answers(measured), ""
        except SolverError as error:
            answers, reason = {}, str(error)
        for question in TRIANGLE_QUESTIONS:
            answer = answers.get(question.question_id)
            scores = [
                math.nan if answer is None else compute_score(question, answer, right[question.question_id])
                for right in (truth.answers_3d, truth.answers_2d)
            ]
            rows.append(
                {
                    "model_id": model_id,
                    "label": solver.model.display_name,
                    "question_id": question.question_id,
                    "question_kind": question.kind,
                    "answer": answer,
                    "reason": reason,
                    "score": scores[0],
                    "foil_score": scores[1],
                }
            )
    table = pd.DataFrame(rows)
    return table.assign(is_right_3d=is_correct(table) == 1.0)


def compute_class_spans(scene: TriangleScene) -> pd.DataFrame:
    """Compute the classes of the triangle in the image while the camera tilts and is re-aimed, by exact truth.

    The camera is aimed, and moved back if needed, as when a user tilts it, so the spans do not depend on its present
    tilt and aim.

    Returns:
        One row per question (Q1, Q2) and span of tilts without a change: question_id, value, from_deg, to_deg. Tilts
        from which the camera does not see the whole board from above are left out.
    """
    low, high = LIMITS["tilt_deg"]
    known = [
        (tilt, classes)
        for tilt in np.arange(low, high + TILT_STEP_DEG / 2, TILT_STEP_DEG).tolist()
        if (classes := _classify_at_tilt(scene, tilt)) is not None
    ]
    rows = [row for place in (0, 1) for row in _find_spans(scene, known, place)] if known else []
    return pd.DataFrame(rows, columns=["question_id", "value", "from_deg", "to_deg"])


def _find_spans(
    scene: TriangleScene, known: Sequence[tuple[float, tuple[str, str]]], place: int
) -> Iterator[tuple[str, str, float, float]]:
    question_id = TRIANGLE_QUESTIONS[place].question_id
    start = known[0][0]
    for (before, was), (after, is_now) in pairwise(known):
        if was[place] != is_now[place]:
            turn = _find_turning_tilt(scene, before, after, place, was[place])
            yield question_id, was[place], start, turn
            start = turn
    yield question_id, known[-1][1][place], start, known[-1][0]


def _find_turning_tilt(scene: TriangleScene, low: float, high: float, place: int, value: str) -> float:
    """Find the tilt between two at which a class stops being `value`, by bisection."""
    while high - low > TILT_PRECISION_DEG:
        middle = (low + high) / 2
        classes = _classify_at_tilt(scene, middle)
        low, high = (middle, high) if classes is not None and classes[place] == value else (low, middle)
    return (low + high) / 2


def _classify_at_tilt(scene: TriangleScene, tilt_deg: float) -> tuple[str, str] | None:
    """Return the side and angle class in the image; None without a valid scene."""
    camera = _build_camera(tuple(getattr(scene, name) for name in _OF_CAMERA), tilt_deg)
    if camera is None:
        return None
    try:
        points_px = camera.to_px(to_world_points(np.array([scene.a_cm, scene.b_cm, scene.c_cm])))
        triangle = Triangle.build_from_points(*points_px.tolist())
    except TriangleError:
        return None
    return triangle.classify_sides(), triangle.classify_angles()


@lru_cache(maxsize=4000)
def _build_camera(seen_from: tuple[float, ...], tilt_deg: float) -> SceneCamera | None:
    """Build the camera that sees the whole tape at a tilt, regardless of objects on the table; None if none exists.

    Args:
        seen_from: the values of `_OF_CAMERA`.
        tilt_deg: of the camera.
    """
    given: dict[str, Any] = dict(zip(_OF_CAMERA, seen_from, strict=True))
    try:
        return frame_scene(TriangleScene(*_ANY_TRIANGLE_CM, tilt_deg=tilt_deg, **given)).camera
    except SceneError:
        return None


def build_sweep_scenes(scene: TriangleScene, factor: str, low: float, high: float) -> list[tuple[float, TriangleScene]]:
    """Build `STEPS` scenes that differ in one number, with its value; values without a valid scene are left out.

    The camera is aimed, and moved back if needed, so that the whole tape is in each image, unless its distance is the
    varied number.
    """
    scenes = []
    for value in np.linspace(low, high, STEPS).tolist():
        try:
            one = dataclasses.replace(scene, **{factor: value})
            scenes.append((value, one if factor == "distance_cm" else frame_scene(one)))
        except SceneError:
            continue
    return scenes


def run_sweep(
    scene: TriangleScene, factor: str, low: float, high: float, report: Report = ignore_progress
) -> pd.DataFrame:
    """Compute every solver's mean score over the six questions while one number of the scene changes.

    Returns:
        One row per image and solver: value, model_id, label, score, foil_score in percent (NaN without an answer),
        reason.
    """
    scenes = build_sweep_scenes(scene, factor, low, high)
    rows: list[dict[str, object]] = []
    for done, (value, one) in enumerate(scenes, start=1):
        try:
            answers = score_solvers(one, read_jpeg(render_jpeg(one)), compute_scene_truth(one))
        except TriangleError:  # the triangle is seen edge-on, so there is no truth in 2D
            answers = pd.DataFrame(columns=["model_id", "label", "score", "foil_score", "reason"])
        for (model_id, label), part in answers.groupby(["model_id", "label"], sort=False):
            means = 100 * part[["score", "foil_score"]].mean()
            rows.append(
                {
                    "value": value,
                    "model_id": model_id,
                    "label": label,
                    "score": means["score"],
                    "foil_score": means["foil_score"],
                    "reason": part["reason"].iloc[0],
                }
            )
        report(Progress("Drawing and measuring", done, len(scenes)))
    return pd.DataFrame(rows, columns=["value", "model_id", "label", "score", "foil_score", "reason"])


def describe_tilt(truth: SceneTruth, spans: pd.DataFrame, tilt_deg: float) -> str:
    """Describe how tilt changes this triangle's classes, in a sentence or two."""
    world, picture = (_format_classes(triangle) for triangle in (truth.triangle_3d, truth.triangle_2d))
    same = "and it looks so in this image" if world == picture else f"but in this image it looks {picture}"
    changes = "; ".join(_list_apparent_classes(part) for _, part in spans.groupby("question_id") if len(part) > 1)
    by_tilt = (
        f"As the camera tilts at this distance, it looks {changes}; on the table it stays the same"
        if changes
        else "No tilt of the camera changes a class in the image at this distance"
    )
    return f"On the table the triangle is {world}, {same} (tilt {format_number(tilt_deg, 0)}°). {by_tilt}."


_APPARENT = {"right": "right-angled"}
"""Names of classes that would have another sense after "it looks"."""


def _list_apparent_classes(spans: pd.DataFrame) -> str:
    """List a question's classes in the image, each with the tilt up to which it lasts."""
    rows = spans.to_dict("records")
    names = [_APPARENT.get(row["value"], row["value"]) for row in rows]
    ends = [f"{format_number(row['to_deg'], 0)}°" for row in rows]
    texts = [f"{names[0]} until {ends[0]}"]
    texts += [
        f"{names[place]} between {ends[place - 1]} and {ends[place]}"
        for place in range(1, min(len(rows) - 1, MAX_NAMED_CHANGES))
    ]
    n_more = len(rows) - 1 - len(texts)
    beyond = f"and beyond that changes {format_count(n_more, 'more time')}" if n_more else f"then {names[-1]}"
    return ", ".join([*texts, beyond])


def _format_classes(triangle: Triangle) -> str:
    angles = triangle.classify_angles()
    return f"{triangle.classify_sides()} and {_APPARENT.get(angles, angles)}"
