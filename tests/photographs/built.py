"""Measurements of a build in the form of `measure_release`, without measuring again."""

from pathlib import Path

from PIL import Image

from core.benchmarks.triangles.dataset_facts import get_photograph_path
from core.benchmarks.triangles.release_reader import read_release
from core.geometry.board_measurement import BoardMeasurement
from core.geometry.border import Border
from core.geometry.homography import Homography
from core.geometry.pose import estimate_pose, refine_focal_px
from core.geometry.sticker_detection import Sticker
from core.photographs.derived_images import derive_images
from core.photographs.exif import read_camera_metadata
from core.photographs.measurements import MeasuredPhotograph
from tools.geometry_accuracy import PhotographComparison


def load_stored_measurements(folder: Path, derived_images: Path) -> dict[str, MeasuredPhotograph]:
    """Return a build's stored measurements of the existing photographs, by photograph id."""
    paths = _list_paths(folder)
    derived = derive_images(paths.values(), derived_images, lambda: None)
    return {name: image.measured for name, image in zip(paths, derived, strict=True) if image.measured is not None}


def load_stored_comparisons(folder: Path, derived_images: Path) -> list[PhotographComparison]:
    """Return the photographs of a release with the measurements of a build."""
    stored, paths = load_stored_measurements(folder, derived_images), _list_paths(folder)
    return [
        PhotographComparison(
            photograph, rebuild_measurement(stored[photograph.case_id], paths[photograph.case_id]), 0.0
        )
        for photograph in read_release(folder).photographs
        if photograph.case_id in stored
    ]


def rebuild_measurement(stored: MeasuredPhotograph, path: Path) -> BoardMeasurement:
    """Rebuild the measurement of a record: corners and centres from the record, the camera from the file."""
    camera_metadata = read_camera_metadata(path)
    with Image.open(path) as image:
        is_rotated = image.getexif().get(0x0112, 1) >= 5  # EXIF orientations from 5 swap width and height
        width_px, height_px = image.size[::-1] if is_rotated else image.size
    homography = None if stored.corners_px is None else Homography.build_from_corners(stored.corners_px)
    pose = None
    if homography is not None and camera_metadata.focal_px is not None:
        focal_px = refine_focal_px(homography, camera_metadata.focal_px, width_px, height_px)
        pose = estimate_pose(homography, focal_px, width_px, height_px)
    return BoardMeasurement(
        width_px,
        height_px,
        Border(stored.border_status, stored.border_reason or "", homography, stored.border_residual_px),
        {
            vertex: Sticker(vertex, "not_found" if centre_px is None else "found", centre_px=centre_px)
            for vertex, centre_px in zip("ABC", stored.stickers_px, strict=True)
        },
        camera_metadata,
        pose,
        stored.tilt_imu_deg,
        *stored.sides_cm,
    )


def _list_paths(folder: Path) -> dict[str, Path]:
    ids = (photograph.case_id for photograph in read_release(folder).photographs)
    return {name: path for name in ids if (path := get_photograph_path(folder, name)).is_file()}
