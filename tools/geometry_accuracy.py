"""Accuracy of the geometry on the available photographs: figures, and the worst photographs of each.

Figures on sides leave out the triangles that the audit blames.
"""

import math
import os
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from core.benchmarks.triangles.dataset_facts import IMAGES, get_photograph_path
from core.benchmarks.triangles.release_reader import read_release
from core.errors import ImageError, ReleaseError
from core.geometry.board_measurement import BoardMeasurement
from core.geometry.homography import Array
from core.geometry.pose import compute_tilt_deg
from core.photographs.measurements import MeasuredPhotograph, measure_photograph
from core.photographs.tape_audit import TriangleAudit, audit_triangles
from core.progress import Progress, Report, ignore_progress
from core.records import Photograph
from tools.accelerometer_mounting import estimate_mounting_rotation

VERTICES = ("A", "B", "C")
WORST = 10

MAX_WRONG_TILT_DEG = 3.0
"""Largest tilt difference from the accelerometer; a found border that exceeds it counts as wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class PhotographComparison:
    """One photograph: the released values, the measurement, and its processor time including decoding."""

    photograph: Photograph
    measurement: BoardMeasurement
    seconds: float

    @property
    def case_id(self) -> str:
        """The photograph's id."""
        return self.photograph.case_id

    @property
    def tape_cm(self) -> Array:
        """(3,): sides AB, BC and CA by tape."""
        return np.array([self.photograph.ab_cm, self.photograph.bc_cm, self.photograph.ca_cm])

    @property
    def clicked_px(self) -> Array:
        """(3, 2): clicked centres of A, B and C in the upright photograph."""
        return np.array([self.photograph.a_px, self.photograph.b_px, self.photograph.c_px])

    @property
    def found_errors_cm(self) -> Array:
        """(3,): sides through the found stickers minus the tape's; NaN if not measured."""
        return np.array([math.nan if side is None else side for side in self.measurement.sides_cm]) - self.tape_cm

    @property
    def clicked_errors_cm(self) -> Array:
        """(3,): sides through the clicked pixels minus the tape's; NaN if not measured."""
        homography = self.measurement.border.homography
        if homography is None:
            return np.full(3, math.nan)
        points = homography.to_board(self.clicked_px)
        return np.asarray(np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)) - self.tape_cm

    @property
    def sticker_distances_px(self) -> Array:
        """(3,): distances from found to clicked centres; NaN if not found."""
        found = (self.measurement.stickers[vertex].centre_px for vertex in VERTICES)
        return np.array(
            [math.nan if f is None else math.dist(f, c) for f, c in zip(found, self.clicked_px, strict=True)]
        )

    @property
    def tilt_error_deg(self) -> float:
        """Tilt by homography minus the accelerometer's uncorrected reading; NaN if one of them is missing."""
        by_homography, by_accelerometer = self.measurement.tilt_deg, self.measurement.tilt_imu_deg
        return math.nan if by_homography is None or by_accelerometer is None else by_homography - by_accelerometer


@dataclass(frozen=True, slots=True)
class AccuracyFigure:
    """A figure with its target and its worst photographs."""

    name: str
    value: float
    limit: float
    unit: str
    at_least: bool = False
    worst: tuple[str, ...] = ()

    @property
    def is_reached(self) -> bool:
        """Whether the value meets the limit."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def __str__(self) -> str:
        sign, mark = (">=" if self.at_least else "<="), ("ok  " if self.is_reached else "MISS")
        return f"{mark} {self.name:<62} {self.value:8.3f} {self.unit:<4} (target {sign} {self.limit:g})"


def measure_release(
    folder: Path, processes: int | None = None, report: Report = ignore_progress
) -> list[PhotographComparison]:
    """Measure every readable photograph of a release.

    Raises:
        ReleaseError: a table of the release is not valid, or the folder holds no photograph.
    """
    photographs = [
        (photograph, path)
        for photograph in read_release(folder).photographs
        if (path := get_photograph_path(folder, photograph.case_id)).is_file()
    ]
    if not photographs:
        raise ReleaseError(f"{folder / IMAGES} holds no photograph. Download some with: trilens fetch")
    comparisons = []
    with ProcessPoolExecutor(processes or os.cpu_count() or 1, get_context("spawn"), _use_one_core) as pool:
        measured = pool.map(_time_measurement, [path for _, path in photographs], chunksize=8)
        for (photograph, _), pair in zip(photographs, measured, strict=True):
            if pair is not None:
                comparisons.append(PhotographComparison(photograph, *pair))
            report(Progress("Measuring photographs", len(comparisons), len(photographs)))
    return comparisons


def find_blamed_triangles(comparisons: Sequence[PhotographComparison]) -> list[TriangleAudit]:
    """Find the triangles whose tape lengths contradict their photographs."""
    measured = {
        comparison.case_id: MeasuredPhotograph.build_from_measurement(comparison.measurement).all_sides_cm
        for comparison in comparisons
    }
    sides_cm = {case_id: sides for case_id, sides in measured.items() if sides is not None}
    audits = audit_triangles((comparison.photograph for comparison in comparisons), sides_cm)
    return [triangle for triangle in audits if triangle.blames_the_tape]


def compute_figures(
    comparisons: Sequence[PhotographComparison], blamed: Iterable[TriangleAudit]
) -> list[AccuracyFigure]:
    """Compute all figures of issue 3, in its order."""
    left_out = {triangle.group_id for triangle in blamed}
    trusted = [comparison for comparison in comparisons if comparison.photograph.group_id not in left_out]
    return [
        *_compute_border_figures(comparisons),
        *_compute_side_figures(trusted),
        *_compute_tilt_figures(comparisons),
        *_compute_sticker_figures(comparisons),
        _compute_time_figure(comparisons),
    ]


def _compute_border_figures(comparisons: Sequence[PhotographComparison]) -> Iterator[AccuracyFigure]:
    not_found = [comparison for comparison in comparisons if comparison.measurement.border.status != "found"]
    share = 100 * (1 - len(not_found) / len(comparisons))
    reasons = tuple(f"{one.case_id}: {one.measurement.border.reason}" for one in not_found)
    yield AccuracyFigure("borders found", share, 99, "%", True, reasons)
    errors = np.abs([comparison.tilt_error_deg for comparison in comparisons])
    is_wrong = errors > MAX_WRONG_TILT_DEG
    yield AccuracyFigure(
        f"found borders that are wrong (tilt > {MAX_WRONG_TILT_DEG:g} deg off)", float(is_wrong.sum()), 0, ""
    )


def _compute_side_figures(comparisons: Sequence[PhotographComparison]) -> Iterator[AccuracyFigure]:
    for points, errors in (
        ("found stickers", np.abs([comparison.found_errors_cm for comparison in comparisons])),
        ("clicked pixels", np.abs([comparison.clicked_errors_cm for comparison in comparisons])),
    ):
        yield from _build_quantile_figures(f"side against tape, {points}", errors, (0.40, 1.2), "cm", comparisons)


def _compute_tilt_figures(comparisons: Sequence[PhotographComparison]) -> Iterator[AccuracyFigure]:
    for reading, errors in (
        ("uncorrected reading", np.abs([comparison.tilt_error_deg for comparison in comparisons])),
        ("corrected for its mounting", np.abs(compute_tilt_errors_deg(comparisons))),
    ):
        yield from _build_quantile_figures(
            f"tilt against accelerometer, {reading}", errors, (0.35, 1.2), "deg", comparisons
        )


def _compute_sticker_figures(comparisons: Sequence[PhotographComparison]) -> Iterator[AccuracyFigure]:
    distances_px = np.array([comparison.sticker_distances_px for comparison in comparisons])
    has_all = np.isfinite(distances_px).all(axis=1)
    reasons = tuple(
        f"{comparison.case_id}: {_format_sticker_reasons(comparison.measurement)}"
        for comparison, has in zip(comparisons, has_all, strict=True)
        if not has
    )
    yield AccuracyFigure("photographs with all three stickers", 100 * float(has_all.mean()), 98, "%", True, reasons)
    median_px = float(np.nanmedian(distances_px))
    worst = _list_worst(distances_px, comparisons)
    yield AccuracyFigure("sticker to clicked pixel, median", median_px, 1.5, "px", worst=worst)


def _compute_time_figure(comparisons: Sequence[PhotographComparison]) -> AccuracyFigure:
    milliseconds = 1000 * np.array([comparison.seconds for comparison in comparisons])
    worst = _list_worst(milliseconds, comparisons, "{:.0f}")
    name = "processor time of a photograph, decoding included, median"
    return AccuracyFigure(name, float(np.median(milliseconds)), 60, "ms", worst=worst)


def compute_tilt_errors_deg(comparisons: Sequence[PhotographComparison]) -> Array:
    """Compute (n,): tilt by homography minus tilt by accelerometer in the camera's frame; NaN if one is missing.

    The rotation is estimated on the other triangles' photographs, so that no photograph corrects itself.
    """
    errors = np.full(len(comparisons), math.nan)
    usable = [i for i, comparison in enumerate(comparisons) if not math.isnan(comparison.tilt_error_deg)]
    down, gravity = (
        {i: comparisons[i].measurement.camera_metadata.to_sensor(_get_vector(comparisons[i], name)) for i in usable}
        for name in ("down", "gravity")
    )
    for group_id in {comparisons[i].photograph.group_id for i in usable}:
        others = [i for i in usable if comparisons[i].photograph.group_id != group_id]
        turn = estimate_mounting_rotation([down[i] for i in others], [gravity[i] for i in others])
        for i in set(usable) - set(others):
            errors[i] = compute_tilt_deg(down[i]) - compute_tilt_deg(turn @ gravity[i])
    return errors


def format_summary(comparisons: Sequence[PhotographComparison]) -> str:
    """Format the figures with the triangles left out and the worst photographs."""
    blamed = find_blamed_triangles(comparisons)
    n_triangles = len({comparison.photograph.group_id for comparison in comparisons})
    lines = [f"{len(comparisons)} photographs of {n_triangles} triangles"]
    lines.append(f"{len(blamed)} triangles left out of the figures on sides: their photographs contradict the tape")
    lines += [f"    {triangle.group_id}: {triangle.explanation}" for triangle in blamed]
    return "\n".join([*lines, format_figures(compute_figures(comparisons, blamed))])


def format_figures(figures: Iterable[AccuracyFigure]) -> str:
    """Format figures, one per line, each followed by its worst photographs."""
    lines = []
    for figure in figures:
        lines.append(str(figure))
        if figure.worst:
            lines.append(f"         worst: {'; '.join(figure.worst)}")
    return "\n".join(lines)


def _use_one_core() -> None:
    cv2.setNumThreads(1)


def _time_measurement(path: Path) -> tuple[BoardMeasurement, float] | None:
    begin = time.process_time()
    try:
        measurement = measure_photograph(path)
    except ImageError:  # a build reports the file; here it is left out
        return None
    return measurement, time.process_time() - begin


def _build_quantile_figures(
    name: str, values: Array, limits: tuple[float, float], unit: str, comparisons: Sequence[PhotographComparison]
) -> tuple[AccuracyFigure, AccuracyFigure]:
    """Build median and 95th percentile of values (n,) or (n, m); unmeasured values are NaN."""
    finite = values[np.isfinite(values)]
    median, high = (float(np.percentile(finite, q)) if len(finite) else math.nan for q in (50, 95))
    return (
        AccuracyFigure(f"{name}, median", median, limits[0], unit),
        AccuracyFigure(f"{name}, 95th percentile", high, limits[1], unit, worst=_list_worst(values, comparisons)),
    )


def _list_worst(values: Array, comparisons: Sequence[PhotographComparison], form: str = "{:.2f}") -> tuple[str, ...]:
    """Return the photographs with the largest values, (n,) or the largest of (n, m), without NaN."""
    largest = np.nan_to_num(values, nan=-1.0).reshape(len(comparisons), -1).max(axis=1)
    order = [i for i in np.argsort(-largest, kind="stable") if largest[i] >= 0]
    return tuple(f"{comparisons[i].case_id} {form.format(largest[i])}" for i in order[:WORST])


def _format_sticker_reasons(measurement: BoardMeasurement) -> str:
    return ", ".join(sticker.reason for sticker in measurement.stickers.values() if sticker.reason)


def _get_vector(comparison: PhotographComparison, name: str) -> Array:
    pose, gravity = comparison.measurement.pose, comparison.measurement.camera_metadata.gravity
    assert pose is not None  # noqa: S101  (narrows the type: the comparison has a tilt error)
    assert gravity is not None  # noqa: S101
    return pose.down if name == "down" else gravity
