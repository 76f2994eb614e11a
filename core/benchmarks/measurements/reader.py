"""Reader of a set of scene measurements."""

from collections.abc import Sequence
from pathlib import Path

from core.benchmarks.choice.benchmark_data import OPEN_PROMPT, ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.data import BenchmarkData, Contrast, MarginSpec, SourceFile, Subset, Terminology, TruthSource
from core.benchmarks.generated_set_info import build_generated_row, read_set_version
from core.benchmarks.measurements.files import ENGINE, ITEMS
from core.benchmarks.measurements.set_reader import AGREES, DIFFERS, FLAT, SCENE, SPLIT, SPLITS, TYPE, VIEW, read_items
from core.benchmarks.measurements.solvers import SOLVERS
from core.benchmarks.measurements.vocabulary import QUESTIONS, SCENES
from core.benchmarks.publications import DEFINED_HERE, MADE_HERE, BundledRun, PublishedMean
from core.factors import Factor, select_present_levels

BENCHMARK_ID = "measurements"
TITLE = "Scene measurements"
PLANE = TruthSource("image_plane", "2D", "foil", "the flat image (2D)")
WORDS = Terminology(
    "question", "questions", "scene", "scenes", "score",
    "The score of a readable answer is from 0 to 1, by the rule of its question.",
)  # fmt: skip

EVERY = Subset("all", "a question", title="all questions")
UNUSUAL = Subset("unusual", "an unusual view", SPLIT, SPLITS[1:], "unusual views")
VIEWS_DIFFER = Contrast("view", "unusual minus usual", "an unusual view", SPLIT, SPLITS[1:], SPLITS[:1])

AGGREGATES = (
    PublishedMean("mean", "Mean over questions", ("question",), "cells", DEFINED_HERE),
    PublishedMean("types", "Mean over types of answers", (TYPE,), "cells", DEFINED_HERE),
    PublishedMean("every", "Every answer alike", ("question",), "answers", DEFINED_HERE),
)

FACTORS = (
    Factor(TYPE, "Type of answer", levels=("number", "text", "point", "box", "order"), is_first=True, is_short=True),
    Factor(SCENE, "Scene", levels=SCENES, is_first=True, is_short=True),
    Factor(
        VIEW,
        "View",
        levels=("common", "rolled", "steep", "low", "high", "planar", "tilted"),
        is_first=True,
        is_short=True,
    ),
    Factor(SPLIT, "Split", levels=SPLITS, is_first=True, is_short=True),
    Factor(FLAT, "Flat image", levels=(AGREES, DIFFERS), is_first=True, is_short=True),
)


def read_measurements(folder: Path, check: PictureCheck) -> BenchmarkData:
    """Read the set in a folder: one case per image and question.

    Args:
        folder: one that the generator wrote.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: the folder has no usable question.
    """
    content = read_items(folder, check)
    contents = build_choice_data(content.items, _build_info(content.items, folder), folder, refusals=content.refusals)
    contents.contrasts = (VIEWS_DIFFER,)
    contents.references = [
        BundledRun(model, MADE_HERE, {item.item_id: solve(item) for item in content.items}) for model, solve in SOLVERS
    ]
    contents.files = [SourceFile(name) for name in (ITEMS, ENGINE)]
    return contents


def _build_info(items: Sequence[ChoiceItem], folder: Path) -> ChoiceBenchmarkInfo:
    return ChoiceBenchmarkInfo(
        benchmark=_build_benchmark_row(folder),
        words=WORDS,
        prompt=OPEN_PROMPT,
        question_titles={key: question.title for key, question in QUESTIONS.items()},
        factors=select_present_levels(FACTORS, (item.factors for item in items)),
        aggregates=AGGREGATES,
        margins=tuple(
            MarginSpec(question.question_id, question.margin, question.margin_unit) for question in QUESTIONS.values()
        ),
        foil=PLANE,
        subsets=(EVERY, UNUSUAL),
    )


def _build_benchmark_row(folder: Path) -> dict[str, str]:
    version = read_set_version(folder / ENGINE, "engine {engine_version}, {pictures} images, seed {seed}")
    return build_generated_row(
        {"benchmark_id": BENCHMARK_ID}, TITLE, "Scenes and questions made by Trilens", version or "as found"
    )
