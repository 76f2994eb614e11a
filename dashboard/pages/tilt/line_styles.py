"""Line styles of the charts of tilt, for models, reference models and questions."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from dashboard.charts.template import Scored
from dashboard.style.markers import get_open_shape
from dashboard.style.palette import PICTURE, WORLD, get_marker_style

FRAMES: dict[str, Scored] = {"3D": "truth", "2D": "foil"}
"""The two rows of a panel from the top, against the scene (full marks) and against the image plane (open marks)."""
REFERENCE_DASHES = ("dot", "dash", "dashdot", "16px,3px", "12px,3px,2px,3px,2px,3px")
"""Dashes of reference models in turn; their colours are similar."""


@dataclass(frozen=True, slots=True)
class LineStyle:
    """The style of one line: of a model, a reference model or a question; without a colour it takes its frame's."""

    label: str
    colour: str = ""
    shape: str = "circle"
    dash: str = "solid"

    @property
    def is_reference(self) -> bool:
        """Return whether it is a thin line in every panel."""
        return self.dash != "solid"

    def choose_colour(self, frame: str) -> str:
        """Return its colour in a row: its own, else blue against the scene and orange against the image plane."""
        return self.colour or (WORLD if FRAMES[frame] == "truth" else PICTURE)

    def choose_shape(self, frame: str) -> str:
        """Return the shape of its marks in a row."""
        return self.shape if FRAMES[frame] == "truth" else get_open_shape(self.shape)


def build_run_styles(runs: pd.DataFrame, kinds: Mapping[str, str]) -> dict[str, LineStyle]:
    """Build the style of each run's line by run id, with its model's colour and shape, references last.

    Args:
        runs: run_id, model_id, label, kind.
        kinds: as `get_marker_style` takes them.
    """
    lines: dict[str, LineStyle] = {}
    for run in sorted(runs.to_dict("records"), key=lambda run: run["kind"] == "reference"):
        look = get_marker_style(run["model_id"], kinds)
        so_far = sum(line.is_reference for line in lines.values())
        dash = REFERENCE_DASHES[so_far % len(REFERENCE_DASHES)] if look.is_reference else "solid"
        lines[run["run_id"]] = LineStyle(run["label"], look.colour, look.shape, dash)
    return lines


def build_question_styles(labels: Mapping[str, str]) -> dict[str, LineStyle]:
    """Build the style of each question's line by question id, from its label, in the colours of the frames."""
    return {question_id: LineStyle(label) for question_id, label in labels.items()}
