"""A photograph that somebody brings: known by its content, limited, and without anything but the picture."""

import io

import numpy as np
import pytest
from PIL import Image

from core.asking.own_photograph import MAX_UPLOAD_BYTES, read_own_photograph
from core.errors import ImageError


def body_of(image, form, **options):
    """A picture as a file's content."""
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


@pytest.fixture
def picture():
    """64 x 48 pixels, no two alike."""
    return Image.fromarray(np.random.default_rng(1).integers(0, 255, (48, 64, 3), dtype=np.uint8))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_pictures_of_three_forms_are_read(picture, form):
    """JPEG, PNG and WebP are read whatever the file is called."""
    scene = read_own_photograph(body_of(picture, form))
    assert scene.image.size == (64, 48)
    assert scene.image.mode == "RGB"


def test_it_is_upright_and_forgets_place_and_owner(picture):
    """The EXIF orientation is applied; position, camera and owner are nowhere in what is left."""
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x013B] = "Somebody"
    exif.get_ifd(0x8825)[2] = (48.0, 8.0, 5.0)
    scene = read_own_photograph(body_of(picture, "JPEG", exif=exif))
    assert scene.image.size == (48, 64)
    assert dict(scene.image.getexif()) == {}
    assert scene.image.info == {}
    again = body_of(scene.image, "JPEG")
    assert b"Somebody" not in again
    assert b"Exif" not in again


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"", "not an image"),
        (b"<html><script>alert(1)</script></html>", "not an image"),
        (b"\xff\xd8\xff\xe0" + b"0" * 50, "image"),
        (b"0" * (MAX_UPLOAD_BYTES + 1), "more than 10 MB"),
    ],
    ids=["nothing", "a page", "a broken one", "too many bytes"],
)
def test_what_is_no_picture_is_refused_with_the_reason(body, message):
    """Content that is no picture, broken or too large is refused in a sentence."""
    with pytest.raises(ImageError, match=message):
        read_own_photograph(body)


def test_other_forms_are_refused(picture):
    """A form that the page does not name is refused, though the library could read it."""
    with pytest.raises(ImageError, match="not an image"):
        read_own_photograph(body_of(picture, "BMP"))


def test_too_many_pixels_are_refused_before_they_are_unpacked():
    """A small file that would unpack to more than twenty million pixels is refused by its header."""
    body = body_of(Image.new("L", (6000, 4000)), "PNG")
    assert len(body) < 100_000
    with pytest.raises(ImageError, match="6000 x 4000 pixels are more than 20 million"):
        read_own_photograph(body)
