"""What is asked about: a photograph of the benchmark, one's own, or a scene, with picture, board and truths."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from core.asking.image_views import Picture
from core.benchmarks.photograph_files import photograph_file
from core.photographs.copies import derived_path
from core.photographs.estimated_truth import EstimatedTruth
from core.records import Truth
from dashboard.components.overlays import PhotographRow, Shape, measured_shapes, triangle_shapes
from dashboard.images import image_url
from dashboard.queries import benchmark_settings, query


@dataclass(frozen=True, slots=True)
class Subject:
    """A photograph to ask about.

    Attributes:
        subject_id: the photograph's id, or one made from the content of an own picture.
        title: for headings.
        row: as the table `photographs` has it; of an own photograph what was measured.
        source: what is shown to models: a file, or a picture in memory with its corrections; None without a file.
        url: of the picture for the page.
        shapes: A, B, C and the border over it.
        truths: by frame; empty where nothing could be measured.
        note: something to know about the picture, in a sentence.
        measured: of an own photograph, its truth with the uncertainty.
        rectified_url: of an own photograph or a scene, the board from above.
        address: query parameters that choose it; empty for an own photograph, which is in no link.
    """

    subject_id: str
    title: str
    row: PhotographRow
    source: Path | Picture | None
    url: str | None
    shapes: tuple[Shape, ...]
    truths: tuple[Truth, ...]
    note: str = ""
    measured: EstimatedTruth | None = None
    rectified_url: str | None = None
    address: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_of_benchmark(self) -> bool:
        """Whether a benchmark has it: else it is one's own, or a scene."""
        return "photograph" in self.address

    @property
    def has_board(self) -> bool:
        """Whether the board can be drawn from above."""
        return self.is_of_benchmark or self.rectified_url is not None


def benchmark_subject(photograph_id: str) -> Subject:
    """A photograph of the benchmark."""
    rows = query("triangle_photographs", photograph_id=photograph_id)
    row = rows[rows["photograph_id"] == photograph_id].to_dict("records")[0]
    source, note = _file_of(row)
    return Subject(
        subject_id=photograph_id,
        title=photograph_id,
        row=row,
        source=source,
        url=image_url(row["image_key"], "large"),
        shapes=tuple(marks(row)),
        truths=tuple(truths_of([photograph_id])),
        note=note,
        address={"photograph": photograph_id},
    )


def marks(row: PhotographRow) -> list[Shape]:
    """A, B, C and the border, nothing that gives an answer away."""
    return [shape for shape in (*measured_shapes(row), *triangle_shapes(row)) if shape.layer in ("points", "border")]


def truths_of(photograph_ids: list[str]) -> list[Truth]:
    """Every truth of some photographs of the benchmark."""
    rows = query("photograph_truths", photograph_ids=photograph_ids)
    return [
        Truth(
            row["photograph_id"],
            row["frame"],
            row["question_id"],
            row["value_number"] if pd.isna(row["value_class"]) else row["value_class"],
        )
        for row in rows.to_dict("records")
    ]


def _file_of(row: PhotographRow) -> tuple[Path | None, str]:
    """The file to send, and what is to be known of it."""
    original = photograph_file(row["photograph_id"], benchmark_settings())
    if original is not None:
        return original, ""
    if isinstance(row["image_key"], str):
        copy = derived_path(benchmark_settings().derived_images, row["image_key"], "large")
        if copy.is_file():
            return copy, "The release's file is not on this disk: the page's copy of it is sent, without EXIF."
    return None, "The file of this photograph is not on this disk, so nobody can be asked about it."
