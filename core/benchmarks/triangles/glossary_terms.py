"""Glossary terms of photographs of triangles."""

from core.benchmarks.data import GlossaryTerm

TERMS = (
    GlossaryTerm(
        "P0, P1, T0, T1",
        "Conditions of a photograph. P: planar, the camera looks straight down. T: tilted. 0: no object "
        "on the board. 1: with one.",
        ("P0", "P1", "T0", "T1"),
    ),
    GlossaryTerm(
        "3D", "Against the world: the triangle as it lies on the table, by tape measure or, in a scene, exactly."
    ),
    GlossaryTerm("2D", "Against the image: the triangle as it appears in the flat photograph."),
    GlossaryTerm(
        "Homography",
        "The map between the board and its image, from the corners of the taped square. It undoes the perspective.",
    ),
    GlossaryTerm(
        "Homography solver",
        "A reference model: it measures the stickers through the homography and answers from the "
        "lengths. Its score can be reached from the photograph alone.",
    ),
    GlossaryTerm(
        "Image-plane solver",
        "A reference model: it answers from the image plane and ignores perspective. A model that reads "
        "the image plane gives similar answers.",
    ),
    GlossaryTerm(
        "Board from above",
        "The photograph after the homography: the square is a square and lengths are true.",
        ("rectified",),
    ),
    GlossaryTerm(
        "Implied triangle",
        "The triangle that a model's own numbers describe; if no triangle has all of them, the nearest "
        "one. It is drawn at the position and size that fit best.",
        ("implied by answers", "triangle implied"),
    ),
    GlossaryTerm(
        "Tilt",
        "The angle between the camera's view and the straight look down on the board, measured through the homography.",
        ("tilted",),
    ),
    GlossaryTerm(
        "Audited truth",
        "The tape's sides, corrected if all photographs of a triangle contradict the tape.",
        ("audited",),
    ),
    GlossaryTerm("Ceiling", "The homography solver's score: measuring with the taped square would reach it."),
)
"""Sources: Tri-Bench, sections 2 and 3 (conditions, 3D and 2D); `docs/methods/geometry.md` and
`docs/methods/truth_audit.md` (the others)."""
