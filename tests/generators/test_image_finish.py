"""Tests of image finishes: they are reproducible, and older sets have none."""

import json

import numpy as np
import pytest

from core.benchmarks.giq.viewpoints import sample_view
from core.benchmarks.mmperspective.item import read_item
from core.errors import SceneError
from core.generators.giq.render import encode_png, render_finished_image, render_image
from core.generators.mmperspective.item_generator import MAX_STREAKS, generate_items
from core.generators.mmperspective.painter import paint
from core.rendering.image_finish import draw_finish, read_finish


def test_a_finish_is_restored_from_its_description():
    """A finish is the same after JSON, its image is reproducible, and another finish gives another image."""
    image = np.full((90, 120, 3), 128, np.uint8)
    first, second = (draw_finish(np.random.default_rng(seed), 80) for seed in (1, 2))
    item = next(item for item in generate_items("PTR", 1, 0))
    stored = json.loads(json.dumps(item.to_json()))
    finish = read_finish(stored["pictures"][0]["view"]["finish"])
    assert finish == item.pictures[0].view.finish
    assert (first.apply(image) == first.apply(image)).all()
    assert (first.apply(image) != second.apply(image)).any()
    assert first.apply(image).shape == image.shape
    assert (image == 128).all()


def test_only_tasks_about_whole_images_have_a_finish():
    """Circles, lines, segments and small views are plain; every other image has its own finish."""
    for task in ("VPP", "CLP", "LRR", "LDP", "VAP", "PTS"):
        finishes = [image.view.finish for item in generate_items(task, 1, 1) for image in item.pictures]
        assert all((finish is not None) == (task in MAX_STREAKS) for finish in finishes)
        assert len(set(finishes)) == (len(finishes) if task in MAX_STREAKS else 1)


def test_lines_of_earlier_engines_have_no_finish():
    """A line of engine 3 without a finish is read, and painted without one."""
    item = generate_items("PTR", 1, 0)[0]
    line = json.loads(json.dumps(item.to_json()))
    del line["pictures"][0]["view"]["finish"]
    (old,) = read_item(line).pictures
    assert old.view.finish is None
    assert (paint(old.scene, old.view) != paint(old.scene, item.pictures[0].view)).any()


@pytest.mark.parametrize(
    ("key", "value"), [("gains", [1.0]), ("grain_px", 0), ("streaks", 10**6), ("seed", -1), ("drift", None)]
)
def test_an_impossible_finish_raises(key, value):
    """The error is about the line with the finish."""
    line = json.loads(json.dumps(generate_items("PTR", 1, 0)[0].to_json()))
    line["pictures"][0]["view"]["finish"][key] = value
    with pytest.raises(SceneError, match="the description of a picture"):
        read_item(line)


def test_solids_of_engine_4_differ_in_size_light_and_ground():
    """Unfinished images are plain on white; finished ones have their own size and ground; both are reproducible."""
    views = [sample_view(shape_id, 0) for shape_id in ("wid_1", "wid_2", "wid_3", "wid_4")]
    areas = []
    for view in views:
        plain, finished = render_image(view), render_finished_image(view)
        assert (plain[0, 0] == 255).all()
        assert (finished[:, 0] != 255).any()
        assert (finished == render_finished_image(view)).all()
        assert encode_png(view) == encode_png(view) != encode_png(view, is_finished=False)
        areas.append((finished != plain).any(axis=2).mean())
    assert min(areas) > 0.3
