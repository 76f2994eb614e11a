"""Every model's point or box over the image of a case, with what is right and how far each misses."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd
import streamlit as st

from core.formatting import escape_markdown, format_number
from core.overlays import colours
from core.overlays.answer_shapes import (
    ANSWERS,
    FOIL,
    TRUTH,
    PlacedAnswer,
    build_answer_shapes,
    build_truth_shapes,
    is_drawable,
)
from core.overlays.shapes import OverlayShape
from core.question_types.points import measure_miss
from dashboard.components.photograph import LegendEntry
from dashboard.data.benchmark_info import get_model_kinds
from dashboard.pages.cases import texts
from dashboard.style.markers import PATHS
from dashboard.style.palette import get_marker_style

LAYERS = (TRUTH, FOIL, ANSWERS)


@dataclass(frozen=True)
class PlacedAnswers:
    """The drawable answers to a question of a case.

    Attributes:
        kind: of the question.
        truth, foil: canonical values; the foil is empty if there is none.
        rows: rows of the query `case_answers` that were read or refused.
        legend: of the drawing.
    """

    kind: str
    truth: str
    foil: str
    rows: tuple[Mapping[Hashable, Any], ...]
    legend: tuple[LegendEntry, ...]

    def build_shapes(self, size_px: tuple[int, int]) -> list[OverlayShape]:
        """Build all shapes for an image of this size."""
        shapes = build_truth_shapes(self.kind, self.truth, size_px)
        if self.foil:
            shapes += build_truth_shapes(self.kind, self.foil, size_px, FOIL)
        read = [row for row in self.rows if row["status"] == "ok"]
        placed = [PlacedAnswer(str(row["value_class"]), _get_colour(row), _get_path(row)) for row in read]
        return shapes + build_answer_shapes(self.kind, placed, size_px)


def find_answer_locations(answered: pd.DataFrame) -> PlacedAnswers | None:
    """Return the answers of the first question for a point or box; None if the case asks none.

    Args:
        answered: the query `case_answers` of the visible runs.
    """
    drawable = answered[answered["kind"].map(lambda kind: is_drawable(str(kind))).astype(bool)]
    if drawable.empty:
        return None
    rows = drawable[drawable["question_id"] == drawable["question_id"].iloc[0]].to_dict("records")
    foil = rows[0]["foil_class"]
    legend = [LegendEntry(TRUTH, "line", colours.RIGHT, "right")]
    legend += [LegendEntry(FOIL, "dashed", colours.RIGHT, "image-plane answer")] if isinstance(foil, str) else []
    legend += [
        LegendEntry(ANSWERS, "dashed", _get_colour(row), str(row["run_label"]), _get_path(row))
        for row in rows
        if row["status"] == "ok"
    ]
    return PlacedAnswers(
        str(rows[0]["kind"]),
        str(rows[0]["true_class"]),
        foil if isinstance(foil, str) else "",
        tuple(rows),
        tuple(legend),
    )


def show_misses(placed: PlacedAnswers, size_px: tuple[int, int]) -> None:
    """Show a line per model: how far it misses, and how its reply would be right if read otherwise."""
    lines = [line for row in placed.rows if (line := _describe_miss(placed, row, size_px))]
    if lines:
        st.markdown("\n".join(f"- {line}" for line in lines))


def _describe_miss(placed: PlacedAnswers, row: Mapping[Hashable, Any], size_px: tuple[int, int]) -> str:
    label, note = escape_markdown(str(row["run_label"])), row["note"]
    flag = f": **{escape_markdown(note)}**" if isinstance(note, str) and "would be right" in note else ""
    if row["status"] != "ok":
        return f"{label} {row['status'].replace('_', ' ')}{flag}" if flag else ""
    if placed.kind.startswith("box"):
        return f"{label}: score {format_number(100 * row['score'], 0)}%{flag}"
    miss_px, miss_widths = measure_miss(str(row["value_class"]), placed.truth, size_px)
    if miss_px == 0:
        return f"{label}: inside"
    miss = texts.describe_miss(label, format_number(miss_px, 0), format_number(miss_widths, 1))
    return f"{miss}{flag}"


def _get_colour(row: Mapping[Hashable, Any]) -> str:
    return get_marker_style(str(row["model_id"]), get_model_kinds()).colour


def _get_path(row: Mapping[Hashable, Any]) -> str:
    return PATHS[get_marker_style(str(row["model_id"]), get_model_kinds()).shape]
