"""The tiny release with images of drawn boards, whose camera has a known tilt that is also in the EXIF data."""

import math

from PIL import Image

from core.benchmarks.triangles import dataset_facts
from tests.geometry.scenes import Camera, draw
from tests.photographs.test_exif import make_maker_note
from tests.tiny_release import CONDITIONS, write_tiny_release

TILT_DEG = {"P0": 5.0, "P1": 14.0, "T0": 42.0, "T1": 55.0}
ACCELEROMETER_ERROR_DEG = 1.5


def write_tilted_release(folder, triangles=3):
    """Write the release and return its folder; the accelerometer reads `ACCELEROMETER_ERROR_DEG` less."""
    write_tiny_release(folder, triangles)
    for condition, _, _ in CONDITIONS:
        image = Image.fromarray(draw(Camera(TILT_DEG[condition], distance_cm=180.0)))
        read_rad = math.radians(TILT_DEG[condition] - ACCELEROMETER_ERROR_DEG)
        exif = Image.Exif()
        details = exif.get_ifd(0x8769)
        details[0xA405] = 29
        details[0x927C] = make_maker_note((-math.sin(read_rad), 0.0, -math.cos(read_rad)))
        for number in range(1, triangles + 1):
            image.save(folder / dataset_facts.IMAGES / f"{number:03d}_{condition}.jpg", quality=92, exif=exif)
    return folder
