"""The subject of a question: a benchmark's photograph, an own one, or a scene, with picture, board and truths."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from core.asking.image_views import Picture
from core.benchmarks.triangles.photograph_files import photograph_file
from core.geometry.squareness import Squareness
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
        row: of the table `photographs`; for an own photograph its measured columns.
        source: what models are shown: a file, or a picture in memory with its corrections; None if the file is missing.
        url: of the picture for the page.
        shapes: A, B, C and the border over it.
        truths: in every frame; empty if nothing could be measured.
        note: what the user should know about the picture, in a sentence.
        measured: for an own photograph, its truth with the uncertainty.
        squareness: for an own photograph, how nearly its border is a square.
        rectified_url: for an own photograph or a scene, the board from above.
        address: query parameters that choose it; empty for an own photograph, which has no link.
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
    squareness: Squareness | None = None
    rectified_url: str | None = None
    address: Mapping[str, str] = field(default_factory=dict)

    @property
    def is_of_benchmark(self) -> bool:
        """Whether it belongs to a benchmark; else it is an own photograph or a scene."""
        return "photograph" in self.address

    @property
    def has_board(self) -> bool:
        """Whether the board can be drawn from above."""
        return self.is_of_benchmark or self.rectified_url is not None


def benchmark_subject(case_id: str) -> Subject:
    """A photograph of the benchmark."""
    rows = query("triangle_photographs", case_id=case_id)
    row = rows[rows["case_id"] == case_id].to_dict("records")[0]
    source, note = _file_of(row)
    return Subject(
        subject_id=case_id,
        title=case_id,
        row=row,
        source=source,
        url=image_url(row["image_key"], "large"),
        shapes=tuple(marks(row)),
        truths=tuple(truths_of([case_id])),
        note=note,
        address={"photograph": case_id},
    )


def marks(row: PhotographRow) -> list[Shape]:
    """A, B, C and the border, which give no answer away."""
    return [shape for shape in (*measured_shapes(row), *triangle_shapes(row)) if shape.layer in ("points", "border")]


def truths_of(case_ids: list[str]) -> list[Truth]:
    """Every truth of some photographs of the benchmark."""
    rows = query("photograph_truths", case_ids=case_ids)
    return [
        Truth(
            row["case_id"],
            row["frame"],
            row["question_id"],
            row["value_number"] if pd.isna(row["value_class"]) else row["value_class"],
        )
        for row in rows.to_dict("records")
    ]


def _file_of(row: PhotographRow) -> tuple[Path | None, str]:
    """The file to send, and a note on it."""
    original = photograph_file(row["case_id"], benchmark_settings())
    if original is not None:
        return original, ""
    if isinstance(row["image_key"], str):
        copy = derived_path(benchmark_settings().derived_images, row["image_key"], "large")
        if copy.is_file():
            return copy, "The release's image file is missing: the dashboard's copy, without EXIF, is sent instead."
    return None, "The image file of this photograph is missing, so no model can be asked about it."
