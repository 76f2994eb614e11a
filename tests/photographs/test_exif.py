"""Tests of the EXIF data of generated photographs: focal length, and Apple's accelerometer in the maker note."""

import io
import struct

import numpy as np
import pytest
from PIL import Image

from core.geometry.homography import BOARD_CORNERS_CM
from core.geometry.pose import compute_tilt_deg
from core.photographs.exif import parse_apple_acceleration_g, read_camera_metadata
from core.photographs.measurements import measure_photograph
from tests.geometry.scenes import Camera, compute_corner_distance_px, draw


def make_maker_note(vector, kind=10, n_before=3):
    """Make an Apple maker note with a few other entries before the accelerometer's."""
    entries = n_before + 1
    data_offset = 14 + 2 + 12 * entries + 4
    note = b"Apple iOS\0\0\1MM" + struct.pack(">H", entries)
    for tag in range(1, n_before + 1):
        note += struct.pack(">HHII", tag, 9, 1, tag)
    note += struct.pack(">HHII", 8, kind, 3, data_offset) + b"\0\0\0\0"
    return note + b"".join(struct.pack(">ii", round(value * 100000), 100000) for value in vector)


def write_photograph(tmp_path, orientation=1, focal_mm=29, note=b"", size_px=(1024, 768), written_px=None):
    exif = Image.Exif()
    exif[0x0112] = orientation
    details = exif.get_ifd(0x8769)
    if focal_mm is not None:
        details[0xA405] = focal_mm
    if note:
        details[0x927C] = note
    if written_px is not None:
        details[0xA002], details[0xA003] = written_px
    path = tmp_path / "photograph.jpg"
    Image.new("RGB", size_px).save(path, exif=exif)
    return path


def test_the_accelerometer_is_read_by_its_offset():
    """The offset of the three signed rationals counts from the start of the maker note."""
    assert parse_apple_acceleration_g(make_maker_note((-0.7, 0.41, -0.58))) == pytest.approx((-0.7, 0.41, -0.58))


@pytest.mark.parametrize(
    "note",
    [
        None, b"", b"Nikon", b"Apple iOS\0\0\1MM",
        make_maker_note((0, 0, -1))[:40], make_maker_note((0, 0, -1), kind=5),
        b"Apple iOS\0\0\1MM" + struct.pack(">H", 60000),
        make_maker_note((0, 0, -1)).replace(struct.pack(">i", 100000), b"\0" * 4),
    ],
)  # fmt: skip
def test_other_maker_notes_are_ignored(note):
    """A missing note, another maker's, a truncated one, and one of another type give None."""
    assert parse_apple_acceleration_g(note) is None


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_vertical_view_has_no_tilt_in_any_orientation(tmp_path, orientation):
    """If gravity is along the view, the tilt is zero in every EXIF orientation."""
    camera_metadata = read_camera_metadata(write_photograph(tmp_path, orientation, note=make_maker_note((0, 0, -1))))
    assert compute_tilt_deg(camera_metadata.gravity) == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("orientation", "vector"),
    [(6, (0.0, -0.8, -0.6)), (1, (-0.8, 0.0, -0.6)), (3, (0.8, 0.0, -0.6)), (8, (0.0, 0.8, -0.6))],
)
def test_gravity_points_down_in_the_upright_image(tmp_path, orientation, vector):
    """In any orientation, gravity has a component down the upright image and none sideways."""
    camera_metadata = read_camera_metadata(write_photograph(tmp_path, orientation, note=make_maker_note(vector)))
    assert camera_metadata.gravity == pytest.approx(np.array([0.0, 0.8, 0.6]))
    assert camera_metadata.to_sensor(camera_metadata.gravity)[2] == pytest.approx(0.6)


def test_accelerated_device_has_no_gravity(tmp_path):
    """A vector much longer or shorter than one g is ignored."""
    assert read_camera_metadata(write_photograph(tmp_path, note=make_maker_note((0, 0, -1.3)))).gravity is None
    assert read_camera_metadata(write_photograph(tmp_path, note=make_maker_note((0, 0, -0.5)))).gravity is None


def test_focal_length_scales_with_the_diagonal(tmp_path):
    """A focal length of 29 mm is 858 pixels for an image with a diagonal of 1280 pixels."""
    assert read_camera_metadata(write_photograph(tmp_path)).focal_px == pytest.approx(29 / 43.2666 * 1280, rel=1e-4)


@pytest.mark.parametrize("focal_mm", [None, 0])
def test_an_unknown_focal_length_is_none(tmp_path, focal_mm):
    """A missing tag, and 0, which means unknown in EXIF, give None."""
    assert read_camera_metadata(write_photograph(tmp_path, focal_mm=focal_mm)).focal_px is None


def test_files_without_exif_have_no_facts(tmp_path):
    """A PNG, a text named .jpg and a missing file have no camera metadata, and no error."""
    png = io.BytesIO()
    Image.new("RGB", (8, 8)).save(png, "PNG")
    for name, content in (("a.png", png.getvalue()), ("b.jpg", b"text"), ("c.jpg", None)):
        path = tmp_path / name
        if content is not None:
            path.write_bytes(content)
        camera_metadata = read_camera_metadata(path)
        assert (camera_metadata.focal_px, camera_metadata.gravity, camera_metadata.orientation) == (None, None, 1)


def test_every_real_vector_is_about_one_g(dataset):
    """Every photograph of the release has a vector of 0.96 to 1.03 g."""
    for path in sorted(dataset.glob("images/triangles_original/*.jpg")):
        with Image.open(path) as image:
            vector = parse_apple_acceleration_g(image.getexif().get_ifd(0x8769)[0x927C])
        assert 0.96 < np.linalg.norm(vector) < 1.03, path.name


@pytest.mark.parametrize(
    ("size_px", "written_px", "is_known"),
    [
        ((1024, 768), None, True), ((1024, 768), (1024, 768), True), ((1024, 768), (768, 1024), True),
        ((1024, 768), (0, 0), True), ((1080, 720), None, True), ((768, 1024), None, True), ((1024, 765), None, True),
        ((1024, 768), (4032, 3024), False), ((900, 700), (1024, 768), False), ((900, 700), None, False),
        ((900, 700), (900, 700), False), ((1024, 576), (1024, 576), False), ((768, 768), None, False),
    ],
)  # fmt: skip
def test_a_crop_has_no_focal_length_and_no_gravity(tmp_path, size_px, written_px, is_known):
    """If EXIF's pixel size or the aspect ratio differ from the full image, both are unknown."""
    note = make_maker_note((-0.8, 0.0, -0.6))
    camera_metadata = read_camera_metadata(
        write_photograph(tmp_path, 3, note=note, size_px=size_px, written_px=written_px)
    )
    assert (camera_metadata.focal_px is not None) == (camera_metadata.gravity is not None) == is_known
    assert camera_metadata.orientation == 3


def test_a_cropped_tilted_photograph_is_measured(tmp_path):
    """The border is found in a tilted photograph that is cropped off-centre and keeps its EXIF data."""
    camera = Camera(48.0, 3.0, turn_deg=20.0, distance_cm=185.0)
    exif = Image.Exif()
    exif.get_ifd(0x8769)[0xA405] = 29
    exif.get_ifd(0x8769)[0x927C] = make_maker_note((-np.sin(np.radians(48.0)), 0.0, -np.cos(np.radians(48.0))))
    whole = Image.fromarray(draw(camera))
    left, top, right, bottom = (110, 120, 1000, 760)
    path = tmp_path / "cropped.jpg"
    whole.crop((left, top, right, bottom)).save(path, exif=exif, quality=95)
    border = measure_photograph(path).border
    assert border.status == "found", border.reason
    assert compute_corner_distance_px(np.add(border.corners_px, (left, top)), camera.px(BOARD_CORNERS_CM)) < 0.5
