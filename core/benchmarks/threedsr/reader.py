"""Reads a 3DSRBench set, made here or released, to what a benchmark brings.

Source: Ma et al., "3DSRBench: A Comprehensive 3D Spatial Reasoning Benchmark".
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from core.benchmarks.choice.benchmark_data import ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.circular import expand_rotations
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import LETTERS, ChoiceItem
from core.benchmarks.data import (
    MADE_HERE,
    BenchmarkData,
    BundledRun,
    CaseSet,
    Contrast,
    MissingReply,
    SourceFile,
    Subset,
    TruthSource,
)
from core.benchmarks.generated_set_info import build_generated_row, read_set_version
from core.benchmarks.threedsr import set_contents
from core.benchmarks.threedsr.files import ENGINE, ITEMS
from core.benchmarks.threedsr.published import (
    list_derived_figures,
    read_paper_contradictions,
    read_published_figures,
    read_released_groups,
)
from core.benchmarks.threedsr.release_reader import read_released
from core.benchmarks.threedsr.scene import COMMON, UNCOMMON
from core.benchmarks.threedsr.set_reader import ObjectSceneItem, read_items
from core.benchmarks.threedsr.solvers import MODELS, SOLVERS, solve_by_truth
from core.benchmarks.threedsr.vocabulary import SUBTYPES, list_meanings
from core.records import Correction, RejectedItem

BENCHMARK_ID = "3dsrbench"
URL = "https://huggingface.co/datasets/ccvl/3DSRBench"
PLANE = TruthSource("image_plane", "2D", "foil", "the flat picture (2D)")
EVERY = Subset("all", "a question", title="all questions")
UNUSUAL = Subset("uncommon", "an uncommon view", set_contents.SPLIT, (set_contents.SPLITS[1],), "uncommon views")
VIEWS_DIFFER = Contrast(
    "viewpoint",
    "uncommon minus common",
    "an uncommon viewpoint",
    set_contents.SPLIT,
    set_contents.SPLITS[1:],
    set_contents.SPLITS[:1],
)
AUTHORS_ROW = {
    "benchmark_id": BENCHMARK_ID,
    "title": "3DSRBench",
    "author": "Ma et al.",
    "source": URL,
    "version": "as found",
    "licence": "CC BY 4.0",
    "credit": "3DSRBench, Ma et al., CC BY 4.0",
}


def read_threedsr(folder: Path, check: PictureCheck) -> BenchmarkData:
    """What a folder brings: a case for each question, picture, mirror image and circular pass.

    Args:
        folder: one that `write.py` wrote, or one with a released table.
        check: opens each picture once; raises `ImageError` where it is broken.

    Raises:
        ReleaseError: there is no question that can be used.
    """
    contents = _read_generated_set(folder, check) if (folder / ITEMS).is_file() else _read_released_set(folder, check)
    contents.published_figures = [*read_published_figures(), *list_derived_figures()]
    contents.paper_contradictions = read_paper_contradictions()
    return contents


def _read_released_set(folder: Path, check: PictureCheck) -> BenchmarkData:
    found = read_released(folder, check)
    items = found.items if found.has_passes else expand_rotations(found.items, "-")
    contents = _build_data(
        items, AUTHORS_ROW, folder, about={}, sets=set_contents.build_score_sets(items), refusals=found.refusals
    )
    contents.files = [SourceFile(found.table.relative_to(folder).as_posix())]
    contents.corrections = list(_list_count_differences(items, found.table.name))
    return contents


def _list_count_differences(items: Sequence[ChoiceItem], table: str) -> Iterator[Correction]:
    """Subtypes with more or fewer groups than the released set has: a line for each."""
    groups = {(item.question_id, set_contents.parse_item_id(item).group) for item in items}
    counts = Counter(subtype for subtype, _ in groups)
    for subtype, (_, released) in read_released_groups().items():
        if counts[subtype] != released:
            yield Correction(
                source=table,
                location=subtype,
                finding=f"groups that can be used: {counts[subtype]:,}; the released set has {released:,}",
                correction="none: what is there is scored",
                evidence="project site and data card of 3DSRBench",
            )


def _read_generated_set(folder: Path, check: PictureCheck) -> BenchmarkData:
    found = read_items(folder, check)
    firsts = {str(item.row): item for item in found.items}
    items = expand_rotations([_build_item(item) for item in found.items], "-")
    sets = [*set_contents.build_score_sets(items), *_build_pair_sets(items, firsts)]
    more = {"foil": PLANE, "subsets": (EVERY, UNUSUAL), "margins": set_contents.build_margins()}
    contents = _build_data(items, _build_benchmark_row(folder), folder, about=more, sets=sets, refusals=found.refusals)
    contents.corrections = list(_build_corrections(found.items))
    contents.contrasts = (VIEWS_DIFFER,)
    contents.references = [
        BundledRun(MODELS[name], MADE_HERE, _build_replies(items, {key: solver(item) for key, item in firsts.items()}))
        for name, solver in SOLVERS.items()
    ]
    contents.files = [SourceFile(name) for name in (ITEMS, ENGINE)]
    return contents


def _build_data(
    items: Sequence[ChoiceItem],
    benchmark: dict[str, str],
    folder: Path,
    *,
    about: dict[str, object],
    sets: list[CaseSet],
    refusals: list[RejectedItem],
) -> BenchmarkData:
    used = set_contents.list_protocols(sets)
    asked = ChoiceBenchmarkInfo(
        benchmark=benchmark,
        words=set_contents.WORDS,
        prompt=set_contents.PROMPT,
        task_word="category",
        question_titles={key: one.title for key, one in SUBTYPES.items()},
        factors=set_contents.build_factors(items, (COMMON, *UNCOMMON)),
        protocols=used,
        aggregates=set_contents.build_aggregates(used, items),
    )
    return build_choice_data(items, replace(asked, **about), folder, sets=sets, refusals=refusals)  # type: ignore[arg-type]


def _build_item(item: ObjectSceneItem) -> ChoiceItem:
    flat = set_contents.AGREES if item.foil == item.answer else set_contents.DIFFERS
    mirrored = "yes" if item.row.is_flipped else "no"
    wording = "reversed" if item.is_reversed else "first"
    return ChoiceItem(
        item_id=str(item.row),
        question_id=item.subtype,
        group_id=item.unit,
        images=(item.picture,),
        question=item.question + set_contents.OPTIONS_LINE,
        options=item.options,
        answer=item.answer,
        foil=item.foil,
        margin=item.margin,
        meanings=list_meanings(item.subtype, item.options, is_flipped=item.row.is_flipped),
        slot=f"{item.number + 1}, {item.view}, {wording}{', mirrored' if item.row.is_flipped else ''}",
        factors={
            set_contents.TYPE: SUBTYPES[item.subtype].type,
            set_contents.SPLIT: item.view,
            set_contents.VIEWPOINT: item.scene.view.kind,
            set_contents.FLAT: flat,
            set_contents.MIRRORED: mirrored,
            set_contents.WORDING: wording,
        },
    )


def _build_pair_sets(items: Sequence[ChoiceItem], firsts: dict[str, ObjectSceneItem]) -> list[CaseSet]:
    """The two views of a scene, and the two scenes of a view, of the same question and pass, mirrored or not."""
    sets: dict[tuple[str, str], list[str]] = {}
    for one in items:
        row = set_contents.parse_item_id(one)
        item = firsts[row.group]
        same = f"{item.unit}-{'r' if item.is_reversed else 'f'}{'m' if row.is_flipped else ''}{row.turn}"
        sets.setdefault((set_contents.VIEWS.protocol, f"{same}-{item.number}"), []).append(one.item_id)
        sets.setdefault((set_contents.OPPOSITES.protocol, f"{same}-{item.view}"), []).append(one.item_id)
    return [CaseSet(*key, tuple(ids)) for key, ids in sets.items() if len(ids) > 1]


def _build_replies(items: Sequence[ChoiceItem], texts: dict[str, str]) -> dict[str, str | MissingReply]:
    """The letter of a text in each pass."""
    return {one.item_id: LETTERS[one.options.index(texts[set_contents.parse_item_id(one).group])] for one in items}


def _build_corrections(items: Sequence[ObjectSceneItem]) -> Iterator[Correction]:
    """Keys that are not what the scene says: a line for each subtype; the keys themselves stay as they stand."""
    for subtype in SUBTYPES:
        own = [item for item in items if item.subtype == subtype]
        wrong = [item for item in own if item.options.index(solve_by_truth(item)) != LETTERS.index(item.answer)]
        if wrong:
            named = ", ".join(str(item.row) for item in wrong[:5])
            yield Correction(
                source=ITEMS,
                location=subtype,
                finding=f"{len(wrong)} of {len(own)} keys are not what the described scene says",
                correction="none: answers are scored against the keys as they stand",
                evidence=f"recomputed from the scenes' parameters; {named}{' ...' if len(wrong) > 5 else ''}",
            )


def _build_benchmark_row(folder: Path) -> dict[str, str]:
    """The row of the table `benchmarks` of a set that was made here, also where its version is not known."""
    version = read_set_version(folder / ENGINE, "engine {engine_version}, {scenes} pictures, seed {seed}")
    credit = "Scenes made by Trilens after 3DSRBench, Ma et al."
    return build_generated_row(
        AUTHORS_ROW, "3DSRBench, scenes made by Trilens", credit, version or AUTHORS_ROW["version"]
    )
