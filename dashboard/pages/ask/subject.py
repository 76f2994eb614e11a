"""Subject of a question: a benchmark's case, an uploaded photograph or a scene, with images, board and truths."""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from core.benchmarks.cases import Case
from core.benchmarks.info import BenchmarkInfo
from core.benchmarks.original_files import find_original_file
from core.benchmarks.protocol import Benchmark
from core.benchmarks.registry import load_benchmark
from core.geometry.squareness import Squareness
from core.inference.image_views import LoadedPhotograph
from core.inference.prompt_message import build_message
from core.inference.view_questions import map_case
from core.overlays.shapes import OverlayShape, PhotographRow, build_measured_shapes, build_triangle_shapes
from core.parsing.triangle_replies import parse_triangle_reply
from core.photographs.estimated_truth import EstimatedTruth
from core.photographs.web_copies import get_derived_path
from core.records import ORIGINAL_VIEW, TRIANGLE_QUESTIONS, Answer, Question, Truth
from core.warehouse.case_reader import read_case
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import BENCHMARK, get_benchmark_id, get_settings, get_workspace, require_warehouse
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.pages.ask import texts
from dashboard.pages.cases import triangle_panel
from dashboard.runtime.case_parameter import CASE
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.thumbnails import get_picture_size


@dataclass(frozen=True, slots=True)
class AskSubject:
    """An image or case to ask about.

    Attributes:
        subject_id: the photograph's id, or an id derived from the content of an uploaded image.
        title: for headings.
        row: of a photograph of a triangle; an uploaded photograph has its measured columns, other cases only the size.
        sources: images sent to models: files, or an image in memory with its corrections; None if a file is missing.
        url: of the first image for the page.
        shapes: A, B, C and the border drawn over the image.
        truths: in every frame; empty if none could be measured.
        note: what the user should know about the image, in a sentence.
        measured: an uploaded photograph's truth with its uncertainty.
        squareness: how close to a square an uploaded photograph's border is.
        rectified_url: the board from above, of an uploaded photograph or a scene.
        address: query parameters that select the subject; empty for an uploaded photograph, which has no link.
        case: of the benchmark; None for an uploaded photograph and a scene, which have the six questions on a triangle.
        benchmark_id: the benchmark of the case.
        described: that benchmark; the session may be on another one when its history is shown.
    """

    subject_id: str
    title: str
    row: PhotographRow
    sources: tuple[Path | LoadedPhotograph, ...] | None
    url: str | None
    shapes: tuple[OverlayShape, ...]
    truths: tuple[Truth, ...]
    note: str = ""
    measured: EstimatedTruth | None = None
    squareness: Squareness | None = None
    rectified_url: str | None = None
    address: Mapping[str, str] = field(default_factory=dict)
    case: Case | None = None
    benchmark_id: str = ""
    described: BenchmarkInfo | None = None

    @property
    def questions(self) -> tuple[Question, ...]:
        """The questions about the subject."""
        if self.case is None or self.described is None:
            return TRIANGLE_QUESTIONS
        return tuple(self.described.questions[case_question.question_id] for case_question in self.case.asks)

    def read(self, raw: str | None, image_view: str = ORIGINAL_VIEW) -> Mapping[str, Answer]:
        """Parse the answers of a reply about the subject in an image view."""
        if self.case is None:
            return parse_triangle_reply(raw)
        benchmark = self._load_benchmark()
        return benchmark.read_reply(raw, benchmark.map_case(self.case, image_view))

    def build_message(self, prompt: str, image_view: str = ORIGINAL_VIEW) -> str:
        """Build the text that is sent with a prompt and an image view.

        Raises:
            PromptError: the prompt has no placeholder for the question.
            ImageViewError: the question cannot be asked about this view.
        """
        if self.case is None:
            return prompt
        return build_message(prompt, map_case(self.case, self._load_benchmark(), image_view))

    def _load_benchmark(self) -> Benchmark:
        return load_benchmark(get_settings().workspace.select_benchmark(self.benchmark_id))

    @property
    def is_of_benchmark(self) -> bool:
        """Return whether it belongs to a benchmark and is neither an uploaded photograph nor a scene."""
        return CASE in self.address

    @property
    def has_board(self) -> bool:
        """Return whether the board can be drawn from above."""
        return self.rectified_url is not None or (self.is_of_benchmark and triangle_panel.is_triangle_benchmark())


def build_case_subject(case_id: str) -> AskSubject:
    """Build the subject of a case of the benchmark."""
    if triangle_panel.is_triangle_benchmark():
        row = triangle_panel.load_group_rows(case_id)[case_id]
        shapes = tuple(build_marks(row))
    else:
        row, shapes = dict(load_tile_rows([case_id])[case_id]), ()
    width_px, height_px = get_picture_size(row)
    images = run_query("case_images", case_id=case_id).to_dict("records")
    sources, note = _find_files(images)
    return AskSubject(
        subject_id=case_id,
        title=case_id,
        row={**row, "width_px": width_px, "height_px": height_px},
        sources=sources,
        url=find_image_url(row["image_key"], "large"),
        shapes=shapes,
        truths=tuple(load_truths([case_id])),
        note=note,
        address={CASE: case_id, BENCHMARK: get_benchmark_id()},
        case=read_case(require_warehouse(), case_id),
        benchmark_id=get_benchmark_id(),
        described=get_benchmark_info(),
    )


def build_marks(row: PhotographRow) -> list[OverlayShape]:
    """Return A, B, C and the border, which reveal no answer."""
    return [
        shape
        for shape in (*build_measured_shapes(row), *build_triangle_shapes(row))
        if shape.layer in ("points", "border")
    ]


def load_truths(case_ids: list[str]) -> list[Truth]:
    """Load every truth of some benchmark cases except corrected truths, which answers are not scored against."""
    rows, frames = run_query("case_truths", case_ids=case_ids), run_query("frames")
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


def _find_files(images: Sequence[Mapping[Hashable, Any]]) -> tuple[tuple[Path, ...] | None, str]:
    """Return the files to send, and a note on them."""
    files, note = [], ""
    for image in images:
        original = find_original_file(Path(image["path"]), get_workspace(), get_settings().source)
        copy = _find_copy(image["image_key"])
        if original is None and copy is None:
            return None, texts.MISSING_IMAGE
        if original is None:
            note = texts.MISSING_ORIGINAL
        files.append(original or copy)
    return tuple(file for file in files if file), note


def _find_copy(image_key: object) -> Path | None:
    if not isinstance(image_key, str):
        return None
    copy = get_derived_path(get_workspace().derived_images, image_key, "large")
    return copy if copy.is_file() else None
