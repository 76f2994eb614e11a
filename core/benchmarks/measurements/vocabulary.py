"""Questions of the scene measurements: kind of answer, wording, and the meaning of the margin.

Source: our own; docs/benchmarks/measurements.md.
"""

from dataclasses import dataclass

STREET, TABLE = SCENES = ("street", "table")
"""Scenes of 3DSRBench's engine, and of the engine of synthetic photographs."""

COMMON = "common"
PLANAR, TILTED = "planar", "tilted"
USUAL = (COMMON, PLANAR)
"""Views that look as photographs mostly do; all others are unusual."""


@dataclass(frozen=True, slots=True)
class MeasurementQuestion:
    """A question that is asked about many scenes.

    Attributes:
        kind: type and rule, as in `core.question_types.registry`.
        text: with `{x}` and `{y}` for objects of the scene.
        margin: description of the margin, as an axis label.
        margin_unit: of the margin.
        unit: of a number.
    """

    question_id: str
    title: str
    kind: str
    scene: str
    text: str
    margin: str
    margin_unit: str = "%"
    unit: str = ""


_OF_FLAT = "distance of the truth from the image-plane answer"

QUESTIONS = {
    question.question_id: question
    for question in (
        MeasurementQuestion(
            "distance", "Distance of objects", "number:mra", STREET,
            "How far apart are {x} and {y}, measured on the ground from middle to middle?",
            f"{_OF_FLAT}, over the truth", unit="cm",
        ),
        MeasurementQuestion(
            "facing", "Angle of fronts", "number:angular", STREET,
            "{x} and {y} each face in a direction. How large is the angle between the two directions, from 0 to 180 "
            "degrees?",
            _OF_FLAT, "°", unit="deg",
        ),
        MeasurementQuestion(
            "nearer", "Nearer objects", "number:count", STREET,
            "How many of the other objects are nearer to the camera than {x}?",
            "gap between the distances of this object and of the next one, over the distance",
        ),
        MeasurementQuestion(
            "neighbour", "Nearest neighbour", "text:exact", STREET,
            "Which object is nearest to {x} in space, measured from middle to middle? Name it with its colour.",
            "lead of the nearest neighbour over the next one, over the distance",
        ),
        MeasurementQuestion(
            "nearest", "Nearest object", "point:inside", STREET,
            "Point at the object that is nearest to the camera.",
            "lead of the nearest object over the next one, over the distance",
        ),
        MeasurementQuestion(
            "farthest", "Farthest object", "box:iou", STREET,
            "Draw a box around the object that is farthest from the camera.",
            "lead of the farthest object over the next one, over the distance",
        ),
        MeasurementQuestion(
            "depth_order", "Order by distance", "order:kendall", STREET,
            "Order these objects by their distance from the camera, the nearest first:",
            "smallest gap between two of the distances, over the distance",
        ),
        MeasurementQuestion(
            "side", "Distance of stickers", "number:mra", TABLE,
            "The inner sides of the taped square are 100 cm long. How far apart are the centres of the red and the "
            "blue sticker on the table?",
            f"{_OF_FLAT}, over the truth", unit="cm",
        ),
        MeasurementQuestion(
            "corner", "Angle at a sticker", "number:within 5", TABLE,
            "Take the triangle whose corners are the centres of the three stickers, as it lies on the table. How large "
            "is its angle at the red sticker?",
            _OF_FLAT, "°", unit="deg",
        ),
        MeasurementQuestion(
            "middle", "Middle of square", "point:distance", TABLE,
            "Point at the middle of the taped square as it lies on the table.",
            f"{_OF_FLAT}, over the width of the image",
        ),
    )
}  # fmt: skip
"""Questions by id, in the order of pages."""
