"""The words of photographs of triangles that pages explain."""

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
    GlossaryTerm("2D", "Against the picture: the triangle as it appears in the flat photograph."),
    GlossaryTerm(
        "Homography",
        "The map between the board and its picture, from the corners of the taped square. It undoes the perspective.",
    ),
    GlossaryTerm(
        "Homography solver",
        "A reference model: it measures the stickers through the homography and answers from the "
        "lengths. What it scores can be reached from the photograph alone.",
    ),
    GlossaryTerm(
        "Image-plane solver",
        "A reference model: it answers from the flat picture and knows nothing of perspective. A "
        "model that reads the picture looks like it.",
    ),
    GlossaryTerm(
        "Board from above",
        "The photograph after the homography: the square is a square and lengths are true.",
        ("rectified",),
    ),
    GlossaryTerm(
        "Implied triangle",
        "The triangle that a model's own numbers describe; where none has all of them, the nearest "
        "one. It is drawn where and as large as it fits best.",
        ("implied by answers", "triangle implied"),
    ),
    GlossaryTerm(
        "Tilt",
        "The angle between the camera's view and the straight look down on the board, measured through the homography.",
        ("tilted",),
    ),
    GlossaryTerm(
        "Audited truth",
        "The tape's sides, corrected where all photographs of a triangle contradict the tape.",
        ("audited",),
    ),
    GlossaryTerm("Ceiling", "What the homography solver scores: measuring with the taped square would give it."),
)
"""Sources: Tri-Bench, sections 2 and 3 (conditions, 3D and 2D); `docs/methods/geometry.md` and
`docs/methods/truth_audit.md` (the others)."""
