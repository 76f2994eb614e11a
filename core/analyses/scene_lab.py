"""Lab: one synthetic scene, what is true of it at every tilt, and what the reference solvers make of its picture."""

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
from core.formatting import number_text
from core.generators.photo_scenes.camera import Camera, on_table
from core.generators.photo_scenes.render import photograph
from core.generators.photo_scenes.sampling import framed
from core.generators.photo_scenes.scene import LIMITS, Scene
from core.generators.photo_scenes.truth import SceneTruth, truth_of
from core.geometry.board_measurement import measure_image
from core.geometry.camera_metadata import CameraFacts, focal_px
from core.geometry.homography import Image
from core.geometry.triangle import Triangle
from core.photographs.measurements import MeasuredPhotograph
from core.progress import Progress, Report, silent
from core.records import TRIANGLE_QUESTIONS
from core.scoring.answer_codes import is_right
from core.scoring.metrics import kappa
from core.solvers import SOLVERS_OF_SCENES

SOLVER_NAMES = {model_id: solver.model.display_name for model_id, solver in SOLVERS_OF_SCENES.items()}
"""Name by model id of the solvers that answer from one picture; the blind constant needs other triangles."""

STEPS = 9
"""Pictures of a sweep."""

TILT_STEP_DEG = 0.5
TILT_PRECISION_DEG = 0.01


_OF_CAMERA = ("azimuth_deg", "roll_deg", "distance_cm", "focal_mm", "width_px", "height_px")
"""What of a scene decides how its camera is aimed at a tilt."""

_ANY_TRIANGLE_CM = ((20.0, 20.0), (80.0, 20.0), (50.0, 80.0))


def read_jpeg(file: bytes) -> Image:
    """A JPEG file of ours as (height, width, 3) RGB."""
    return np.asarray(Pillow.open(io.BytesIO(file)).convert("RGB"), dtype=np.uint8)


def solver_answers(scene: Scene, picture: Image, truth: SceneTruth) -> pd.DataFrame:
    """One row per solver and question: what it answers from the picture, and how good that is.

    Args:
        scene: whose picture it is.
        picture: (height, width, 3) RGB.
        truth: of the scene.

    Returns:
        model_id, label, question_id, answer, reason (why there is none), score, foil_score (NaN where there is none),
        is_right_3d.
    """
    facts = CameraFacts(focal_px=focal_px(round(scene.focal_mm), scene.width_px, scene.height_px))
    measured = MeasuredPhotograph.of(measure_image(picture, facts))
    rows = []
    for model_id, solver in SOLVERS_OF_SCENES.items():
        try:
            answers, reason = solver.answers(measured), ""
        except SolverError as error:
            answers, reason = {}, str(error)
        for question in TRIANGLE_QUESTIONS:
            answer = answers.get(question.question_id)
            kappas = [
                math.nan if answer is None else kappa(question, answer, right[question.question_id])
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
                    "score": kappas[0],
                    "foil_score": kappas[1],
                }
            )
    table = pd.DataFrame(rows)
    return table.assign(is_right_3d=is_right(table) == 1.0)


def class_spans(scene: Scene) -> pd.DataFrame:
    """Which classes the picture's triangle has while the camera tilts and is aimed anew, by exact truth.

    The camera is aimed, and moved back if need be, as when somebody tilts it: so the spans do not depend on its present
    tilt and aim.

    Returns:
        One row per question (Q1, Q2) and span of tilt without a change: question_id, value, from_deg, to_deg. Tilts
        from which the camera does not see the whole board from above are left out.
    """
    low, high = LIMITS["tilt_deg"]
    known = [
        (tilt, classes)
        for tilt in np.arange(low, high + TILT_STEP_DEG / 2, TILT_STEP_DEG).tolist()
        if (classes := _classes(scene, tilt)) is not None
    ]
    rows = [row for place in (0, 1) for row in _spans(scene, known, place)] if known else []
    return pd.DataFrame(rows, columns=["question_id", "value", "from_deg", "to_deg"])


def _spans(
    scene: Scene, known: Sequence[tuple[float, tuple[str, str]]], place: int
) -> Iterator[tuple[str, str, float, float]]:
    question_id = TRIANGLE_QUESTIONS[place].question_id
    start = known[0][0]
    for (before, was), (after, is_now) in pairwise(known):
        if was[place] != is_now[place]:
            turn = _turning_tilt(scene, before, after, place, was[place])
            yield question_id, was[place], start, turn
            start = turn
    yield question_id, known[-1][1][place], start, known[-1][0]


def _turning_tilt(scene: Scene, low: float, high: float, place: int, value: str) -> float:
    """The tilt between two at which a class stops being `value`, by bisection."""
    while high - low > TILT_PRECISION_DEG:
        middle = (low + high) / 2
        classes = _classes(scene, middle)
        low, high = (middle, high) if classes is not None and classes[place] == value else (low, middle)
    return (low + high) / 2


def _classes(scene: Scene, tilt_deg: float) -> tuple[str, str] | None:
    """Side and angle class in the picture; None without a valid scene."""
    camera = _camera(tuple(getattr(scene, name) for name in _OF_CAMERA), tilt_deg)
    if camera is None:
        return None
    try:
        points_px = camera.to_px(on_table(np.array([scene.a_cm, scene.b_cm, scene.c_cm])))
        triangle = Triangle.from_points(*points_px.tolist())
    except TriangleError:
        return None
    return triangle.side_class(), triangle.angle_class()


@lru_cache(maxsize=4000)
def _camera(seen_from: tuple[float, ...], tilt_deg: float) -> Camera | None:
    """The camera that sees the whole tape at a tilt, whatever lies on the table; None where there is none.

    Args:
        seen_from: the values of `_OF_CAMERA`.
        tilt_deg: of the camera.
    """
    given: dict[str, Any] = dict(zip(_OF_CAMERA, seen_from, strict=True))
    try:
        return framed(Scene(*_ANY_TRIANGLE_CM, tilt_deg=tilt_deg, **given)).camera
    except SceneError:
        return None


def sweep_scenes(scene: Scene, factor: str, low: float, high: float) -> list[tuple[float, Scene]]:
    """`STEPS` scenes that differ in one number, and what it is; values without a valid scene are left out.

    The camera is aimed, and moved back if need be, so that the whole tape is in each picture, unless its distance is
    what is varied.
    """
    scenes = []
    for value in np.linspace(low, high, STEPS).tolist():
        try:
            one = dataclasses.replace(scene, **{factor: value})
            scenes.append((value, one if factor == "distance_cm" else framed(one)))
        except SceneError:
            continue
    return scenes


def sweep(scene: Scene, factor: str, low: float, high: float, report: Report = silent) -> pd.DataFrame:
    """Every solver's mean kappa over the six questions while one number of the scene changes; each picture is drawn.

    Returns:
        One row per picture and solver: value, model_id, label, score, foil_score in percent (NaN where it has no
        answer), reason.
    """
    scenes = sweep_scenes(scene, factor, low, high)
    rows: list[dict[str, object]] = []
    for done, (value, one) in enumerate(scenes, start=1):
        try:
            answers = solver_answers(one, read_jpeg(photograph(one)), truth_of(one))
        except TriangleError:  # seen on one line: there is no truth in 2D
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


def headline(truth: SceneTruth, spans: pd.DataFrame, tilt_deg: float) -> str:
    """What tilt does to this triangle's classes, in a sentence or two."""
    world, picture = (_both_classes(triangle) for triangle in (truth.triangle_3d, truth.triangle_2d))
    same = "and in this picture too" if world == picture else f"in this picture {picture}"
    changes = [
        f"{before['value']} becomes {after['value']} at {number_text(after['from_deg'])}°"
        for _, part in spans.groupby("question_id")
        for before, after in pairwise(part.to_dict("records"))
    ]
    told = (
        f"While the camera tilts at this distance: {', '.join(changes[:4])}"
        if changes
        else "No tilt of the camera changes a class at this distance"
    )
    more = f", and {len(changes) - 4} more" if len(changes) > 4 else ""
    return f"On the table {world}, {same} (tilt {number_text(tilt_deg, 0)}°). {told}{more}."


def _both_classes(triangle: Triangle) -> str:
    return f"{triangle.side_class()} and {triangle.angle_class()}"
