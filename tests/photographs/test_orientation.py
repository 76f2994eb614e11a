"""Tests that images are rotated by their orientation, for any other content of their EXIF data."""

import io
import struct

import numpy as np
import pytest
from PIL import Image, ImageOps

from core.photographs.load_image import open_image
from core.photographs.orientation import turn_upright

PIXELS = np.zeros((32, 64, 3), dtype=np.uint8)
PIXELS[:16, :32] = 255

ENTRIES = {
    "resolution as text": (0x011A, 2, 3, b"72\0\0"),
    "resolution as a pointer beyond the file": (0x011A, 5, 1, struct.pack(">I", 60_000)),
    "a number of an unknown type": (0x011A, 99, 1, b"\0\0\0\1"),
    "a count of four thousand million": (0x010F, 2, 0xFFFFFFF0, b"\0\0\0\x20"),
    "a folder of entries as text": (0x8769, 2, 3, b"abc\0"),
    "bytes as a rational": (0x0213, 5, 1, b"\0\0\0\1"),
}


def write_jpeg(orientation, entry):
    """Return a JPEG with an orientation and one more EXIF entry, as bytes."""
    tag, kind, count, value = entry
    entries = sorted(
        [struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0), struct.pack(">HHI4s", tag, kind, count, value)]
    )
    exif = b"Exif\0\0MM\0*\0\0\0\x08" + struct.pack(">H", 2) + b"".join(entries) + b"\0\0\0\0"
    body = io.BytesIO()
    Image.fromarray(PIXELS).save(body, "JPEG", quality=95)
    jpeg = body.getvalue()
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + jpeg[2:]


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_odd_exif_entries_do_not_prevent_rotation(orientation, entry):
    """The image is opened and rotated as if the odd entry did not exist."""
    opened = open_image(io.BytesIO(write_jpeg(orientation, entry)))
    size = (64, 32) if orientation in (1, 3) else (32, 64)
    assert opened.image.size == size
    corners = {1: (0, 0), 3: (-1, -1), 6: (0, -1), 8: (-1, 0)}
    row, column = corners[orientation]
    assert np.asarray(opened.image)[row, column].min() > 200
    assert ("orientation" in opened.conversions) == (orientation != 1)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_orientations_agree_with_pillow(orientation):
    """Pillow's own function rotates images with valid EXIF data in the same way."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    body = io.BytesIO()
    Image.fromarray(PIXELS).save(body, "JPEG", exif=exif)
    with Image.open(body) as image:
        np.testing.assert_array_equal(np.asarray(turn_upright(image)), np.asarray(ImageOps.exif_transpose(image)))
