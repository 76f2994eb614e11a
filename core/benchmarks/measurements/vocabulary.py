"""Questions of the scene measurements: kind of answer, wording, and the meaning of the margin.

Source: our own; docs/benchmarks/measurements.md.
"""

from dataclasses import dataclass

from core.toml_tables import load_rows

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


QUESTIONS = load_rows(__file__, "questions.toml", MeasurementQuestion)
"""Questions by id, in the order of pages."""
