"""Tests of opening a photograph: conversion of its colour profile."""

import io
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from PIL import Image, ImageCms

from core.errors import ImageError
from core.inference.image_views import to_jpeg
from core.inference.uploaded_photograph import read_own_photograph
from core.photographs.load_image import load_upright_image
from core.photographs.srgb import _load_transform
from core.photographs.web_copies import get_derived_path, write_copies

LAB = ImageCms.ImageCmsProfile(ImageCms.createProfile("LAB")).tobytes()
COLOURS = [(200, 40, 50), (60, 180, 90), (40, 60, 190), (128, 128, 128)]


def write_png(profile, mode="RGB"):
    """Write four colour patches as a PNG with a profile."""
    pixels = np.repeat(np.repeat(np.array(COLOURS, dtype=np.uint8).reshape(2, 2, 3), 32, axis=0), 32, axis=1)
    file = io.BytesIO()
    Image.fromarray(pixels).convert(mode).save(file, "PNG", icc_profile=profile)
    return file.getvalue()


def read_colours(image):
    """Return the four colours, (4, 3)."""
    return np.asarray(image.convert("RGB"), dtype=int)[16::32, 16::32].reshape(4, 3)


@pytest.fixture
def wide_profile(dataset):
    """Return the profile of the benchmark's photographs, Display P3."""
    photograph = min((dataset / "images").rglob("*.jpg"))
    with Image.open(photograph) as image:
        return image.info["icc_profile"]


def test_a_wide_profile_is_converted(wide_profile, tmp_path):
    """In sRGB the Display P3 colours become purer, grey stays, and the result has no profile."""
    for image in (
        load_upright_image(io.BytesIO(write_png(wide_profile))),
        read_own_photograph(write_png(wide_profile)).image,
    ):
        red, green, blue, grey = read_colours(image)
        assert red[0] > 210
        assert green[1] > 180
        assert blue[2] > 190
        assert np.abs(grey - 128).max() <= 1
        assert "icc_profile" not in image.info
        write_copies(image, tmp_path, "one", ["large"])
        sent = Image.open(io.BytesIO(to_jpeg(image, 1024)))
        with Image.open(get_derived_path(tmp_path, "one", "large")) as copy:
            for written in (copy, sent):
                assert "icc_profile" not in written.info
                assert np.abs(read_colours(written) - read_colours(image)).max() <= 12


@pytest.mark.parametrize("profile", [None, b"broken", LAB])
@pytest.mark.parametrize("mode", ["RGB", "L"])
def test_other_profiles_do_not_change_the_numbers(profile, mode):
    """Without a profile, or with a broken or unsuitable one, the numbers stay."""
    image = load_upright_image(io.BytesIO(write_png(profile, mode)))
    expected = COLOURS if mode == "RGB" else read_colours(Image.open(io.BytesIO(write_png(None, "L"))))
    assert (read_colours(image) == expected).all()


def test_profile_transform_is_cached(wide_profile, monkeypatch):
    """Photographs with the same profile share its transform, also across threads."""
    built = []
    build = ImageCms.core.buildTransform
    monkeypatch.setattr(ImageCms.core, "buildTransform", lambda *arguments: built.append(1) or build(*arguments))
    _load_transform.cache_clear()
    body = write_png(wide_profile)
    first = np.asarray(load_upright_image(io.BytesIO(body)))
    with ThreadPoolExecutor(4) as pool:
        others = list(pool.map(lambda _: np.asarray(load_upright_image(io.BytesIO(body))), range(16)))
    assert len(built) == 1
    assert all((other == first).all() for other in others)


@pytest.mark.parametrize("size", [(20_000, 1), (1, 20_000), (51, 1)])
def test_extreme_aspect_ratio_is_rejected(size):
    """An image with one side much longer than the other is rejected before decoding, because OpenCV would fail."""
    file = io.BytesIO()
    Image.new("L", size).save(file, "PNG")
    file.seek(0)
    with pytest.raises(ImageError, match="more than 50 times the other"):
        load_upright_image(file)
