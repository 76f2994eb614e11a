"""Reads a GePBench set, made here or in the authors' layout, to what a benchmark brings.

Source: Xing et al., "GePBench: Evaluating Fundamental Geometric Perception for Multimodal Large Language Models":
prompt of figure 8, average of table 1.
"""

import math
from collections.abc import Iterator
from pathlib import Path

from core.benchmarks.choice.benchmark_data import ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import TEXT, ChoiceItem
from core.benchmarks.data import (
    DEFINED_HERE,
    MADE_HERE,
    BenchmarkData,
    BundledRun,
    CaseSet,
    MarginSpec,
    MissingReply,
    PublishedMean,
    SetProtocol,
    SourceFile,
    Terminology,
)
from core.benchmarks.generated_set_info import build_generated_row, read_set_version
from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.ground_truth import JUDGES, FigureTruth
from core.benchmarks.gepbench.item_reader import NOISY, FigureItem, format_option, read_items
from core.benchmarks.gepbench.key_audit import build_corrections, find_key_difference, recompute_truth
from core.benchmarks.gepbench.published import list_derived_figures, read_paper_contradictions, read_published_figures
from core.benchmarks.gepbench.solvers import MODELS, SOLVERS
from core.records import Factor

BENCHMARK_ID = "gepbench"
URL = "https://github.com/starreeze/geocap"
ENGINE = "engine.json"
PROMPT = f"{TEXT}\nPlease directly answer A, B, C or D and nothing else."
WORDS = Terminology(
    "item", "items", "figure", "figures", "accuracy", "Accuracy is the share of the readable answers that are right."
)

EASY_NOISY = "easy, with noise"
"""Level of the second copies of easy figures, so that no mean of the paper takes them in."""

NOISE = SetProtocol("noise", "right without and with noise", "GePBench, Figure 10")
_OF_TABLE = "GePBench, Table 1"
AGGREGATES = (
    PublishedMean(
        "avg", "Avg", ("question", "level"), "cells", _OF_TABLE, of_factor="level", of_levels=vocabulary.LEVELS
    ),
    *(
        PublishedMean(
            level, f"Mean of {level}", ("question",), "cells", DEFINED_HERE, of_factor="level", of_levels=(level,)
        )
        for level in vocabulary.LEVELS
    ),
)

MARGINS = (
    MarginSpec("size", "lead of the right value over the next, halved", "share of the image"),
    MarginSpec("location", "smaller offset", "share of the image"),
)
"""Other aspects have no margin that one unit measures."""

AUTHORS_ROW = {
    "benchmark_id": BENCHMARK_ID,
    "title": "GePBench",
    "author": "Xing et al.",
    "source": URL,
    "version": "as found",
    "licence": "not stated",
    "credit": "GePBench, Xing et al.",
}
"""The row of the table `benchmarks` of the authors' own set."""


def read_gepbench(folder: Path, check: PictureCheck) -> BenchmarkData:
    """What a folder brings: a case for each item, and a second one where its figure is there with noise too.

    Args:
        folder: as `core.benchmarks.gepbench.item_reader.read_items` takes it.
        check: opens each figure once; raises `ImageError` where it is broken.

    Raises:
        ReleaseError: there is no question that can be used.
    """
    found = read_items(folder, check)
    cases: list[ChoiceItem] = []
    sets: list[CaseSet] = []
    different, audited = [], []
    numbers: dict[str, int] = {}
    replies: dict[str, dict[str, str | MissingReply]] = {name: {} for name in SOLVERS}
    for item in found.items:
        truth = recompute_truth(item.question, item.figure)
        if truth is not None:
            audited.append(item)
        if (one := find_key_difference(item, truth)) is not None:
            different.append(one)
        numbers[item.group_id] = number = numbers.get(item.group_id, 0) + 1
        own = list(_build_cases(item, truth, number))
        cases += own
        for name, solver in SOLVERS.items():
            letter = solver(item)
            reply = MissingReply("the figure is not described") if letter is None else letter
            replies[name] |= dict.fromkeys((case.item_id for case in own), reply)
        if len(own) > 1:
            sets.append(CaseSet(NOISE.protocol, item.item_id, tuple(case.item_id for case in own)))
    levels = {case.factors["level"] for case in cases}
    about = ChoiceBenchmarkInfo(
        benchmark=build_benchmark_row(folder),
        words=WORDS,
        prompt=PROMPT,
        task_word="aspect",
        question_titles={aspect: aspect.capitalize() for aspect in vocabulary.ASPECTS},
        factors=_build_factors(cases),
        margins=MARGINS,
        protocols=(NOISE,) if sets else (),
        aggregates=tuple(one for one in AGGREGATES if levels.issuperset(one.of_levels)),
    )
    contents = build_choice_data(
        cases, about, folder, sets=sets, refusals=found.refusals, corrections=build_corrections(different, audited)
    )
    contents.references = [BundledRun(MODELS[name], MADE_HERE, own) for name, own in replies.items()]
    contents.published_figures = [*read_published_figures(), *list_derived_figures()]
    contents.paper_contradictions = read_paper_contradictions()
    contents.files = [SourceFile(str(path.relative_to(folder))) for path in sorted(folder.rglob("*.json*"))]
    return contents


def build_benchmark_row(folder: Path) -> dict[str, str]:
    """The row of the table `benchmarks`: a set that was made here says so."""
    version = read_set_version(folder / ENGINE, "engine {engine_version}, {mode}, {items} figures, seed {seed}")
    if version is None:
        return AUTHORS_ROW
    credit = "Figures made by Trilens after GePBench, Xing et al."
    return build_generated_row(AUTHORS_ROW, "GePBench, figures made by Trilens", credit, version)


def _build_cases(item: FigureItem, truth: FigureTruth | None, number: int) -> Iterator[ChoiceItem]:
    question = item.question
    factors = {
        "kind": question.query.kind,
        "queried_type": _find_queried_type(item),
        "shapes": str(len(item.figure.shapes)) if item.figure else "",
    }
    noise = {True: "with", False: "without", None: ""}
    copies = [(item.item_id, item.picture, item.level, noise[item.is_noisy], str(number))]
    if item.noisy_picture is not None:
        copies.append((f"{NOISY}-{item.item_id}", item.noisy_picture, EASY_NOISY, "with", f"{number}, with noise"))
    for item_id, picture, level, noise_level, slot in copies:
        levels = {"level": level, "noise": noise_level, **factors}
        yield ChoiceItem(
            item_id=item_id,
            question_id=question.aspect,
            group_id=item.group_id,
            images=(picture,),
            question=question.text,
            options=tuple(map(format_option, question.choices)),
            answer=question.letter,
            factors={key: own for key, own in levels.items() if own},
            slot=slot,
            margin=compute_margin(question.aspect, truth),
        )


def _find_queried_type(item: FigureItem) -> str:
    """The type that the question names first, also by its colour; empty where it names none."""
    subject, figure = item.question.query.subject, item.figure
    if figure is not None and subject in figure.colours:
        return figure.shapes[figure.colours.index(subject)].type
    return subject if subject in vocabulary.TYPES else ""


def compute_margin(aspect: str, truth: FigureTruth | None) -> float | None:
    """The margin of a truth, where the aspect has one that one unit measures."""
    has_one = truth is not None and math.isfinite(truth.margin) and aspect in {one.question_id for one in MARGINS}
    return max(truth.margin, 0.0) if truth is not None and has_one else None


def _build_factors(cases: list[ChoiceItem]) -> tuple[Factor, ...]:
    """Those that some item has, with the levels that occur, in order."""
    by_key = {
        "level": ("Level", (*vocabulary.LEVELS, EASY_NOISY), True, True),
        "kind": ("Kind of question", tuple(JUDGES), False, False),
        "shapes": ("Shapes", tuple(map(str, range(1, 100))), True, True),
        "noise": ("Noise", ("without", "with"), True, True),
        "queried_type": ("Queried type", vocabulary.TYPES, False, False),
    }
    factors = []
    for key, (title, order, is_first, is_short) in by_key.items():
        present = {case.factors[key] for case in cases if key in case.factors}
        if present:
            levels = (*(level for level in order if level in present), *sorted(present - set(order)))
            factors.append(Factor(key, title, levels=levels, is_first=is_first, is_short=is_short))
    return tuple(factors)
