"""A benchmark of photographs of triangles in the layout of Tri-Bench's release."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from core.benchmarks.cases import Case
from core.benchmarks.data import BenchmarkData, SourceFile, Terminology
from core.benchmarks.protocol import Derive, skip_images
from core.benchmarks.publications import MADE_HERE, BundledRun, MissingReply, PublishedFigure
from core.benchmarks.release_identity import IDENTITY
from core.benchmarks.triangles import dataset_facts
from core.benchmarks.triangles.benchmark_data import (
    CONTRASTS,
    FACTORS,
    FRAMES,
    MEASURES,
    OTHER_NAMES,
    PROTOCOLS,
    WORDS,
    build_audit_rows,
    build_case,
    build_case_sets,
    build_corrected_truths,
    build_measurement_rows,
    build_subsets,
    compute_rectified_truths,
)
from core.benchmarks.triangles.checksums import read_pinned_checksums
from core.benchmarks.triangles.glossary_terms import TERMS
from core.benchmarks.triangles.release_reader import TriangleRelease, read_release
from core.benchmarks.triangles.released_results import ReleasedScore
from core.errors import SolverError
from core.parsing.deciding_words import DecidingWords
from core.parsing.triangle_replies import find_deciding_spans, parse_triangle_reply
from core.photographs.measurements import MeasuredPhotograph
from core.photographs.tape_audit import audit_triangles, collect_audited_truths
from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS, Answer, Correction, RejectedItem
from core.scoring.answer_codes import encode_value
from core.scoring.contradiction_table import build_contradiction_table
from core.settings import PUBLISHED
from core.solvers import Solver, blind_constant
from core.solvers.replies import format_reply

IMAGE_VIEWS = (
    "original", "marked", "rectified", "mirrored", "rotated_90", "rotated_180", "rotated_270", "cropped",
    "marked_blue",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TriangleBenchmark:
    """Photographs of three stickers inside a taped square, and six questions about their triangle.

    Attributes:
        solvers: reference models by model id.
        words: names of its cases and groups.
    """

    benchmark_id: str
    solvers: Mapping[str, Solver]
    words: Terminology = WORDS
    is_measured: bool = True
    prompts: Path | None = Path(__file__).parent / "prompts"
    image_views: tuple[str, ...] = IMAGE_VIEWS

    def is_here(self, folder: Path) -> bool:
        """Return whether the folder contains the benchmark's tables."""
        return (folder / dataset_facts.TRIANGLES_3D).is_file()

    def list_source_files(self, folder: Path) -> Iterable[Path]:
        """Return the tables, the prompt, the identity and the published figures."""
        return [
            *(folder / name for name in (*dataset_facts.TABLES, dataset_facts.PROMPT, IDENTITY)),
            PUBLISHED / "tri_bench_paper.csv",
        ]

    def list_images(self, folder: Path) -> Iterable[Path]:
        """Return the photographs."""
        return sorted(path for path in (folder / dataset_facts.IMAGES).glob("*.jpg") if path.is_file())

    def read(self, folder: Path, derive: Derive = skip_images) -> BenchmarkData:
        """Read the release and the measurements of its photographs.

        Raises:
            ReleaseError: a table is not valid; the message names file, row and column.
        """
        release = read_release(folder)
        measured = _collect_measurements(release, folder, derive)
        audits = audit_triangles(release.photographs, _collect_sides_cm(measured), release.truths)
        group_of = {photograph.case_id: photograph.group_id for photograph in release.photographs}
        benchmark_id = release.benchmark["benchmark_id"]
        return BenchmarkData(
            benchmark=release.benchmark,
            words=self.words,
            questions=TRIANGLE_QUESTIONS,
            frames=FRAMES,
            factors=FACTORS,
            cases=[build_case(photograph, measured.get(photograph.case_id)) for photograph in release.photographs],
            truths=[
                *release.truths,
                *compute_rectified_truths(measured),
                *build_corrected_truths(release.truths, group_of, collect_audited_truths(audits)),
            ],
            prompt=release.prompt,
            measures=MEASURES,
            subsets=build_subsets(self.words.case),
            other_names=OTHER_NAMES,
            contrasts=CONTRASTS,
            terms=TERMS,
            protocols=PROTOCOLS,
            sets=build_case_sets(release.photographs),
            published=_build_published_runs(release),
            references=list(self._list_references(release, measured)),
            published_figures=[*_read_paper_figures(benchmark_id), *release.published_figures],
            image_sizes={
                Path(dataset_facts.get_photograph_name(photograph.case_id)): (photograph.width_px, photograph.height_px)
                for photograph in release.photographs
            },
            own_rows={
                "photograph_measurements": build_measurement_rows(release.photographs, measured),
                "truth_audit": build_audit_rows(audits, benchmark_id),
                "released_scores": [_build_score_row(score) for score in release.released_scores],
            },
            files=_list_source_files(benchmark_id),
            absent=release.absent_tables,
            refusals=_build_refusals(release),
            corrections=_build_corrections(release),
        )

    def map_case(self, case: Case, view: str) -> Case:  # noqa: ARG002 - every view keeps the truths
        """Return the case unchanged."""
        return case

    def read_reply(self, raw: str | None, _: Case) -> Mapping[str, Answer]:
        """Parse the six answers of a reply."""
        return parse_triangle_reply(raw)

    def find_deciding_words(self, raw: str, _: Case) -> tuple[DecidingWords, ...]:
        """Return the values that the answers were read from."""
        spans = find_deciding_spans(raw)
        return tuple(DecidingWords(question_id, *span, f"{question_id}'s value") for question_id, span in spans.items())

    def find_contradictions(self, answers: pd.DataFrame) -> pd.DataFrame:
        """Find values that no triangle can have together."""
        return build_contradiction_table(answers)

    def _list_references(
        self, release: TriangleRelease, measured: Mapping[str, MeasuredPhotograph]
    ) -> Iterable[BundledRun]:
        for solver in self.solvers.values():
            yield BundledRun(solver.model, MADE_HERE, _build_solver_replies(solver, measured))
        yield BundledRun(blind_constant.MODEL, MADE_HERE, _build_constant_replies(release))


def _collect_measurements(release: TriangleRelease, folder: Path, derive: Derive) -> dict[str, MeasuredPhotograph]:
    names = {
        photograph.case_id: Path(dataset_facts.get_photograph_name(photograph.case_id))
        for photograph in release.photographs
    }
    images = derive(path for path in names.values() if (folder / path).is_file())
    found = {case_id: images[path].measured for case_id, path in names.items() if path in images}
    return {case_id: measured for case_id, measured in found.items() if measured is not None}


def _collect_sides_cm(measured: Mapping[str, MeasuredPhotograph]) -> dict[str, tuple[float, float, float]]:
    sides_cm = {case_id: photograph.all_sides_cm for case_id, photograph in measured.items()}
    return {case_id: sides for case_id, sides in sides_cm.items() if sides}


def _build_solver_replies(solver: Solver, measured: Mapping[str, MeasuredPhotograph]) -> dict[str, str | MissingReply]:
    """Return the solver's reply, or why it cannot answer, by measured photograph."""
    replies: dict[str, str | MissingReply] = {}
    for case_id, photograph in measured.items():
        try:
            replies[case_id] = format_reply(solver.answers(photograph))
        except SolverError as error:
            replies[case_id] = MissingReply(str(error))
    return replies


def _build_constant_replies(release: TriangleRelease) -> dict[str, str | MissingReply]:
    group_of = {photograph.case_id: photograph.group_id for photograph in release.photographs}
    truths = pd.DataFrame.from_records(
        [
            {
                "group_id": group_of[truth.case_id],
                "question_id": truth.question_id,
                "question_kind": TRIANGLE_QUESTION_BY_ID[truth.question_id].kind,
                "truth": encode_value(TRIANGLE_QUESTION_BY_ID[truth.question_id], truth.value),
            }
            for truth in release.truths
            if truth.frame == "3d"
        ]
    )
    answers = blind_constant.choose_group_constants(truths, TRIANGLE_QUESTION_BY_ID)
    return {case_id: format_reply(answers[group_id]) for case_id, group_id in group_of.items() if group_id in answers}


def _build_published_runs(release: TriangleRelease) -> list[BundledRun]:
    return [
        BundledRun(
            model,
            f"Tri-Bench release, {dataset_facts.RAW_REPLIES}",
            {
                case_id: raw if raw.strip() else MissingReply()
                for case_id, raw in release.raw_replies[model.model_id].items()
            },
        )
        for model in dataset_facts.MODELS
        if model.model_id in release.raw_replies
    ]


def _read_paper_figures(benchmark_id: str) -> list[PublishedFigure]:
    """Read the paper's figures, which are about Tri-Bench only."""
    if benchmark_id != dataset_facts.BENCHMARK_ID:
        return []
    rows = pd.read_csv(PUBLISHED / "tri_bench_paper.csv").to_dict("records")
    return [PublishedFigure(origin="paper", **{str(name): value for name, value in row.items()}) for row in rows]


def _build_score_row(score: ReleasedScore) -> dict[str, Any]:
    row = asdict(score)
    value = row.pop("value")
    is_class = isinstance(value, str)
    return row | {"value_number": None if is_class else value, "value_class": value if is_class else None}


def _list_source_files(benchmark_id: str) -> list[SourceFile]:
    pinned = read_pinned_checksums() if benchmark_id == dataset_facts.BENCHMARK_ID else {}
    others = (
        *dataset_facts.TABLES,
        dataset_facts.PROMPT,
        *(() if benchmark_id == dataset_facts.BENCHMARK_ID else (IDENTITY,)),
    )
    return [SourceFile(path, pinned.get(path)) for path in sorted({*pinned, *others})]


def _build_refusals(release: TriangleRelease) -> list[RejectedItem]:
    absent = release.absent_tables
    if dataset_facts.PREDICTIONS not in absent or dataset_facts.RAW_REPLIES in absent:
        return []
    reason = f"{dataset_facts.PREDICTIONS} is absent; without it the labels cannot be matched to photographs"
    return [RejectedItem(dataset_facts.RAW_REPLIES, "whole file", reason)]


def _build_corrections(release: TriangleRelease) -> list[Correction]:
    found = release.relabelling
    if found.is_identity:
        return []
    moved = ", ".join(f"{label} is {condition}" for label, condition in found.condition_of_label.items())
    return [
        Correction(
            source=dataset_facts.RAW_REPLIES,
            location="column image_path",
            finding=f"The labels name different photographs than {dataset_facts.PREDICTIONS}, in the same way for "
            "every triangle.",
            correction=f"Read as: {moved}.",
            evidence=f"{found.agreeing_before} of {found.replies} replies agree with the parsed table under their own "
            f"label, {found.agreeing_after} under the corrected one.",
        )
    ]
