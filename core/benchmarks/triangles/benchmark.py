"""A benchmark of photographs of triangles in the layout of Tri-Bench's release."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from core.benchmarks.data import MADE_HERE, Case, Contents, GivenRun, NoReply, PublishedFigure, SourceFile, Words
from core.benchmarks.protocol import Derive, no_images
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
    audit_rows,
    case_of,
    corrected_truths,
    measurement_rows,
    rectified_truths,
    sets_of,
    subsets_of,
)
from core.benchmarks.triangles.checksums import pinned_checksums
from core.benchmarks.triangles.glossary_terms import TERMS
from core.benchmarks.triangles.release_reader import Release, read_release
from core.benchmarks.triangles.released_results import ReleasedScore
from core.errors import SolverError
from core.parsing.deciding_words import DecidingWords
from core.parsing.triangle_replies import find_deciding_spans, read_reply
from core.photographs.measurements import MeasuredPhotograph
from core.photographs.tape_audit import audit, audited_truths
from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS, Answer, Correction, Refusal
from core.scoring.answer_codes import coded
from core.scoring.contradiction_table import contradiction_rows
from core.settings import PUBLISHED
from core.solvers import Solver, blind_constant
from core.solvers.replies import reply_text

IMAGE_VIEWS = (
    "original", "marked", "rectified", "mirrored", "rotated_90", "rotated_180", "rotated_270", "cropped",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TriangleBenchmark:
    """Photographs of three stickers inside a taped square, and six questions about their triangle.

    Attributes:
        solvers: the reference models, by model id.
        words: what its cases and groups are called.
    """

    benchmark_id: str
    solvers: Mapping[str, Solver]
    words: Words = WORDS
    is_measured: bool = True
    prompts: Path | None = Path(__file__).parent / "prompts"
    image_views: tuple[str, ...] = IMAGE_VIEWS

    def is_here(self, folder: Path) -> bool:
        """Whether its tables are in the folder."""
        return (folder / dataset_facts.TRIANGLES_3D).is_file()

    def made_of(self, folder: Path) -> Iterable[Path]:
        """The tables, the prompt, the identity, and the published figures."""
        return [
            *(folder / name for name in (*dataset_facts.TABLES, dataset_facts.PROMPT, IDENTITY)),
            PUBLISHED / "tri_bench_paper.csv",
        ]

    def images(self, folder: Path) -> Iterable[Path]:
        """The photographs."""
        return sorted(path for path in (folder / dataset_facts.IMAGES).glob("*.jpg") if path.is_file())

    def read(self, folder: Path, derive: Derive = no_images) -> Contents:
        """The release, and what is measured in its photographs.

        Raises:
            ReleaseError: a table is not valid; names file, row and column.
        """
        release = read_release(folder)
        measured = _measured(release, folder, derive)
        audits = audit(release.photographs, _sides_cm(measured), release.truths)
        group_of = {photograph.case_id: photograph.group_id for photograph in release.photographs}
        benchmark_id = release.benchmark["benchmark_id"]
        return Contents(
            benchmark=release.benchmark,
            words=self.words,
            questions=TRIANGLE_QUESTIONS,
            frames=FRAMES,
            factors=FACTORS,
            cases=[case_of(photograph, measured.get(photograph.case_id)) for photograph in release.photographs],
            truths=[
                *release.truths,
                *rectified_truths(measured),
                *corrected_truths(release.truths, group_of, audited_truths(audits)),
            ],
            prompt=release.prompt,
            measures=MEASURES,
            subsets=subsets_of(self.words.case),
            other_names=OTHER_NAMES,
            contrasts=CONTRASTS,
            terms=TERMS,
            protocols=PROTOCOLS,
            sets=sets_of(release.photographs),
            published=_published(release),
            references=list(self._references(release, measured)),
            published_figures=[*_paper(benchmark_id), *release.published_figures],
            image_sizes={
                Path(dataset_facts.photograph_name(photograph.case_id)): (photograph.width_px, photograph.height_px)
                for photograph in release.photographs
            },
            own_rows={
                "photograph_measurements": measurement_rows(release.photographs, measured),
                "truth_audit": audit_rows(audits, benchmark_id),
                "released_scores": [_score_row(score) for score in release.released_scores],
            },
            files=_files(benchmark_id),
            absent=release.absent_tables,
            refusals=_refusals(release),
            corrections=_corrections(release),
        )

    def read_reply(self, raw: str | None, _: Case) -> Mapping[str, Answer]:
        """The six answers of a reply."""
        return read_reply(raw)

    def find_deciding_words(self, raw: str, _: Case) -> tuple[DecidingWords, ...]:
        """Return the values that the answers were read from."""
        spans = find_deciding_spans(raw)
        return tuple(DecidingWords(question_id, *span, f"{question_id}'s value") for question_id, span in spans.items())

    def contradictions(self, answers: pd.DataFrame) -> pd.DataFrame:
        """Values that no triangle has together."""
        return contradiction_rows(answers)

    def _references(self, release: Release, measured: Mapping[str, MeasuredPhotograph]) -> Iterable[GivenRun]:
        for solver in self.solvers.values():
            yield GivenRun(solver.model, MADE_HERE, _solver_replies(solver, measured))
        yield GivenRun(blind_constant.MODEL, MADE_HERE, _blind_replies(release))


def _measured(release: Release, folder: Path, derive: Derive) -> dict[str, MeasuredPhotograph]:
    names = {
        photograph.case_id: Path(dataset_facts.photograph_name(photograph.case_id))
        for photograph in release.photographs
    }
    images = derive(path for path in names.values() if (folder / path).is_file())
    found = {case_id: images[path].measured for case_id, path in names.items() if path in images}
    return {case_id: measured for case_id, measured in found.items() if measured is not None}


def _sides_cm(measured: Mapping[str, MeasuredPhotograph]) -> dict[str, tuple[float, float, float]]:
    sides_cm = {case_id: photograph.all_sides_cm for case_id, photograph in measured.items()}
    return {case_id: sides for case_id, sides in sides_cm.items() if sides}


def _solver_replies(solver: Solver, measured: Mapping[str, MeasuredPhotograph]) -> dict[str, str | NoReply]:
    """By measured photograph, the solver's reply, or why it cannot answer."""
    replies: dict[str, str | NoReply] = {}
    for case_id, photograph in measured.items():
        try:
            replies[case_id] = reply_text(solver.answers(photograph))
        except SolverError as error:
            replies[case_id] = NoReply(str(error))
    return replies


def _blind_replies(release: Release) -> dict[str, str | NoReply]:
    group_of = {photograph.case_id: photograph.group_id for photograph in release.photographs}
    truths = pd.DataFrame.from_records(
        [
            {
                "group_id": group_of[truth.case_id],
                "question_id": truth.question_id,
                "question_kind": TRIANGLE_QUESTION_BY_ID[truth.question_id].kind,
                "truth": coded(TRIANGLE_QUESTION_BY_ID[truth.question_id], truth.value),
            }
            for truth in release.truths
            if truth.frame == "3d"
        ]
    )
    answers = blind_constant.answers_by_group(truths, TRIANGLE_QUESTION_BY_ID)
    return {case_id: reply_text(answers[group_id]) for case_id, group_id in group_of.items() if group_id in answers}


def _published(release: Release) -> list[GivenRun]:
    return [
        GivenRun(
            model,
            f"Tri-Bench release, {dataset_facts.RAW_REPLIES}",
            {
                case_id: raw if raw.strip() else NoReply()
                for case_id, raw in release.raw_replies[model.model_id].items()
            },
        )
        for model in dataset_facts.MODELS
        if model.model_id in release.raw_replies
    ]


def _paper(benchmark_id: str) -> list[PublishedFigure]:
    """The paper's figures, which are about Tri-Bench only."""
    if benchmark_id != dataset_facts.BENCHMARK_ID:
        return []
    rows = pd.read_csv(PUBLISHED / "tri_bench_paper.csv").to_dict("records")
    return [PublishedFigure(origin="paper", **{str(name): value for name, value in row.items()}) for row in rows]


def _score_row(score: ReleasedScore) -> dict[str, Any]:
    row = asdict(score)
    value = row.pop("value")
    is_class = isinstance(value, str)
    return row | {"value_number": None if is_class else value, "value_class": value if is_class else None}


def _files(benchmark_id: str) -> list[SourceFile]:
    pinned = pinned_checksums() if benchmark_id == dataset_facts.BENCHMARK_ID else {}
    others = (
        *dataset_facts.TABLES,
        dataset_facts.PROMPT,
        *(() if benchmark_id == dataset_facts.BENCHMARK_ID else (IDENTITY,)),
    )
    return [SourceFile(path, pinned.get(path)) for path in sorted({*pinned, *others})]


def _refusals(release: Release) -> list[Refusal]:
    absent = release.absent_tables
    if dataset_facts.PREDICTIONS not in absent or dataset_facts.RAW_REPLIES in absent:
        return []
    reason = f"{dataset_facts.PREDICTIONS} is absent; without it the labels cannot be matched to photographs"
    return [Refusal(dataset_facts.RAW_REPLIES, "whole file", reason)]


def _corrections(release: Release) -> list[Correction]:
    found = release.relabelling
    if found.is_identity:
        return []
    moved = ", ".join(f"{label} is {condition}" for label, condition in found.condition_of_label.items())
    return [
        Correction(
            source=dataset_facts.RAW_REPLIES,
            location="column image_path",
            finding=f"The labels name other photographs than {dataset_facts.PREDICTIONS} does, alike for every "
            "triangle.",
            correction=f"Read as: {moved}.",
            evidence=f"{found.agreeing_before} of {found.replies} replies agree with the parsed table under their own "
            f"label, {found.agreeing_after} under the corrected one.",
        )
    ]
