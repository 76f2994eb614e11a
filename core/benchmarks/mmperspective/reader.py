"""Reads a set of MMPerspective, made here or released, to what a benchmark brings.

Source: Tang et al., "MMPerspective", Table 1 and section 2.4; the prompt's form is that of the paper's figures.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.benchmarks.choice.benchmark_data import ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.circular import build_case_sets
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import OPTIONS_IN_BRACKETS, QUESTION, ChoiceItem
from core.benchmarks.data import (
    MADE_HERE,
    BenchmarkData,
    BundledRun,
    MarginSpec,
    MissingReply,
    PublishedMean,
    SetProtocol,
    SourceFile,
    Subset,
    Terminology,
    TruthSource,
)
from core.benchmarks.generated_set_info import build_generated_row, read_set_version
from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.files import ENGINE, ITEMS
from core.benchmarks.mmperspective.ground_truth import find_true_letter
from core.benchmarks.mmperspective.item import BENCHMARK_ID
from core.benchmarks.mmperspective.margins import MEANINGS
from core.benchmarks.mmperspective.published import (
    list_derived_figures,
    read_paper_contradictions,
    read_published_figures,
)
from core.benchmarks.mmperspective.release_reader import OPERATION, ROBUST_SET, read_released
from core.benchmarks.mmperspective.set_reader import PerspectiveItemRecord, read_items
from core.benchmarks.mmperspective.solvers import IMAGE_PLANE, TRUTH, build_image_plane_reply, build_truth_reply
from core.benchmarks.mmperspective.view import OPERATIONS
from core.records import Correction, Factor, RejectedItem

URL = "https://github.com/yunlong10/MMPerspective"
PROMPT = f"{QUESTION}\nSelect from the following choices.\n{OPTIONS_IN_BRACKETS}"
WORDS = Terminology(
    "item", "items", "scene", "scenes", "accuracy", "Accuracy is the share of the readable answers that are right."
)
FOIL = TruthSource("image_plane", "2D", "foil", "the flat picture (2D)")
ROBUST = SetProtocol(ROBUST_SET, "right in the picture and its four changed ones", "MMPerspective, section 2.4")
MARGINS = tuple(MarginSpec(task, *meaning) for task, meaning in MEANINGS.items())
DIMENSION = "dimension"
_NINE = (vocabulary.PERCEPTION, vocabulary.REASONING)
_TABLE, _TEXT = "MMPerspective, Table 1", "MMPerspective, section 3.2: share of all questions"

AUTHORS_ROW = {
    "benchmark_id": BENCHMARK_ID,
    "title": "MMPerspective",
    "author": "Tang et al.",
    "source": URL,
    "version": "as found",
    "licence": "not stated",
    "credit": "MMPerspective, Tang et al.",
}
"""The row of the table `benchmarks` of the authors' own set."""


def _build_aggregates(key: str, title: str, levels: tuple[str, ...]) -> tuple[PublishedMean, PublishedMean]:
    over = ("question",)
    return (
        PublishedMean(key, f"{title}, macro", over, "cells", _TABLE, of_factor=DIMENSION, of_levels=levels),
        PublishedMean(f"{key}_micro", f"{title}, micro", over, "answers", _TEXT, of_factor=DIMENSION, of_levels=levels),
    )


AGGREGATES = (
    *_build_aggregates("overall", "Overall", _NINE),
    *_build_aggregates("pacc", "PAcc", (vocabulary.PERCEPTION,)),
    *_build_aggregates("racc", "RAcc", (vocabulary.REASONING,)),
    PublishedMean(
        "binary", "Binary robustness", ("question",), "cells", ROBUST.source,
        protocol=ROBUST_SET, of_factor=DIMENSION, of_levels=(vocabulary.ROBUSTNESS,),
    ),
    PublishedMean(
        "graded", "Graded robustness", ("question",), "answers", ROBUST.source,
        of_factor=DIMENSION, of_levels=(vocabulary.ROBUSTNESS,),
    ),
)  # fmt: skip
"""Macro is the mean of tasks, as in Table 1; micro the share of questions, as in the paper's text and its figure of
sizes. The paper calls both overall accuracy."""

TRUE_CLASS = "true_class"
_WITH_CLASS = ("VAP", "PTR", "LRR", "VPC", vocabulary.ROBUST)
"""Tasks whose options say the same in every item, so that answers can be counted by what is true."""


def read_mmperspective(folder: Path, check: PictureCheck) -> BenchmarkData:
    """What a folder brings.

    Args:
        folder: as `write.py` writes it, or with a table of the authors.
        check: opens each picture once; raises `ImageError` where it is broken.

    Raises:
        ReleaseError: there is no question that can be used.
    """
    contents = _read_generated_set(folder, check) if (folder / ITEMS).is_file() else _read_released_set(folder, check)
    contents.published_figures = [*read_published_figures(), *list_derived_figures()]
    contents.paper_contradictions = read_paper_contradictions()
    return contents


def _read_generated_set(folder: Path, check: PictureCheck) -> BenchmarkData:
    found = read_items(folder, check)
    cases = [_build_item(one) for one in found.items]
    contents = _build_data(cases, folder, found.refusals, _build_corrections(found.items))
    truths: dict[str, str | MissingReply] = {one.item.item_id: build_truth_reply(one.item) for one in found.items}
    flat: dict[str, str | MissingReply] = {one.item.item_id: build_image_plane_reply(one.foil) for one in found.items}
    contents.references = [BundledRun(TRUTH, MADE_HERE, truths), BundledRun(IMAGE_PLANE, MADE_HERE, flat)]
    contents.files = [SourceFile(name) for name in (ITEMS, ENGINE)]
    return contents


def _read_released_set(folder: Path, check: PictureCheck) -> BenchmarkData:
    found = read_released(folder, check)
    cases = [_add_factors(item) for item in found.items]
    return _build_data(cases, folder, found.refusals, found.differences)


def _build_data(
    cases: Sequence[ChoiceItem], folder: Path, refusals: Sequence[RejectedItem], corrections: Sequence[Correction]
) -> BenchmarkData:
    sets = build_case_sets(cases)
    dimensions = {case.factors[DIMENSION] for case in cases}
    about = ChoiceBenchmarkInfo(
        benchmark=build_benchmark_row(folder),
        words=WORDS,
        prompt=PROMPT,
        question_titles={name: task.title for name, task in vocabulary.TASKS.items()},
        factors=_build_factors(cases),
        protocols=(ROBUST,) if sets else (),
        aggregates=tuple(
            one for one in AGGREGATES if dimensions.issuperset(one.of_levels) and (sets or one.protocol is None)
        ),
        margins=MARGINS,
        foil=FOIL if any(case.foil for case in cases) else None,
        subsets=(Subset("all", "an item"),) if any(case.foil for case in cases) else (),
    )
    return build_choice_data(cases, about, folder, sets=sets, refusals=refusals, corrections=corrections)


def build_benchmark_row(folder: Path) -> dict[str, str]:
    """The row of the table `benchmarks`: a set that was made here says so."""
    version = read_set_version(folder / ENGINE, "engine {engine_version}, {items} items, seed {seed}")
    if version is None:
        return AUTHORS_ROW
    credit = "Pictures made by Trilens after MMPerspective, Tang et al."
    return build_generated_row(AUTHORS_ROW, "MMPerspective, pictures made by Trilens", credit, version)


def _build_item(stored: PerspectiveItemRecord) -> ChoiceItem:
    item = stored.item
    picture = item.pictures[0]
    levels = {
        "kind": item.kind,
        "setting": picture.scene.kind,
        OPERATION: picture.operation.name if item.task == vocabulary.ROBUST else "",
    }
    return _add_factors(
        ChoiceItem(
            item_id=item.item_id,
            question_id=item.task,
            group_id=item.group_id,
            images=(stored.picture,),
            question=item.question,
            options=item.options,
            answer=item.answer,
            factors={key: level for key, level in levels.items() if level},
            slot=picture.operation.name,
            sets={ROBUST_SET: item.group_id} if item.task == vocabulary.ROBUST else {},
            foil=stored.foil,
            margin=stored.margin,
        )
    )


def _add_factors(item: ChoiceItem) -> ChoiceItem:
    levels = {**item.factors, DIMENSION: vocabulary.TASKS[item.question_id].dimension}
    if item.question_id in _WITH_CLASS:
        levels[TRUE_CLASS] = item.options[item.key]
    return replace(item, factors=levels)


def _build_factors(cases: Sequence[ChoiceItem]) -> tuple[Factor, ...]:
    """Those that some item has, with the levels that occur, in order."""
    classes = (*vocabulary.DIRECTIONS, *vocabulary.TYPES, *vocabulary.RELATIONS, *vocabulary.COUNTS)
    by_key = {
        DIMENSION: ("Dimension", (vocabulary.PERCEPTION, vocabulary.REASONING, vocabulary.ROBUSTNESS), True),
        TRUE_CLASS: ("True class", classes, False),
        OPERATION: ("Change of the picture", OPERATIONS, False),
        "kind": ("Kind of question", (), False),
        "setting": ("Scene", ("houses", "towers", "street", "corridor", "surface"), False),
    }
    factors = []
    for key, (title, order, is_first) in by_key.items():
        present = {case.factors[key] for case in cases if key in case.factors}
        if present:
            levels = (*(level for level in dict.fromkeys(order) if level in present), *sorted(present - set(order)))
            factors.append(Factor(key, title, levels=levels, is_first=is_first))
    return tuple(factors)


def _build_corrections(items: Sequence[PerspectiveItemRecord]) -> list[Correction]:
    """Keys that are not the one true option of the item's parameters, a line for each task."""
    different = [one.item for one in items if find_true_letter(one.item) != one.item.answer]
    found = []
    for task in dict.fromkeys(item.task for item in different):
        own = [item for item in different if item.task == task]
        named = "; ".join(
            f"{item.item_id}: key {item.answer}, true {find_true_letter(item) or 'none'}" for item in own[:5]
        )
        found.append(
            Correction(
                source=ITEMS,
                location=task,
                finding=f"{len(own)} of {sum(one.item.task == task for one in items)} keys are not the one true option",
                correction="none: answers are scored against the keys of the table",
                evidence=f"recomputed from the parameters; {named}{' ...' if len(own) > 5 else ''}",
            )
        )
    return found
