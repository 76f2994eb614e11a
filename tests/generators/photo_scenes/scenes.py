"""Scenes of a triangle on a board, for tests."""

from hypothesis import strategies as st

from core.errors import SceneError
from core.generators.photo_scenes.scene import NO_OBJECT, OBJECTS, TriangleScene

CORNERS = {"a_cm": (22.0, 31.0), "b_cm": (71.0, 18.0), "c_cm": (48.0, 80.0)}


def scene(**values):
    """Return a scene with a fixed triangle."""
    return TriangleScene(**(CORNERS | values))


@st.composite
def scenes(draw):
    """Generate valid scenes of every kind."""
    number = st.floats(0, 1)

    def between(low, high):
        return low + (high - low) * draw(number)

    try:
        return scene(
            tilt_deg=between(0, 70), azimuth_deg=between(-180, 180), roll_deg=between(-180, 180),
            distance_cm=between(130, 260), focal_mm=between(20, 60), aim_cm=(between(30, 70), between(30, 70)),
            object=draw(st.sampled_from((NO_OBJECT, *OBJECTS))), object_cm=(between(20, 80), between(20, 80)),
            object_turn_deg=between(-180, 180), brightness=between(0.5, 2), warmth=between(-1, 1), noise=between(0, 3),
            seed=draw(st.integers(0, 2**31 - 1)), width_px=draw(st.integers(64, 2048)),
            height_px=draw(st.integers(64, 2048)),
        )  # fmt: skip
    except SceneError:  # a low camera over a tall object
        return scene(seed=draw(st.integers(0, 99)))
