"""Test of the stored solids of scenes against the construction that wrote them."""

import numpy as np
import pytest

from core.benchmarks.threedsr.object_catalogue import KINDS, SOLIDS
from tools.write_scene_objects import BUILDERS, COLOURS


@pytest.mark.parametrize("kind", KINDS)
def test_stored_objects_equal_built_objects(kind):
    """Corners to 1e-9, and the colours of every triangle in each of the kind's colours."""
    with np.load(SOLIDS, allow_pickle=False) as file:
        for word in KINDS[kind].colours:
            built = BUILDERS[kind](COLOURS[word])
            np.testing.assert_allclose(file[kind], built.corners, rtol=0, atol=1e-9)
            assert (file[f"{kind}, {word}"] == built.colours).all()


def test_the_file_holds_the_objects_of_the_catalogue():
    """Every kind has its corners and its colours, and no array is left over."""
    with np.load(SOLIDS, allow_pickle=False) as file:
        named = [*KINDS, *(f"{kind}, {word}" for kind, details in KINDS.items() for word in details.colours)]
        assert sorted(file.files) == sorted(named)
