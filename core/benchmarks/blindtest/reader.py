"""Reader of the authors' folders: one case per image and task, one run per model.

Source: Rahmanzadehgervi, Bolton, Taesiri, Nguyen, "Vision language models are blind", arXiv 2407.06581.
"""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from core.benchmarks.authors import AUTHORS
from core.benchmarks.blindtest.circles import (
    NO,
    OVERLAPPING,
    ROTATION_TITLES,
    TASKS,
    TOUCHING,
    YES,
    CirclePair,
    derive_true_answer,
    reconstruct_answer,
)
from core.benchmarks.blindtest.published import AVERAGE, PAPER_TABLES
from core.benchmarks.blindtest.release_folders import (
    CHECKSUM_LIST,
    IMAGES,
    PROMPTS,
    VerdictFolders,
    get_checksum_key,
    read_judged_images,
    read_questions,
)
from core.benchmarks.cases import CaseMeasure, CaseSet
from core.benchmarks.checksums import read_checksums
from core.benchmarks.choice.benchmark_data import ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.image_validation import PictureCheck, find_image_problem
from core.benchmarks.choice.items import LETTERS, QUESTION, ChoiceItem
from core.benchmarks.data import BenchmarkData, MarginSpec, SetProtocol, SourceFile, Terminology
from core.benchmarks.publications import DEFINED_HERE, BundledRun, MissingReply, PublishedMean
from core.errors import ReleaseError
from core.factors import Factor
from core.records import Model, RejectedItem

BENCHMARK_ID = "blindtest"
WORDS = Terminology(
    "item", "items", "drawing", "drawings", "accuracy",
    "Accuracy is the share of the readable answers that are correct.",
)  # fmt: skip
OPTIONS = (YES, NO)

MODELS = {
    "gpt-4o": Model("gpt-4o", "GPT-4o", "OpenAI"),
    "gemini-1.5": Model("gemini-1.5-pro", "Gemini 1.5 Pro", "Google"),
    "sonnet-3": Model("claude-3-sonnet", "Claude 3 Sonnet", "Anthropic"),
    "sonnet-3.5": Model("claude-3.5-sonnet", "Claude 3.5 Sonnet", "Anthropic"),
}
"""Models of the paper by folder; any other folder is a model of that name."""

RECONSTRUCTED = "Reconstructed from right or wrong, not the model's text"
"""Note shown next to each released reply."""

_SHORT_TASKS = {TOUCHING: "touch", OVERLAPPING: "overlap"}
"""Short task names for ids, as in the authors' file names."""

GAP, DIAMETER, ROTATION, PIXELS, RIGHT_IS = "gap", "diameter", "rotation", "pixels", "right_is"
"""Keys of factors."""

MARGIN_MEANING = "gap between the circles, or depth of their overlap"
MEASURES = (
    CaseMeasure("gap_diameters", "Gap", "diameters"),
    CaseMeasure("diameter_share", "Diameter", "of the image's side"),
)

ALL_SIZES = SetProtocol("all_sizes", "right at every image size", DEFINED_HERE)
AGGREGATES = (PublishedMean(AVERAGE, "Average of both tasks", ("question",), "cells", "BlindTest, Task 2"),)


def read_blindtest(folder: Path, check: PictureCheck) -> BenchmarkData:
    """Read the contents of a folder.

    Args:
        folder: the authors' repository, or the part of it with the two tasks and the questions.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: no image is usable, or the questions are missing.
    """
    questions = read_questions(folder)
    judged_images = read_judged_images(folder)
    wrong = {image_id: find_image_problem(path, check) for image_id, path in judged_images.images.items()}
    refusals = [
        RejectedItem(judged_images.images[image_id].relative_to(folder).as_posix(), "image", reason)
        for image_id, reason in wrong.items()
        if reason
    ]
    pairs = [pair for image_id, pair in judged_images.pairs.items() if not wrong[image_id]]
    if not pairs:
        raise ReleaseError(f"{folder / IMAGES} has no usable image. {refusals[0].location}: {refusals[0].reason}")
    pairs.sort(key=_build_sort_key)
    contents = build_choice_data(
        [
            _build_item(task, pair, questions[task], judged_images.images[pair.image_id])
            for task in TASKS
            for pair in pairs
        ],
        ChoiceBenchmarkInfo(
            benchmark=AUTHORS[BENCHMARK_ID],
            words=WORDS,
            prompt=QUESTION,
            question_titles={TOUCHING: "Touching", OVERLAPPING: "Overlapping"},
            factors=_build_factors(pairs),
            protocols=(ALL_SIZES,),
            aggregates=AGGREGATES,
            measures=MEASURES,
            margins=tuple(MarginSpec(task, MARGIN_MEANING, "diameters") for task in TASKS),
        ),
        folder,
        sets=_build_sets(pairs),
        refusals=[*judged_images.refusals, *refusals],
    )
    contents.published = [
        _build_run(model_folder, pairs, judged_images) for model_folder in judged_images.model_folders
    ]
    contents.published_figures = PAPER_TABLES.read_figures()
    contents.files = list(_list_source_files(folder, judged_images))
    return contents


def _list_source_files(folder: Path, folders: VerdictFolders) -> Iterator[SourceFile]:
    """Yield the list of prompts and the images that are shown, each with its expected checksum."""
    checksums = read_checksums(CHECKSUM_LIST)
    yield SourceFile(PROMPTS, checksums[PROMPTS])
    for path in folders.images.values():
        yield SourceFile(path.relative_to(folder).as_posix(), checksums.get(get_checksum_key(path.name)))


def format_case_id(task: str, pair: CirclePair) -> str:
    """Return the id of the case that asks a task's question about an image."""
    return f"{_SHORT_TASKS[task]}_{pair.image_id}"


def _build_item(task: str, pair: CirclePair, question: str, path: Path) -> ChoiceItem:
    answer = derive_true_answer(task, pair)
    return ChoiceItem(
        item_id=format_case_id(task, pair),
        question_id=task,
        group_id=pair.drawing_id,
        images=(path,),
        question=question,
        options=OPTIONS,
        answer=LETTERS[OPTIONS.index(answer)],
        factors={
            GAP: pair.gap,
            DIAMETER: pair.diameter,
            ROTATION: _get_rotation_title(pair),
            PIXELS: pair.pixels,
            RIGHT_IS: answer,
        },
        slot=f"{task} {pair.pixels}",
        margin=abs(pair.gap_diameters),
        numbers={"gap_diameters": pair.gap_diameters, "diameter_share": float(pair.diameter)},
    )


def _get_rotation_title(pair: CirclePair) -> str:
    return ROTATION_TITLES.get(pair.rotation, pair.rotation)


def _build_sort_key(pair: CirclePair) -> tuple[float, float, str, int]:
    return pair.gap_diameters, float(pair.diameter), pair.rotation, int(pair.pixels)


def _build_factors(pairs: list[CirclePair]) -> tuple[Factor, ...]:
    def sort_by_number(values: set[str]) -> tuple[str, ...]:
        return tuple(sorted(values, key=float))

    return (
        Factor(
            GAP, "Gap in diameters", levels=sort_by_number({pair.gap for pair in pairs}), is_first=True, is_short=True
        ),
        Factor(DIAMETER, "Diameter", levels=sort_by_number({pair.diameter for pair in pairs}), is_short=True),
        Factor(ROTATION, "Direction", levels=tuple(sorted({_get_rotation_title(pair) for pair in pairs}))),
        Factor(PIXELS, "Pixels", levels=sort_by_number({pair.pixels for pair in pairs}), is_short=True),
        Factor(RIGHT_IS, "Right answer", levels=OPTIONS, is_short=True),
    )


def _build_sets(pairs: list[CirclePair]) -> Iterator[CaseSet]:
    sizes: dict[str, list[CirclePair]] = defaultdict(list)
    for pair in pairs:
        sizes[pair.drawing_id].append(pair)
    for task in TASKS:
        for drawing_id, own in sizes.items():
            yield CaseSet(
                ALL_SIZES.protocol,
                f"{_SHORT_TASKS[task]}_{drawing_id}",
                tuple(format_case_id(task, pair) for pair in own),
            )


def _build_run(model_folder: str, pairs: list[CirclePair], folders: VerdictFolders) -> BundledRun:
    replies: dict[str, str | MissingReply] = {}
    for task in TASKS:
        verdicts = folders.verdicts.get((task, model_folder), {})
        for pair in pairs:
            replies[format_case_id(task, pair)] = _reconstruct_reply(task, pair, verdicts)
    model = MODELS.get(model_folder, Model(model_folder, model_folder))
    return BundledRun(model, f"{RECONSTRUCTED}: {IMAGES}/*/{model_folder}", replies, note=RECONSTRUCTED)


def _reconstruct_reply(task: str, pair: CirclePair, verdicts: dict[str, bool | None]) -> str | MissingReply:
    if pair.image_id not in verdicts:
        return MissingReply("the image is neither in correct nor in incorrect")
    if (is_right := verdicts[pair.image_id]) is None:
        return MissingReply("the image is in more than one folder")
    return reconstruct_answer(task, pair, is_right=is_right)
