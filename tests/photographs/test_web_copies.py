"""Tests of web copies of photographs, and of files that are not photographs."""

import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from core.errors import ImageError
from core.photographs.derived_images import derive_images
from core.photographs.load_image import load_upright_image
from core.photographs.web_copies import SIZES_PX, get_derived_path


def write_image(path, size=(400, 300), mode="RGB", **options):
    """Write an image whose top left corner is bright."""
    image = Image.new(mode, size)
    image.paste({"RGB": (255, 0, 0), "L": 255, "RGBA": (255, 0, 0, 128), "I;16": 65535}[mode], (0, 0, 40, 30))
    image.save(path, **options)
    return path


def test_copies_are_made_once_per_content(tmp_path):
    """Each size is written as WebP without EXIF; a second call does not change the files."""
    original = write_image(tmp_path / "a.jpg", (2000, 1500))
    [image] = derive_images([original], tmp_path / "derived", lambda: None)
    times = {}
    for size, limit in SIZES_PX.items():
        path = get_derived_path(tmp_path / "derived", image.key, size)
        with Image.open(path) as copy:
            assert copy.format == "WEBP"
            assert max(copy.size) == limit
            assert not copy.getexif()
        times[path] = path.stat().st_mtime_ns
    derive_images([original], tmp_path / "derived", lambda: None)
    assert {path: path.stat().st_mtime_ns for path in times} == times


@pytest.mark.parametrize(("orientation", "bright"), [(1, (5, 5)), (3, (394, 294)), (6, (294, 5)), (8, (5, 394))])
def test_exif_orientation_is_applied(tmp_path, orientation, bright):
    """The image has the orientation's size, and the bright corner is where it should be shown."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    image = load_upright_image(write_image(tmp_path / "a.jpg", exif=exif))
    assert image.size == ((400, 300) if orientation in (1, 3) else (300, 400))
    assert image.getpixel(bright)[0] > 200


@pytest.mark.parametrize(("mode", "suffix"), [("L", "jpg"), ("RGBA", "png"), ("I;16", "png"), ("RGB", "webp")])
def test_other_formats_become_rgb(tmp_path, mode, suffix):
    """Grey, 16-bit, transparent and WebP images are converted."""
    assert load_upright_image(write_image(tmp_path / f"a.{suffix}", mode=mode)).mode == "RGB"


def test_sixteen_bits_keep_their_shades(tmp_path):
    """A 16-bit grey ramp becomes an 8-bit grey ramp and not a white image."""
    ramp = np.repeat(np.arange(256, dtype=np.uint16)[None] * 257, 10, axis=0)
    Image.fromarray(ramp).save(tmp_path / "a.png")
    assert np.array_equal(np.asarray(load_upright_image(tmp_path / "a.png"))[0, :, 1], np.arange(256))


def write_bomb(path):
    """Write a small PNG whose header declares 30000 x 30000 pixels."""

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", 30000, 30000, 8, 2, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", header)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


def write_truncated(path):
    """Write a truncated JPEG."""
    write_image(path)
    path.write_bytes(path.read_bytes()[:600])


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lambda path: path.write_bytes(b""), "not an image"),
        (lambda path: path.write_text("I am a text."), "not an image"),
        (lambda path: path.write_bytes(b"\xff\xd8\xff\xe0" + b"\0" * 200), "image"),
        (write_truncated, "broken image"),
        (write_bomb, "pixels"),
    ],
    ids=["empty", "text", "noise", "cut", "bomb"],
)
def test_invalid_images_do_not_stop_the_others(tmp_path, damage, words):
    """An invalid file is rejected with its reason, and the other file is derived."""
    bad, good = tmp_path / "bad.jpg", write_image(tmp_path / "good.jpg")
    damage(bad)
    with pytest.raises(ImageError, match=words):
        load_upright_image(bad)
    refused, derived = derive_images([bad, good], tmp_path / "derived", lambda: None)
    assert refused.key is None
    assert words in refused.error
    assert derived.key is not None
