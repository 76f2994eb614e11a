"""The four inner corners of the taped square in a photograph, or the reason why they were not found.

Colour and straight edges propose a few squares, the tape's edges refine each of them, and self-checks decide. A
doubtful border is `not_found`.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np

from core.geometry.border_candidates import compute_tape_channels, find_square_candidates
from core.geometry.border_refinement import BorderFit, fit_border
from core.geometry.camera_metadata import CameraMetadata
from core.geometry.downscale import downscale_image, to_full_size
from core.geometry.edge_profiles import Channel, count_overrunning_strips
from core.geometry.homography import (
    BOARD_CORNERS_CM,
    OUTER_CORNERS_CM,
    TAPE_CM,
    Array,
    Homography,
    Image,
    order_clockwise,
)
from core.geometry.pose import compute_tilt_deg
from core.geometry.squareness import compute_squareness

BorderStatus = Literal["found", "not_found"]

MIN_SIDE_PX = 64

MAX_RESIDUAL_CM = 0.5
"""Hand-laid tape deviates from its line by about a millimetre; five times as much is something else."""

MIN_SIDE_SUPPORT = 0.2
"""Share of each side on which the tape must be visible: an object may hide most of a side, but not all of it."""

MIN_MEAN_SUPPORT = 0.5
"""The same over all sides: if less than half of the border is visible, too much of it is a guess."""

MAX_TAPE_ERROR_CM = 0.4
MAX_TAPE_ERROR_PX = 0.5
"""Allowed deviation of the tape's width from 4.8 cm on each side. Other strips have other widths. A rectangle taken for
the square makes the tape wider on two sides than on the others, whatever the camera."""

MIN_BOTH_EDGES = 0.25
"""Mean share of the outer and of the inner edges. Tape has both edges, the rim of a brown surface only one."""

MAX_BEYOND = 1
"""Number of strip ends, of eight, that may extend beyond their corners: one tape may be cut a hand's width too long.

None does in the 300 photographs of Tri-Bench. Four or all eight joints of a floor do, and two of these are visible
unless the image ends close to the square.
"""

MAX_MISMATCH = 0.06
"""Largest difference between the board's sides, and cosine between them, as the camera sees them; 0 for a true square.
Wide enough for a focal length that is 5% wrong at a tilt of 70 degrees."""

MAX_TILT_DIFFERENCE_DEG = 3.0
"""Accelerometer and camera are aligned, and the table is level, within about a degree or two."""


@dataclass(frozen=True, slots=True, eq=False)
class Border:
    """The border of one photograph.

    Attributes:
        reason: why the border was not found, in words; empty if it was found.
        homography: None if the border was not found.
        residual_px: robust standard deviation of the tape's edges about the fitted square.
        side_support: four shares, 0 to 1: the part of each side's length on which the tape is visible on its line.
    """

    status: BorderStatus
    reason: str = ""
    homography: Homography | None = None
    residual_px: float | None = None
    side_support: tuple[float, ...] = ()

    @property
    def corners_px(self) -> Array | None:
        """Return the inner corners (4, 2), clockwise from the one nearest the image's upper left; None if not found."""
        return None if self.homography is None else self.homography.corners_px


def find_border(image: Image, camera_metadata: CameraMetadata | None = None) -> Border:
    """Find the border of an upright RGB photograph, (height, width, 3).

    Args:
        image: the photograph.
        camera_metadata: the camera by EXIF, if known; only used to refute a wrong border.
    """
    height, width = image.shape[:2]
    if min(height, width) < MIN_SIDE_PX:
        return Border("not_found", f"{width} x {height} pixels are too few to find the border")
    small, scale = downscale_image(image)
    yellow, blue = compute_tape_channels(small)
    hypotheses = find_square_candidates(yellow)
    if not hypotheses:
        return Border("not_found", "no four straight edges of brown tape close a square")
    fits = [fit for corners in hypotheses if (fit := fit_border(blue, yellow, corners)) is not None]
    if not fits:
        return Border("not_found", "too little of the tape's edges is visible along the most likely square")
    # Judge only the best supported fit: if the true square is refused, every other one is wrong.
    best = max(fits, key=lambda fit: float(fit.inner_support.mean() + fit.outer_support.mean()))
    objection = next(
        _find_objections(best, yellow, camera_metadata or CameraMetadata(), small.shape[1], small.shape[0], scale), None
    )
    return _build_border(best, scale) if objection is None else Border("not_found", objection)


def _build_border(fit: BorderFit, scale: float) -> Border:
    corners = order_clockwise(to_full_size(fit.homography.corners_px, scale))
    return Border(
        status="found",
        homography=Homography.build_from_corners(corners),
        residual_px=fit.residual_px / scale,
        side_support=tuple(float(share) for share in fit.side_support),
    )


def _find_objections(
    fit: BorderFit, yellow: Channel, camera_metadata: CameraMetadata, width_px: int, height_px: int, scale: float
) -> Iterator[str]:
    """Yield the objections to a fitted border, the plainest first."""
    weakest = float(fit.side_support.min())
    if weakest < MIN_SIDE_SUPPORT:
        yield f"tape is visible on only {weakest:.0%} of one side of the most likely square"
    if fit.side_support.mean() < MIN_MEAN_SUPPORT:
        yield f"tape is visible on only {fit.side_support.mean():.0%} of the most likely square"
    both = min(float(fit.inner_support.mean()), float(fit.outer_support.mean()))
    if both < MIN_BOTH_EDGES:
        yield f"only one edge of the tape is visible (the other on {both:.0%} of the square)"
    outer_middles, inner_middles = ((c + np.roll(c, -1, axis=0)) / 2 for c in (OUTER_CORNERS_CM, BOARD_CORNERS_CM))
    tape_px = np.linalg.norm(fit.homography.to_px(outer_middles) - fit.homography.to_px(inner_middles), axis=1)
    for side_tape_cm, side_tape_px in zip(fit.side_tape_cm, tape_px, strict=True):
        if abs(side_tape_cm - TAPE_CM) > MAX_TAPE_ERROR_CM + MAX_TAPE_ERROR_PX * TAPE_CM / side_tape_px:
            yield f"a strip along the most likely square is {side_tape_cm:.1f} cm wide; the tape is {TAPE_CM} cm"
    cm_per_px = _compute_cm_per_px(fit.homography)
    if fit.residual_px * cm_per_px > MAX_RESIDUAL_CM:
        yield f"the tape's edges are {fit.residual_px * cm_per_px:.1f} cm off the square that fits best"
    beyond = count_overrunning_strips(yellow, fit.homography)
    if beyond > MAX_BEYOND:
        yield f"{beyond} of the 8 ends of its strips extend beyond the corners, like the joints of a floor"
    yield from _find_camera_objections(fit.homography, camera_metadata, width_px, height_px, scale)


def _find_camera_objections(
    homography: Homography, camera_metadata: CameraMetadata, width_px: int, height_px: int, scale: float
) -> Iterator[str]:
    focal_px = None if camera_metadata.focal_px is None else camera_metadata.focal_px * scale
    shape = compute_squareness(homography, focal_px, width_px, height_px)
    if shape.mismatch > MAX_MISMATCH:
        camera = "no camera of the focal length in EXIF" if shape.is_focal_known else "no plausible camera"
        yield f"{camera} would see a square like this (the most likely shape is {shape.mismatch:.0%} off)"
    if shape.is_focal_known and camera_metadata.gravity is not None:
        difference_deg = abs(shape.tilt_deg - compute_tilt_deg(camera_metadata.gravity))
        if difference_deg > MAX_TILT_DIFFERENCE_DEG:
            yield f"its tilt is {difference_deg:.1f} degrees off the accelerometer's tilt"


def _compute_cm_per_px(homography: Homography) -> float:
    """Return the centimetres per pixel, averaged over the board."""
    corners = homography.to_px(BOARD_CORNERS_CM)
    return 400.0 / float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).sum())
