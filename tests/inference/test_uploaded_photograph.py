"""Tests of an uploaded photograph: identified by its content, limited in size, and reduced to the image alone."""

import io
import struct
import zlib

import numpy as np
import pytest
from PIL import Image

from core.errors import ImageError
from core.geometry.board_measurement import measure_image
from core.geometry.homography import BOARD_CORNERS_CM
from core.inference.upload_limits import MAX_UPLOAD_BYTES
from core.inference.uploaded_photograph import read_own_photograph
from tests.geometry.scenes import Camera, compute_corner_distance_px, draw


def body_of(image, form, **options):
    """Return an image as a file's content."""
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


@pytest.fixture
def picture():
    """Return 64 x 48 pixels, no two alike."""
    return Image.fromarray(np.random.default_rng(1).integers(0, 255, (48, 64, 3), dtype=np.uint8))


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_pictures_of_three_forms_are_read(picture, form):
    """JPEG, PNG and WebP are read under any file name."""
    scene = read_own_photograph(body_of(picture, form))
    assert scene.image.size == (64, 48)
    assert scene.image.mode == "RGB"


def test_it_is_upright_and_forgets_place_and_owner(picture):
    """The EXIF orientation is applied; position, camera and owner are nowhere in the result."""
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
        (b"0" * (MAX_UPLOAD_BYTES + 1), "larger than 25 MB"),
    ],
    ids=["nothing", "a page", "a broken one", "too many bytes"],
)
def test_what_is_no_picture_is_refused_with_the_reason(body, message):
    """Content that is not an image, is broken or too large is refused in a sentence."""
    with pytest.raises(ImageError, match=message):
        read_own_photograph(body)


def test_other_forms_are_refused(picture):
    """A format that the page does not name is refused, even if the library could read it."""
    with pytest.raises(ImageError, match="not an image"):
        read_own_photograph(body_of(picture, "BMP"))


def test_too_many_pixels_are_refused_before_they_are_unpacked():
    """A small PNG that would unpack to more than twenty million pixels is refused by its header."""
    body = body_of(Image.new("L", (6000, 4000)), "PNG")
    assert len(body) < 100_000
    with pytest.raises(ImageError, match="6000 x 4000 pixels are more than 20 million"):
        read_own_photograph(body)


def bomb(width_px, height_px):
    """Return a JPEG of a few bytes whose header declares this many pixels."""
    body = body_of(Image.new("RGB", (16, 16)), "JPEG")
    at = body.index(b"\xff\xc0") + 5
    return body[:at] + struct.pack(">HH", height_px, width_px) + body[at + 4 :]


@pytest.mark.parametrize("size_px", [(8200, 6200), (60000, 60000)])
def test_a_jpeg_of_too_many_pixels_is_refused_before_it_is_unpacked(size_px):
    """A JPEG bomb is refused by its header: more than fifty million pixels are too many for any decoder."""
    with pytest.raises(ImageError, match=r"more than 50 million|too many pixels"):
        read_own_photograph(bomb(*size_px))


@pytest.mark.slow
@pytest.mark.parametrize("orientation", [1, 6])
def test_a_jpeg_of_today_s_phones_is_measured_smaller(orientation):
    """A JPEG of 26 megapixels is read at the size that is sent, upright, with its focal length in its own pixels."""
    camera = Camera(35.0, 2.0, distance_cm=170.0)
    exif = Image.Exif()
    exif[0x0112] = orientation
    exif.get_ifd(0x8769)[0xA405] = 29
    upright = Image.fromarray(draw(camera))
    stored = upright if orientation == 1 else upright.transpose(Image.Transpose.ROTATE_90)
    width_px, height_px = (6000, 4500) if orientation == 1 else (4500, 6000)
    stored = stored.resize((width_px, height_px), Image.Resampling.BILINEAR)
    scene = read_own_photograph(body_of(stored, "JPEG", exif=exif, quality=85))
    assert scene.image.size == (2048, 1536)
    assert scene.camera_metadata.focal_px == pytest.approx(29 / 43.2666 * 2560, rel=1e-3)
    measured = measure_image(scene.pixels, scene.camera_metadata)
    assert measured.border.status == "found", measured.border.reason
    in_drawing_px = (measured.border.corners_px + 0.5) * 1024 / 2048 - 0.5
    assert compute_corner_distance_px(in_drawing_px, camera.px(BOARD_CORNERS_CM)) < 0.5
    assert measured.tilt_deg == pytest.approx(35.0, abs=0.3)


@pytest.mark.slow
@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_no_picture_is_kept_larger_than_it_is_sent(form):
    """Twelve megapixels of any format would be 36 MB in each session; models are sent nine."""
    body = body_of(Image.new("RGB", (4032, 3024)), form)
    assert read_own_photograph(body).image.size == (2048, 1536)


def test_a_small_picture_stays_as_it_is():
    """No image is enlarged."""
    assert read_own_photograph(body_of(Image.new("RGB", (1024, 768)), "PNG")).image.size == (1024, 768)


def test_a_jpeg_of_thousands_of_scans_is_refused_before_it_is_unpacked():
    """Each scan of a progressive JPEG takes as long as the whole image: some 300 kB of scans would take a minute."""
    body = body_of(Image.new("RGB", (64, 64)), "JPEG", progressive=True)
    first = body.index(b"\xff\xda")
    last = body.rindex(b"\xff\xda")
    scan = body[last : body.rindex(b"\xff\xd9")]
    many = body[:first] + scan * 101 + body[last:]
    with pytest.raises(ImageError, match="more than 100 scans"):
        read_own_photograph(many)
    assert read_own_photograph(body).image.size == (64, 64)


def chunk(name, content):
    """Return a chunk of a PNG."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def test_a_file_of_very_many_parts_is_refused_before_it_is_read(picture):
    """Each PNG chunk, and each JPEG segment, fill byte or odd byte, would cost the decoder a step."""
    png, jpeg = body_of(picture, "PNG"), body_of(picture, "JPEG")
    head, first = 33, 20  # behind the first chunk, and the first segment
    for part, at, body in [
        (chunk(b"aaAa", b""), head, png),
        (b"\xff\xfe\x00\x02", first, jpeg),
        (b"\xff", first, jpeg),
        (b"\x00", first, jpeg),
    ]:
        with pytest.raises(ImageError, match="more than 10,000 parts"):
            read_own_photograph(body[:at] + part * 10_001 + body[at:])
        assert read_own_photograph(body[:at] + part * 100 + body[at:]).image.size == (64, 48)


@pytest.mark.parametrize("name", [b"iCCP", b"zTXt"])
def test_a_text_or_profile_that_unpacks_to_much_is_refused(picture, name):
    """A PNG of some 30 kB whose colour profile or text unpacks to 30 MB gives a sentence."""
    body = body_of(picture, "PNG")
    bomb_of_text = chunk(name, b"name\0\0" + zlib.compress(bytes(30_000_000), 9))
    assert len(bomb_of_text) < 40_000
    with pytest.raises(ImageError, match="broken image: Decompressed data too large"):
        read_own_photograph(body[:33] + bomb_of_text + body[33:])


@pytest.mark.parametrize("form", ["PNG", "WEBP"])
def test_of_an_animation_the_first_picture_counts(picture, form):
    """The other frames are neither shown nor unpacked."""
    others = [Image.new("RGB", picture.size, (number, 0, 0)) for number in range(5)]
    body = body_of(picture, form, save_all=True, append_images=others, lossless=True)
    with Image.open(io.BytesIO(body)) as animation:
        assert animation.n_frames == 6
    assert (read_own_photograph(body).pixels == np.asarray(picture)).all()


def test_other_numbers_of_bits_and_inks_become_three_colours(picture):
    """A 16-bit PNG keeps its shades, and a CMYK JPEG shows its printed colours."""
    ramp = np.linspace(0, 65535, 64 * 48).reshape(48, 64).astype(np.uint16)
    grey = read_own_photograph(body_of(Image.fromarray(ramp), "PNG")).pixels
    assert np.abs(grey.astype(int) - ramp[..., None] / 257).max() <= 1
    inks = body_of(Image.new("CMYK", (64, 48), (0, 255, 255, 0)), "JPEG")
    red = read_own_photograph(inks).pixels.reshape(-1, 3).mean(axis=0)
    assert np.abs(red - (255, 0, 0)).max() < 4
