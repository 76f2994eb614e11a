"""How the lines of the charts of tilt look: those of models, of reference models and of questions."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from dashboard.charts.template import Scored
from dashboard.style.markers import get_open_shape
from dashboard.style.palette import PICTURE, WORLD, get_marker_style

FRAMES: dict[str, Scored] = {"3D": "truth", "2D": "foil"}
"""The two rows of a panel, from the top: full marks are about the world, open ones about the picture."""
REFERENCE_DASHES = ("dot", "dash", "dashdot")
"""Of reference models, one after the other; their colours are much alike."""


@dataclass(frozen=True, slots=True)
class LineStyle:
    """How one line looks: of a model, a reference model or a question; without a colour it has that of its frame."""

    label: str
    colour: str = ""
    shape: str = "circle"
    dash: str = "solid"

    @property
    def is_reference(self) -> bool:
        """Whether it is a thin line of every panel."""
        return self.dash != "solid"

    def choose_colour(self, frame: str) -> str:
        """Its colour in a row: where it has none of its own, blue against the world and orange against the picture."""
        return self.colour or (WORLD if FRAMES[frame] == "truth" else PICTURE)

    def choose_shape(self, frame: str) -> str:
        """Its marks in a row."""
        return self.shape if FRAMES[frame] == "truth" else get_open_shape(self.shape)


def build_run_styles(runs: pd.DataFrame, kinds: Mapping[str, str]) -> dict[str, LineStyle]:
    """How each run's line looks, by its id: with its model's colour and shape, references last.

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
    """How each question's line looks, by its id, from what to write for it: in the colours of world and picture."""
    return {question_id: LineStyle(label) for question_id, label in labels.items()}
