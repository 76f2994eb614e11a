"""Robustness of the geometry: photographs in other light, cropped, and redrawn at steeper tilts.

The measurement of a disturbed photograph is compared with that of the original, which `geometry_accuracy` compares with
tape, clicks and accelerometer. Finding nothing is allowed; finding something else never is.
"""

import math
import os
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from core.benchmarks.triangles.dataset_facts import get_photograph_path
from core.geometry.board_measurement import BoardMeasurement, measure_image
from core.geometry.camera_metadata import CameraMetadata
from core.geometry.homography import BOARD_CM, OUTER_CORNERS_CM, Array, Homography, Image, map_points
from core.geometry.pose import build_camera_matrix
from core.photographs.load_image import load_upright_image
from core.progress import Progress, Report, ignore_progress
from tools.geometry_accuracy import VERTICES, AccuracyFigure, PhotographComparison

MAX_OFF = 0.01
"""A corner or sticker further from its position than this share of the image's longest side is a wrong find: about
10 px of 1024; in steep views, right finds stay within 4."""

DISTANCE_CM = 190.0
"""Distance from the board's middle to the camera of a steeper view; the whole board is visible at every tilt."""

JPEG_QUALITY = 90


@dataclass(frozen=True, slots=True, eq=False)
class DegradedPhotograph:
    """A disturbed photograph.

    Attributes:
        image: (height, width, 3) RGB.
        camera_metadata: camera metadata that would still be known.
        from_original: (3, 3), from homogeneous pixels of the original to those of this image.
    """

    image: Image
    camera_metadata: CameraMetadata
    from_original: Array


Disturbance = Callable[[Image, BoardMeasurement, np.random.Generator], DegradedPhotograph]


def _make_light_disturbance(gain: tuple[float, float, float]) -> Disturbance:
    def apply_disturbance(image: Image, known: BoardMeasurement, _: np.random.Generator) -> DegradedPhotograph:
        return DegradedPhotograph(_compress_jpeg(image * np.array(gain)), known.camera_metadata, np.eye(3))

    return apply_disturbance


def _make_noise_disturbance(deviation: float) -> Disturbance:
    def apply_disturbance(image: Image, known: BoardMeasurement, random: np.random.Generator) -> DegradedPhotograph:
        return DegradedPhotograph(
            _compress_jpeg(image + random.normal(0.0, deviation, image.shape)), known.camera_metadata, np.eye(3)
        )

    return apply_disturbance


def _add_shadow(image: Image, measurement: BoardMeasurement, random: np.random.Generator) -> DegradedPhotograph:
    """Add a soft shadow over half of the board, with its edge in a random direction."""
    middle = _get_homography(measurement).to_px([(BOARD_CM / 2, BOARD_CM / 2)])[0]
    angle = random.uniform(0.0, 2 * math.pi)
    y, x = np.indices(image.shape[:2])
    into_px = (x - middle[0]) * math.cos(angle) + (y - middle[1]) * math.sin(angle)
    light = 0.75 - 0.25 * np.tanh(into_px / 15.0)
    return DegradedPhotograph(_compress_jpeg(image * light[..., None]), measurement.camera_metadata, np.eye(3))


def _crop_image(image: Image, measurement: BoardMeasurement, random: np.random.Generator) -> DegradedPhotograph:
    """Crop between the tape and each edge of the image, and drop the EXIF camera data."""
    outline = _get_homography(measurement).to_px(OUTER_CORNERS_CM)
    size = np.array([measurement.width_px, measurement.height_px])
    margin = 0.02 * size.max()
    low = (np.clip(outline.min(axis=0) - margin, 0, size) * random.uniform(0.3, 1.0, 2)).astype(int)
    high = np.ceil(size - (size - np.clip(outline.max(axis=0) + margin, 0, size)) * random.uniform(0.3, 1.0, 2))
    (left, top), (right, bottom) = low, high.astype(int)
    shift = np.array([[1.0, 0.0, -left], [0.0, 1.0, -top], [0.0, 0.0, 1.0]])
    return DegradedPhotograph(image[top:bottom, left:right].copy(), CameraMetadata(), shift)


def _make_tilt_disturbance(tilt_deg: float) -> Disturbance:
    """Redraw the board's plane as seen by a camera with this tilt; objects on the board become flat."""

    def apply_disturbance(image: Image, known: BoardMeasurement, random: np.random.Generator) -> DegradedPhotograph:
        focal_px = known.camera_metadata.focal_px or 0.84 * max(known.width_px, known.height_px)
        tilt, turn = math.radians(tilt_deg), random.uniform(0.0, 2 * math.pi)
        c, s = math.cos(turn), math.sin(turn)
        about_x = np.array([[1, 0, 0], [0, math.cos(tilt), math.sin(tilt)], [0, -math.sin(tilt), math.cos(tilt)]])
        camera_from_board = about_x @ np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
        middle = camera_from_board @ np.array([BOARD_CM / 2, BOARD_CM / 2, 0.0])
        columns = np.column_stack([camera_from_board[:, :2], np.array([0.0, 0.0, DISTANCE_CM]) - middle])
        px_from_board = build_camera_matrix(focal_px, known.width_px, known.height_px) @ columns
        seen_from_px = px_from_board @ _get_homography(known).board_from_px
        seen = cv2.warpPerspective(
            image,
            seen_from_px,
            (known.width_px, known.height_px),
            flags=cv2.INTER_AREA,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(118, 112, 106),
        )
        gravity = np.array([0.0, math.sin(tilt), math.cos(tilt)])
        camera_metadata = replace(known.camera_metadata, focal_px=focal_px, gravity=gravity)
        return DegradedPhotograph(np.asarray(seen, dtype=np.uint8), camera_metadata, seen_from_px)

    return apply_disturbance


DISTURBANCES: dict[str, tuple[Disturbance, float, float]] = {
    "a cold cast": (_make_light_disturbance((0.75, 0.92, 1.1)), 99, 98),
    "a warm cast": (_make_light_disturbance((1.1, 0.92, 0.7)), 99, 98),
    "brightness 0.4": (_make_light_disturbance((0.4, 0.4, 0.4)), 99, 98),
    "noise of 20": (_make_noise_disturbance(20.0), 99, 98),
    "a shadow over half": (_add_shadow, 99, 95),
    "a crop": (_crop_image, 98, 98),
    "drawn at 60 degrees": (_make_tilt_disturbance(60.0), 95, 95),
    "drawn at 70 degrees": (_make_tilt_disturbance(70.0), 95, 95),
    "drawn at 80 degrees": (_make_tilt_disturbance(80.0), 95, 95),
}
"""By name: the disturbance, and the required shares of borders and of all three stickers, in %."""


def compute_robustness_figures(
    folder: Path,
    comparisons: Sequence[PhotographComparison],
    processes: int | None = None,
    report: Report = ignore_progress,
) -> list[AccuracyFigure]:
    """Compute per disturbance: borders found, photographs with all three stickers, and wrong finds (target 0).

    Uses one photograph of each triangle, with the views in turn.

    Args:
        folder: of the release.
        comparisons: the release's photographs, measured.
        processes: number of parallel processes; None for one per core.
        report: receives progress.
    """
    chosen = [triangle for triangle in _sample_triangles(comparisons) if triangle.measurement.border.status == "found"]
    if not chosen:
        return []
    found: dict[str, list[tuple[bool, bool, int]]] = {name: [] for name in DISTURBANCES}
    paths = [get_photograph_path(folder, one.case_id) for one in chosen]
    with ProcessPoolExecutor(processes or os.cpu_count() or 1, get_context("spawn"), cv2.setNumThreads, (1,)) as pool:
        for done, results in enumerate(
            pool.map(_measure_disturbances, paths, [one.measurement for one in chosen]), start=1
        ):
            for name, result in results.items():
                found[name].append(result)
            report(Progress("Measuring worse photographs", done, len(chosen)))
    return [figure for name in DISTURBANCES for figure in _build_figures(name, found[name], chosen)]


def _sample_triangles(comparisons: Sequence[PhotographComparison]) -> list[PhotographComparison]:
    by_triangle: dict[str, list[PhotographComparison]] = {}
    for comparison in comparisons:
        by_triangle.setdefault(comparison.photograph.group_id, []).append(comparison)
    return [members[number % len(members)] for number, members in enumerate(by_triangle.values())]


def _measure_disturbances(path: Path, measurement: BoardMeasurement) -> dict[str, tuple[bool, bool, int]]:
    """Return, by disturbance, whether the border and all stickers were found, and the number of wrong finds."""
    image = np.asarray(load_upright_image(path), dtype=np.uint8)
    results = {}
    for number, (name, (disturb, _, _)) in enumerate(DISTURBANCES.items()):
        disturbed = disturb(
            image, measurement, np.random.default_rng((number, len(path.name), sum(path.name.encode())))
        )
        measured = measure_image(disturbed.image, disturbed.camera_metadata)
        has_all = all(sticker.status == "found" for sticker in measured.stickers.values())
        results[name] = (
            measured.border.status == "found",
            has_all,
            _count_wrong_finds(disturbed, measurement, measured),
        )
    return results


def _count_wrong_finds(disturbed: DegradedPhotograph, measurement: BoardMeasurement, measured: BoardMeasurement) -> int:
    """Count the border and stickers that were found in a wrong position."""
    limit_px = MAX_OFF * max(measurement.width_px, measurement.height_px)
    wrong = 0
    if measured.border.corners_px is not None:
        right = map_points(disturbed.from_original, _get_homography(measurement).corners_px)
        turns = [np.abs(np.roll(measured.border.corners_px, turn, axis=0) - right).max() for turn in range(4)]
        wrong += min(turns) > limit_px
    for vertex in VERTICES:
        was, now = measurement.stickers[vertex].centre_px, measured.stickers[vertex].centre_px
        if was is not None and now is not None:
            wrong += math.dist(map_points(disturbed.from_original, [was])[0], now) > limit_px
    return wrong


def _build_figures(
    name: str, results: Sequence[tuple[bool, bool, int]], comparisons: Sequence[PhotographComparison]
) -> list[AccuracyFigure]:
    _, wanted_borders, wanted_stickers = DISTURBANCES[name]
    borders, stickers, wrong = (np.array(column) for column in zip(*results, strict=True))
    lost, unseen, at_fault = (
        tuple(comparison.case_id for comparison, is_listed in zip(comparisons, listed, strict=True) if is_listed)[:10]
        for listed in (~borders, ~stickers, wrong > 0)
    )
    return [
        AccuracyFigure(f"{name}: borders found", 100 * float(borders.mean()), wanted_borders, "%", True, lost),
        AccuracyFigure(f"{name}: all three stickers", 100 * float(stickers.mean()), wanted_stickers, "%", True, unseen),
        AccuracyFigure(f"{name}: wrong finds", float(wrong.sum()), 0, "", worst=at_fault),
    ]


def _get_homography(measurement: BoardMeasurement) -> Homography:
    homography = measurement.border.homography
    assert homography is not None  # noqa: S101  (narrows the type: only photographs with a border are taken)
    return homography


def _compress_jpeg(pixels: Array) -> Image:
    """Return the image after JPEG compression."""
    rounded = np.clip(np.rint(pixels), 0, 255).astype(np.uint8)
    _, body = cv2.imencode(".jpg", rounded[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
    return np.ascontiguousarray(np.asarray(cv2.imdecode(body, cv2.IMREAD_COLOR), dtype=np.uint8)[..., ::-1])
