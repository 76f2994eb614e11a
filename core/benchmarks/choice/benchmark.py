"""A multiple-choice benchmark: readers of its folder and replies, and baselines that do not use the image."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pandas as pd

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.choice.benchmark_data import KEY
from core.benchmarks.choice.image_statistics import StatisticsCheck, answer_by_statistics
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import LETTERS
from core.benchmarks.choice.name_baseline import build_name_baseline
from core.benchmarks.choice.open_baseline import build_open_baseline
from core.benchmarks.data import BenchmarkData
from core.benchmarks.protocol import Derive, skip_images
from core.benchmarks.publications import MADE_HERE, BundledRun, MissingReply
from core.parsing.choice.evidence import LABELS
from core.parsing.choice.parsers import DEFAULT_PARSER, parse_choice, parse_choice_answer
from core.parsing.deciding_words import DecidingWords
from core.photographs.load_image import load_upright_image
from core.question_types.registry import find_question_type
from core.records import ORIGINAL_VIEW, Answer
from core.scoring.choice.constant_baseline import score_constant_baseline
from core.scoring.choice.text_only_baseline import score_text_only_baseline
from core.solvers import blind_constant, image_statistics
from core.solvers import blind_text as blind_reader

PROMPTS = Path(__file__).parent / "prompts"
"""Variants of the prompt of every multiple-choice benchmark."""

TURNED_VIEWS = (ORIGINAL_VIEW, "mirrored", "rotated_90", "rotated_180", "rotated_270")
"""Image views of a benchmark whose questions are about shapes alone, not about their place or direction."""

NO_CONTRADICTIONS = ("run_id", "case_id", "kind", "question_ids", "sentence")


@dataclass(frozen=True, slots=True)
class ChoiceBenchmark:
    """A benchmark of multiple-choice questions.

    Attributes:
        reads: reads the contents of a folder.
        needs: names of files or folders of which at least one must exist.
        parser: name of the parser of its replies, in `core.parsing.choice.parsers.PARSERS`.
        published: files of published figures that it includes.
        tables: suffixes of the names of its tables.
        read_open: parses replies to cases without options; None without such cases.
        find_open_words: finds the words from which `read_open` took the answer.
        has_image_statistics: whether the image statistics reader answers; it does for rendered images.
        view_maps: how a case is asked about the image views that change the right option, by view.
    """

    benchmark_id: str
    reads: Callable[[Path, PictureCheck], BenchmarkData]
    needs: tuple[str, ...]
    parser: str = DEFAULT_PARSER
    published: tuple[Path, ...] = ()
    tables: tuple[str, ...] = ("json", "jsonl")
    read_open: Callable[[str | None, Case], Mapping[str, Answer]] | None = None
    find_open_words: Callable[[str, Case], tuple[DecidingWords, ...]] | None = None
    has_image_statistics: bool = False
    is_measured: bool = False
    prompts: Path | None = PROMPTS
    image_views: tuple[str, ...] = (ORIGINAL_VIEW,)
    view_maps: Mapping[str, Callable[[Case], Case]] = field(default_factory=dict)

    def is_here(self, folder: Path) -> bool:
        """Return whether the benchmark's questions are in the folder."""
        return any((folder / name).exists() for name in self.needs)

    def list_source_files(self, folder: Path) -> Iterable[Path]:
        """Return the benchmark's tables and the published figures."""
        tables = (path for suffix in self.tables for path in folder.rglob(f"*.{suffix}"))
        return [*sorted(tables), *self.published]

    def list_images(self, folder: Path) -> Iterable[Path]:
        """Return the benchmark's images."""
        suffixes = (".png", ".jpg", ".jpeg", ".webp")
        return sorted(path for path in folder.rglob("*") if path.suffix.lower() in suffixes and path.is_file())

    def read(self, folder: Path, derive: Derive = skip_images) -> BenchmarkData:  # noqa: ARG002 - a build copies all images
        """Read the contents of the folder, with the replies of the fitted baselines.

        Raises:
            ReleaseError: no question is usable, or the contents contradict themselves.
        """
        check = StatisticsCheck()
        contents = self.reads(folder, check if self.has_image_statistics else load_upright_image)
        cases = build_choice_cases(contents)
        contents.references += _build_baseline_runs(contents, cases)
        if self.has_image_statistics:
            contents.references.append(_build_statistics_run(contents, cases, folder, check))
        return contents

    def map_case(self, case: Case, view: str) -> Case:
        """Adapt a case to an image view, such as by swapping left and right for a mirror image."""
        return self.view_maps[view](case) if view in self.view_maps else case

    def read_reply(self, raw: str | None, case: Case) -> Mapping[str, Answer]:
        """Return the option that a reply chooses, by the benchmark's parser, or its answer to an open question."""
        if self.read_open is not None and not any(ask.options for ask in case.asks):
            return self.read_open(raw, case)
        return {ask.question_id: self._read_answer(raw, ask, case.text or "") for ask in case.asks}

    def _read_answer(self, raw: str | None, ask: CaseQuestion, question: str) -> Answer:
        if ask.form is not None and (question_type := find_question_type(ask.form.kind)) is not None:
            return question_type.parse(raw, ask.form, ask.question_id)
        return parse_choice_answer(ask.question_id, raw, ask.options, self.parser, question)

    def find_deciding_words(self, raw: str, case: Case) -> tuple[DecidingWords, ...]:
        """Return the words from which the careful parser read the chosen option; empty for other parsers."""
        if self.read_open is not None and not any(ask.options for ask in case.asks):
            return self.find_open_words(raw, case) if self.find_open_words is not None else ()
        found = [
            (ask.question_id, parse_choice(raw, ask.options, self.parser, case.text or ""))
            for ask in case.asks
            if ask.options
        ]
        return _find_stated_words(self, raw, case) + tuple(
            DecidingWords(question_id, *reading.span, LABELS.get(reading.evidence, ""))
            for question_id, reading in found
            if reading.span is not None
        )

    def find_contradictions(self, _: pd.DataFrame) -> pd.DataFrame:
        """Return no contradictions, because a case asks one question."""
        return pd.DataFrame(columns=list(NO_CONTRADICTIONS))


def _find_stated_words(benchmark: ChoiceBenchmark, raw: str, case: Case) -> tuple[DecidingWords, ...]:
    """Return the words that state the answers to open questions, at their last place in the reply."""
    stated = [
        (question_id, answer.stated)
        for question_id, answer in benchmark.read_reply(raw, case).items()
        if answer.stated and any(ask.form is not None and ask.question_id == question_id for ask in case.asks)
    ]
    places = [(question_id, raw.rfind(text), text) for question_id, text in stated]
    return tuple(DecidingWords(question_id, at, at + len(text)) for question_id, at, text in places if at >= 0)


def build_choice_cases(contents: BenchmarkData) -> pd.DataFrame:
    """Return one row per question with options of each case."""
    truths = {truth.case_id: truth.value for truth in contents.truths if truth.frame == KEY.frame}
    return pd.DataFrame.from_records(
        [
            {
                "case_id": case.case_id,
                "group_id": case.group_id,
                "question_id": ask.question_id,
                "n_options": len(ask.options),
                "text": case.text,
                "options": ask.options,
                "images": case.images,
                "truth": LETTERS.index(str(truths[case.case_id])),
            }
            for case in contents.cases
            for ask in case.asks
            if ask.options
        ]
    )


def _build_baseline_runs(contents: BenchmarkData, cases: pd.DataFrame) -> list[BundledRun]:
    """Return runs of the best letter and the text-only baseline, each chosen on the other half of the groups.

    Questions for a name are answered with the best constant name.
    """
    names = build_name_baseline(contents) | build_open_baseline(contents)
    if cases.empty:
        return [BundledRun(blind_constant.MODEL, MADE_HERE, names)] if names else []
    found = {blind_constant.MODEL: score_constant_baseline(cases), blind_reader.MODEL: score_text_only_baseline(cases)}
    return [BundledRun(model, MADE_HERE, names | _build_replies(rows)) for model, rows in found.items()]


def _build_statistics_run(
    contents: BenchmarkData, cases: pd.DataFrame, folder: Path, check: StatisticsCheck
) -> BundledRun:
    """Return the run of the image statistics reader, with the best constant if there is too little data to learn from.

    No image of another solid has the same name, so names come from the best constant.
    """
    constant = score_constant_baseline(cases)
    value = answer_by_statistics(cases, folder, check).fillna(constant["value"])
    replies = (
        build_name_baseline(contents) | build_open_baseline(contents) | _build_replies(constant.assign(value=value))
    )
    return BundledRun(image_statistics.MODEL, MADE_HERE, replies)


def _build_replies(rows: pd.DataFrame) -> dict[str, str | MissingReply]:
    return {
        str(case_id): MissingReply("too few groups to choose on the other half of them")
        if pd.isna(value)
        else LETTERS[int(value)]
        for case_id, value in zip(rows["case_id"], rows["value"], strict=True)
    }
