"""Test of the stored solids of generated photographs against the construction that wrote them."""

import numpy as np
import pytest

from core.generators.photo_scenes.objects import OBJECTS, build_object_mesh
from tools.photo_objects.bodies import build_solid
from tools.write_photo_objects import BUILDERS


@pytest.mark.parametrize("name", BUILDERS)
def test_stored_objects_equal_built_objects(name):
    """Faces, colours and normals of all patches and the corners of all parts to 1e-9, and every finish."""
    stored, built = build_object_mesh(name, (0.0, 0.0), 0.0), build_solid(BUILDERS[name]())
    for patch, expected in zip(stored.patches, built.patches, strict=True):
        for field in ("faces", "colours", "outwards"):
            np.testing.assert_allclose(getattr(patch, field), getattr(expected, field), rtol=0, atol=1e-9)
        assert (patch.gloss, patch.is_thin, patch.lift_cm) == (expected.gloss, expected.is_thin, expected.lift_cm)
    for points, expected_points in zip(stored.corners, built.corners, strict=True):
        np.testing.assert_allclose(points, expected_points, rtol=0, atol=1e-9)


def test_every_object_of_the_release_is_stored():
    """Scenes may hold the ten objects of the release; the chair belongs to the room."""
    assert [*OBJECTS, "chair"] == list(BUILDERS)
