"""Tests that a scene is validated, and survives JSON and links without loss."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import SceneError
from core.generators.photo_scenes.scene import LIMITS, TriangleScene
from tests.generators.photo_scenes.scenes import scene, scenes


@given(scenes())
def test_json_and_link_lose_nothing(any_scene):
    """Both forms restore the same scene, and a link needs no escapes."""
    assert TriangleScene(**json.loads(any_scene.to_json())) == any_scene
    link = any_scene.to_link()
    assert TriangleScene.parse_link(link) == any_scene
    assert re.fullmatch(r"[A-Za-z0-9._~+-]+", link)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"tilt_deg": 81}, "tilt_deg = 81 is not between"),
        ({"tilt_deg": float("nan")}, "not a finite number"),
        ({"tilt_deg": True}, "not a finite number"),
        ({"seed": 1.5}, "not a whole number"),
        ({"a_cm": (1,)}, "not a point"),
        ({"a_cm": (-1, 50)}, "not on the board"),
        ({"object": "banana"}, "choose none, rubiks cube"),
        ({"c_cm": (22.0, 31.0)}, "do not form a triangle"),
        ({"object_cm": (50, 120)}, "not on the board"),
        ({"tilt_deg": 80, "distance_cm": 90, "aim_cm": (50, 120)}, "does not look down"),
        ({"tilt_deg": 80, "distance_cm": 110, "object": "stool"}, "does not look down"),
    ],
)
def test_invalid_scenes_raise(change, message):
    """The error names the invalid value and the allowed ones."""
    with pytest.raises(SceneError, match=message):
        scene(**change)


@pytest.mark.parametrize("name", LIMITS)
def test_numbers_outside_their_limits_raise(name):
    """Numbers just outside their limits raise an error with their name."""
    low, high = LIMITS[name]
    for value in (low - 1, high + 1):
        with pytest.raises(SceneError, match=name):
            scene(**{name: value})


@given(st.text(max_size=80) | st.lists(st.sampled_from(["1", "0", "a", "1_2", ""]), max_size=18).map("~".join))
def test_invalid_links_raise(text):
    """Any text that is not a scene raises SceneError and nothing else."""
    try:
        TriangleScene.parse_link(text)
    except SceneError:
        return
    pytest.fail("an invalid link was accepted as a scene")
