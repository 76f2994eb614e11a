"""The subject of a question: a benchmark's case, an own photograph, or a scene, with pictures, board and truths."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from core.benchmarks.data import Case
from core.benchmarks.info import About
from core.benchmarks.original_files import original_file
from core.benchmarks.registry import benchmark_of
from core.geometry.squareness import Squareness
from core.inference.image_views import Picture
from core.inference.prompt_message import message
from core.overlays.shapes import PhotographRow, Shape, measured_shapes, triangle_shapes
from core.parsing.triangle_replies import read_reply
from core.photographs.estimated_truth import EstimatedTruth
from core.photographs.web_copies import derived_path
from core.records import TRIANGLE_QUESTIONS, Answer, Question, Truth
from core.warehouse.case_reader import case_in
from dashboard.data.image_urls import image_url
from dashboard.data.queries import (
    BENCHMARK,
    about,
    benchmark_settings,
    chosen_benchmark,
    query,
    settings,
    shown_warehouse,
)
from dashboard.pages.cases import triangle_panel
from dashboard.widgets.example_gallery import pictures_of
from dashboard.widgets.thumbnails import picture_size


@dataclass(frozen=True, slots=True)
class Subject:
    """A photograph to ask about.

    Attributes:
        subject_id: the photograph's id, or one made from the content of an own picture.
        title: for headings.
        row: of a photograph of a triangle; for an own photograph its measured columns; of other cases the size alone.
        sources: what models are shown: files, or a picture in memory with its corrections; None if a file is missing.
        url: of the first picture for the page.
        shapes: A, B, C and the border over it.
        truths: in every frame; empty if nothing could be measured.
        note: what the user should know about the picture, in a sentence.
        measured: for an own photograph, its truth with the uncertainty.
        squareness: for an own photograph, how nearly its border is a square.
        rectified_url: for an own photograph or a scene, the board from above.
        address: query parameters that choose it; empty for an own photograph, which has no link.
        case: of the benchmark; None for an own photograph and a scene, which ask the six questions about a triangle.
        benchmark_id: whose case it is.
        described: that benchmark; the session may look at another one when its history is shown.
    """

    subject_id: str
    title: str
    row: PhotographRow
    sources: tuple[Path | Picture, ...] | None
    url: str | None
    shapes: tuple[Shape, ...]
    truths: tuple[Truth, ...]
    note: str = ""
    measured: EstimatedTruth | None = None
    squareness: Squareness | None = None
    rectified_url: str | None = None
    address: Mapping[str, str] = field(default_factory=dict)
    case: Case | None = None
    benchmark_id: str = ""
    described: About | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """What it asks."""
        if self.case is None or self.described is None:
            return TRIANGLE_QUESTIONS
        return tuple(self.described.questions[asked.question_id] for asked in self.case.asks)

    def read(self, raw: str | None) -> Mapping[str, Answer]:
        """What a reply answers."""
        if self.case is None:
            return read_reply(raw)
        return benchmark_of(settings().of(self.benchmark_id)).read_reply(raw, self.case)

    def message(self, prompt: str) -> str:
        """The text that is sent with a prompt.

        Raises:
            PromptError: the prompt has no place for the question.
        """
        return prompt if self.case is None else message(prompt, self.case)

    @property
    def is_of_benchmark(self) -> bool:
        """Whether it belongs to a benchmark; else it is an own photograph or a scene."""
        return "photograph" in self.address

    @property
    def has_board(self) -> bool:
        """Whether the board can be drawn from above."""
        return self.rectified_url is not None or (self.is_of_benchmark and triangle_panel.is_one())


def benchmark_subject(case_id: str) -> Subject:
    """A case of the benchmark."""
    if triangle_panel.is_one():
        row = triangle_panel.rows_of_group(case_id)[case_id]
        shapes = tuple(marks(row))
    else:
        row, shapes = dict(pictures_of([case_id])[case_id]), ()
    width_px, height_px = picture_size(row)
    images = query("case_images", case_id=case_id).to_dict("records")
    sources, note = _files_of(images)
    return Subject(
        subject_id=case_id,
        title=case_id,
        row={**row, "width_px": width_px, "height_px": height_px},
        sources=sources,
        url=image_url(row["image_key"], "large"),
        shapes=shapes,
        truths=tuple(truths_of([case_id])),
        note=note,
        address={"photograph": case_id, BENCHMARK: chosen_benchmark()},
        case=case_in(shown_warehouse(), case_id),
        benchmark_id=chosen_benchmark(),
        described=about(),
    )


def marks(row: PhotographRow) -> list[Shape]:
    """A, B, C and the border, which give no answer away."""
    return [shape for shape in (*measured_shapes(row), *triangle_shapes(row)) if shape.layer in ("points", "border")]


def truths_of(case_ids: list[str]) -> list[Truth]:
    """Every truth of some cases of the benchmark but corrected ones, which no answer is scored against."""
    rows, frames = query("case_truths", case_ids=case_ids), query("frames")
    shown = set(frames[frames["role"] != "corrected"]["frame"])
    return [
        Truth(
            row["case_id"],
            row["frame"],
            row["question_id"],
            row["value_number"] if pd.isna(row["value_class"]) else row["value_class"],
        )
        for row in rows[rows["frame"].isin(shown)].to_dict("records")
    ]


def _files_of(images: Sequence[Mapping[Hashable, Any]]) -> tuple[tuple[Path, ...] | None, str]:
    """The files to send, and a note on them."""
    files, note = [], ""
    for image in images:
        original = original_file(Path(image["path"]), benchmark_settings())
        copy = _copy_of(image["image_key"])
        if original is None and copy is None:
            return None, "An image file of this case is missing, so no model can be asked about it."
        if original is None:
            note = "The release's image file is missing: the dashboard's copy, without EXIF, is sent instead."
        files.append(original or copy)
    return tuple(file for file in files if file), note


def _copy_of(image_key: object) -> Path | None:
    if not isinstance(image_key, str):
        return None
    copy = derived_path(benchmark_settings().derived_images, image_key, "large")
    return copy if copy.is_file() else None
