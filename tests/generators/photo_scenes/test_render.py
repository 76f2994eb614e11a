"""Tests of images of scenes: they are reproducible and show what the record states."""

import dataclasses
import io

import numpy as np
import pytest
from hypothesis import given, settings
from PIL import Image

from core.generators.photo_scenes.render import render, render_jpeg
from core.generators.photo_scenes.scene import NO_OBJECT, OBJECTS
from core.photographs.exif import read_camera_metadata
from tests.generators.photo_scenes.scenes import scene, scenes


def test_the_same_scene_gives_the_same_bytes():
    """An image depends only on its scene, also if other scenes are drawn in between."""
    example = scene(object="kettle", seed=5)
    first = render_jpeg(example)
    render(scene(object="apple", seed=6, tilt_deg=7))
    assert render_jpeg(example) == first
    assert render_jpeg(dataclasses.replace(example, seed=7)) != first


@pytest.mark.slow
@settings(max_examples=12)
@given(scenes())
def test_every_scene_is_drawn_in_its_size(any_scene):
    """Any valid scene is drawn as an RGB image of its size, with light and dark areas."""
    picture = render(any_scene)
    assert picture.shape == (any_scene.height_px, any_scene.width_px, 3)
    assert picture.dtype == np.uint8
    assert np.ptp(picture) > 30


def test_stickers_tape_and_table_have_their_colours():
    """A, B and C are red, yellow and blue, the tape around the board is brown, the table is white."""
    example = scene(tilt_deg=30, noise=0.0)
    picture = render(example).astype(int)

    def get_colour(x, y):
        x_px, y_px = (round(float(value)) for value in example.camera.to_px((x, y, 0.0)))
        return picture[y_px, x_px]

    (red, yellow, blue) = (get_colour(*point) for point in (example.a_cm, example.b_cm, example.c_cm))
    assert red[0] > 2 * red[1]
    assert red[0] > 2 * red[2]
    assert min(yellow[0], yellow[1]) > 2 * yellow[2]
    assert blue[2] > 1.2 * max(blue[0], blue[1])
    assert np.ptp(get_colour(60, 60)) < 15
    for point in ((50, -2.4), (50, 102.4), (-2.4, 50), (102.4, 50)):
        tape = get_colour(*point)
        assert tape[0] > tape[1] > tape[2] + 20


@pytest.mark.slow
@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_changes_the_image_at_its_position(name):
    """Far from the object only its shadow and the exposure differ."""
    with_object = scene(object=name, object_cm=(62.0, 52.0), tilt_deg=45, noise=0.0)
    without = dataclasses.replace(with_object, object=NO_OBJECT)
    difference = np.abs(render(with_object).astype(int) - render(without)).max(axis=2)
    corners = with_object.camera.to_px(np.concatenate(with_object.solid.corners))
    middle = corners.mean(axis=0).round().astype(int)
    assert difference[middle[1] - 3 : middle[1] + 4, middle[0] - 3 : middle[0] + 4].max() > 25
    assert np.median(difference) < 12


def test_brightness_warmth_and_noise_have_their_effect():
    """More brightness is brighter, more warmth is redder, and more noise is noisier."""
    plain = render(scene(noise=0.0)).astype(float)
    assert render(scene(noise=0.0, brightness=1.3)).mean() > plain.mean() + 5
    warm = render(scene(noise=0.0, warmth=1.0)).astype(float)
    assert (warm[..., 0] - warm[..., 2]).mean() > (plain[..., 0] - plain[..., 2]).mean() + 20
    noisy = render(scene(noise=2.0)).astype(float)
    assert 1.0 < (noisy - plain)[..., 1].std() < 6.0


def test_exif_has_the_focal_length_and_the_scene(tmp_path):
    """The focal length is rounded as cameras do."""
    path = tmp_path / "photograph.jpg"
    example = scene(focal_mm=28.8)
    path.write_bytes(render_jpeg(example))
    facts = read_camera_metadata(path)
    assert facts.focal_px == pytest.approx(29 / np.hypot(36, 24) * np.hypot(1024, 768))
    assert facts.gravity is None
    with Image.open(io.BytesIO(path.read_bytes())) as image:
        assert example.to_link() in image.getexif()[0x010E]
