"""How good the geometry is on the photographs that are here: figures, and the worst photographs of each by name.

Nothing in here changes what is measured. The triangles that the audit blames are left out of the figures on sides.
"""

import math
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import cv2
import numpy as np

from core.benchmarks.release import read_release
from core.benchmarks.tri_bench import IMAGES, photograph_path
from core.errors import ImageError, ReleaseError
from core.geometry.homography import Array
from core.geometry.measure import Measurement
from core.geometry.mounting import camera_from_accelerometer
from core.geometry.pose import tilt_deg
from core.photographs.audit import TriangleAudit, audit
from core.photographs.measurements import measure_photograph
from core.progress import Progress, Report, silent
from core.records import Photograph

VERTICES = ("A", "B", "C")
WORST = 10

MAX_WRONG_TILT_DEG = 3.0
"""A found border whose tilt is further from the accelerometer's counts as wrong."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One photograph: what the release says, what was measured, and the processor time it took with decoding."""

    photograph: Photograph
    measurement: Measurement
    seconds: float

    @property
    def tape_cm(self) -> Array:
        """(3,): sides AB, BC and CA by tape."""
        return np.array([self.photograph.ab_cm, self.photograph.bc_cm, self.photograph.ca_cm])

    @property
    def clicked_px(self) -> Array:
        """(3, 2): clicked centres of A, B and C in the upright picture."""
        return np.array([self.photograph.a_px, self.photograph.b_px, self.photograph.c_px])

    @property
    def found_errors_cm(self) -> Array:
        """(3,): sides through the found stickers less the tape's; NaN where not measured."""
        return np.array([math.nan if side is None else side for side in self.measurement.sides_cm]) - self.tape_cm

    @property
    def clicked_errors_cm(self) -> Array:
        """(3,): sides through the clicked pixels less the tape's; NaN where not measured."""
        homography = self.measurement.border.homography
        if homography is None:
            return np.full(3, math.nan)
        points = homography.to_board(self.clicked_px)
        return np.asarray(np.linalg.norm(points - np.roll(points, -1, axis=0), axis=1)) - self.tape_cm

    @property
    def sticker_distances_px(self) -> Array:
        """(3,): found centres to clicked ones; NaN where not found."""
        found = (self.measurement.stickers[vertex].centre_px for vertex in VERTICES)
        return np.array(
            [math.nan if f is None else math.dist(f, c) for f, c in zip(found, self.clicked_px, strict=True)]
        )

    @property
    def tilt_error_deg(self) -> float:
        """Tilt by homography less tilt by accelerometer as it reads; NaN where one of them is not there."""
        by_homography, by_accelerometer = self.measurement.tilt_deg, self.measurement.tilt_imu_deg
        return math.nan if by_homography is None or by_accelerometer is None else by_homography - by_accelerometer


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: its value beside its target, and the photographs that are worst in it."""

    name: str
    value: float
    limit: float
    unit: str
    at_least: bool = False
    worst: tuple[str, ...] = ()

    @property
    def is_reached(self) -> bool:
        """Whether the value is on the right side of the limit."""
        return self.value >= self.limit if self.at_least else self.value <= self.limit

    def __str__(self) -> str:
        sign, mark = (">=" if self.at_least else "<="), ("ok  " if self.is_reached else "MISS")
        return f"{mark} {self.name:<62} {self.value:8.3f} {self.unit:<4} (target {sign} {self.limit:g})"


def measure_release(folder: Path, processes: int | None = None, report: Report = silent) -> list[Case]:
    """Every photograph of a release that is on the disk and can be read, measured.

    Raises:
        ReleaseError: a table of the release is not what it has to be, or there is no photograph.
    """
    photographs = [
        (photograph, path)
        for photograph in read_release(folder).photographs
        if (path := photograph_path(folder, photograph.photograph_id)).is_file()
    ]
    if not photographs:
        raise ReleaseError(f"{folder / IMAGES} holds no photograph. Bring some there: python -m core fetch")
    cases = []
    with ProcessPoolExecutor(processes or os.cpu_count() or 1, get_context("spawn"), _use_one_core) as pool:
        measured = pool.map(_timed, [path for _, path in photographs], chunksize=8)
        for (photograph, _), pair in zip(photographs, measured, strict=True):
            if pair is not None:
                cases.append(Case(photograph, *pair))
            report(Progress("Measuring photographs", len(cases), len(photographs)))
    return cases


def blamed_triangles(cases: Sequence[Case]) -> list[TriangleAudit]:
    """The triangles whose sides by tape are not those that their photographs show."""
    sides_cm = {
        case.photograph.photograph_id: (ab, bc, ca)
        for case in cases
        for ab, bc, ca in [case.measurement.sides_cm]
        if ab is not None and bc is not None and ca is not None
    }
    audits = audit((case.photograph for case in cases), sides_cm)
    return [triangle for triangle in audits if triangle.blames_the_tape]


def figures(cases: Sequence[Case], blamed: Iterable[TriangleAudit]) -> list[Figure]:
    """All figures of issue 3, in its order."""
    left_out = {triangle.triangle_id for triangle in blamed}
    trusted = [case for case in cases if case.photograph.triangle_id not in left_out]
    tilt = np.abs([case.tilt_error_deg for case in cases])
    mounted = np.abs(mounted_tilt_errors_deg(cases))
    stickers = np.array([case.sticker_distances_px for case in cases])
    is_found = np.array([case.measurement.border.status == "found" for case in cases])
    has_stickers = np.isfinite(stickers).all(axis=1)

    def worst(
        values: Array, names: Sequence[Case] = cases, text: Callable[[float], str] = "{:.2f}".format
    ) -> tuple[str, ...]:
        order = [i for i in np.argsort(-np.nan_to_num(values, nan=-1.0), kind="stable") if np.isfinite(values[i])]
        return tuple(f"{names[i].photograph.photograph_id} {text(values[i])}" for i in order[:WORST])

    not_found = [case for case in cases if case.measurement.border.status != "found"]
    no_sticker = [case for case, has in zip(cases, has_stickers, strict=True) if not has]
    result = [
        Figure(
            "borders found",
            100 * float(is_found.mean()),
            99,
            "%",
            True,
            tuple(f"{case.photograph.photograph_id}: {case.measurement.border.reason}" for case in not_found),
        ),
        Figure("found borders that are wrong (tilt > 3 deg off)", float(np.nansum(tilt > MAX_WRONG_TILT_DEG)), 0, ""),
    ]
    for points, errors in (
        ("found stickers", np.abs([case.found_errors_cm for case in trusted])),
        ("clicked pixels", np.abs([case.clicked_errors_cm for case in trusted])),
    ):
        by_case = np.nanmax(np.nan_to_num(errors, nan=-1.0), axis=1)
        result += _pair(f"side against tape, {points}", errors, (0.40, 1.2), "cm", worst(by_case, trusted))
    result += _pair("tilt against accelerometer as it reads", tilt, (0.35, 1.2), "deg", worst(tilt))
    result += _pair("tilt against accelerometer, its mounting allowed for", mounted, (0.35, 1.2), "deg", worst(mounted))
    farthest = np.max(np.nan_to_num(stickers, nan=-1.0), axis=1)
    seconds = 1000 * np.array([case.seconds for case in cases])
    return [
        *result,
        Figure(
            "photographs with all three stickers",
            100 * float(has_stickers.mean()),
            98,
            "%",
            True,
            tuple(f"{case.photograph.photograph_id}: {_sticker_reasons(case.measurement)}" for case in no_sticker),
        ),
        Figure("sticker to clicked pixel, median", float(np.nanmedian(stickers)), 1.5, "px", worst=worst(farthest)),
        Figure(
            "processor time of a photograph, decoding included, median",
            float(np.median(seconds)),
            60,
            "ms",
            worst=worst(seconds, text="{:.0f}".format),
        ),
    ]


def mounted_tilt_errors_deg(cases: Sequence[Case]) -> Array:
    """(n,): tilt by homography less tilt by accelerometer turned into the camera's frame; NaN where one is missing.

    The turn is that of the other triangles' photographs, so that none takes part in correcting itself.
    """
    errors = np.full(len(cases), math.nan)
    usable = [i for i, case in enumerate(cases) if not math.isnan(case.tilt_error_deg)]
    down, gravity = (
        {i: cases[i].measurement.facts.to_sensor(_vector(cases[i], name)) for i in usable}
        for name in ("down", "gravity")
    )
    for triangle_id in {cases[i].photograph.triangle_id for i in usable}:
        others = [i for i in usable if cases[i].photograph.triangle_id != triangle_id]
        turn = camera_from_accelerometer([down[i] for i in others], [gravity[i] for i in others])
        for i in set(usable) - set(others):
            errors[i] = tilt_deg(down[i]) - tilt_deg(turn @ gravity[i])
    return errors


def summary(cases: Sequence[Case]) -> str:
    """The figures as text, with the triangles left out and the worst photographs."""
    blamed = blamed_triangles(cases)
    lines = [f"{len(cases)} photographs of {len({case.photograph.triangle_id for case in cases})} triangles"]
    lines.append(f"{len(blamed)} triangles left out of the figures on sides: their photographs contradict the tape")
    lines += [f"    {triangle.triangle_id}: {triangle.explanation}" for triangle in blamed]
    for figure in figures(cases, blamed):
        lines.append(str(figure))
        if figure.worst:
            lines.append(f"         worst: {'; '.join(figure.worst)}")
    return "\n".join(lines)


def _use_one_core() -> None:
    cv2.setNumThreads(1)


def _timed(path: Path) -> tuple[Measurement, float] | None:
    begin = time.process_time()
    try:
        measurement = measure_photograph(path)
    except ImageError:  # a build names it; here it is no photograph
        return None
    return measurement, time.process_time() - begin


def _pair(
    name: str, values: Array, limits: tuple[float, float], unit: str, worst: tuple[str, ...]
) -> tuple[Figure, Figure]:
    finite = values[np.isfinite(values)]
    median, high = (float(np.percentile(finite, q)) if len(finite) else math.nan for q in (50, 95))
    return (
        Figure(f"{name}, median", median, limits[0], unit),
        Figure(f"{name}, 95th percentile", high, limits[1], unit, worst=worst),
    )


def _sticker_reasons(measurement: Measurement) -> str:
    return ", ".join(sticker.reason for sticker in measurement.stickers.values() if sticker.reason)


def _vector(case: Case, name: str) -> Array:
    pose, gravity = case.measurement.pose, case.measurement.facts.gravity
    assert pose is not None  # noqa: S101  (narrows the type: the case has a tilt error)
    assert gravity is not None  # noqa: S101
    return pose.down if name == "down" else gravity
