"""Reads a GIQ set, made here or in the released layout, to what a benchmark brings.

Source: GIQ, "A benchmark for 3D geometric reasoning with simulated and real polyhedra"; PROTOCOLS 5.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from core.benchmarks.choice.benchmark_data import KEY, ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.circular import CIRCULAR, build_case_sets, expand_rotations
from core.benchmarks.choice.circular import ROTATION as OPTION_ROTATION
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import LETTERS, TEXT, ChoiceItem
from core.benchmarks.data import (
    DEFINED_HERE,
    MADE_HERE,
    BenchmarkData,
    BundledRun,
    Case,
    CaseMeasure,
    CaseQuestion,
    CaseSet,
    Contrast,
    CurveSpec,
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
from core.benchmarks.giq import mental_rotation, naming, symmetry
from core.benchmarks.giq.files import ENGINE, ITEMS
from core.benchmarks.giq.items import NAMING, ROTATION, SAME, TASKS, PolyhedronItem
from core.benchmarks.giq.naming_rules import FACE_BANDS
from core.benchmarks.giq.pair_rules import LEAST_TURN, TURN_BANDS, get_turn_band
from core.benchmarks.giq.published import list_derived_figures, read_paper_contradictions, read_published_figures
from core.benchmarks.giq.release_reader import SHAPES, read_released
from core.benchmarks.giq.set_reader import PolyhedronItemRecord, PolyhedronItemSet, read_items
from core.benchmarks.giq.solvers import SOLVERS, get_letter
from core.benchmarks.validation import validate_data
from core.polyhedra.catalogue import GROUPS, RELEASED, get_catalogue_entry, list_unbuilt_ids, load_catalogue
from core.polyhedra.symmetry import FAMILIES
from core.records import Factor, RejectedItem, Truth

BENCHMARK_ID = "giq"
URL = "https://toomanymatts.github.io/giq-benchmark"
PROMPT = f"{TEXT}\nEnd with the answer alone: the letter of the right option, or the name where there are no options."
WORDS = Terminology(
    "item", "items", "solid or pair", "solids and pairs", "accuracy",
    "Accuracy is the share of the readable answers that are right, of all questions together: a reply about one "
    "picture to name counts three times (name, group, family), all others once. The paper scores each task alone.",
)  # fmt: skip
OUTLINE = TruthSource("outline", "outline", "foil", "the outline (image plane)")
ALL = Subset("all", "an item")
TITLES = {
    symmetry.CENTRAL: "Central symmetry",
    symmetry.FOURFOLD: "4-fold axis",
    symmetry.FIVEFOLD: "5-fold axis",
    SAME: "Same solid",
}
MEASURES = (
    CaseMeasure("outline_overlap", "Overlap of outlines after a turn in the plane"),
    CaseMeasure("view_deg", "Angle between the directions of view", "°"),
    CaseMeasure("turn_deg", "Rotation between the cameras, with roll", "°"),
    CaseMeasure(LEAST_TURN, "Smallest rotation that explains both pictures", "°"),
)
DOMAIN = "domain"
PHOTOGRAPHED = Contrast(
    "photographs", "photograph minus rendering", "a photograph in place of a rendering", DOMAIN, ("photograph",),
    ("rendering",),
)  # fmt: skip
"""Of the same solids, by which it is paired."""

CURVES = (
    CurveSpec(
        SAME, "turned", LEAST_TURN, "smallest rotation between two pictures of the same solid", "°", 10.0,
        "All these pairs are of the same solid, so who always says *same* is right at every angle: what counts is the "
        "fall, not the height.",
    ),
)  # fmt: skip
"""Of people the slope is the classic result: the further a solid is turned, the longer they take and the more they err.

Source: R. Shepard, J. Metzler, "Mental Rotation of Three-Dimensional Objects" (1971); PROTOCOLS 5.10.
"""

MARGINS = (MarginSpec(SAME, "pixels off from every view of the other solid", "%"),)
VIEWS = SetProtocol("views", "named right in all views of a solid", DEFINED_HERE)
_SITE = "GIQ, symmetry detection"
_PAPER = "GIQ, zero-shot classification"
_BALANCED = {label: f"Balanced accuracy, {TITLES[label][0].lower()}{TITLES[label][1:]}" for label in symmetry.QUESTIONS}
AGGREGATES = (
    PublishedMean(
        NAMING, "Naming, mean of groups", ("solid_group",), "cells", _PAPER, None, "question", (naming.NAME,)
    ),
    PublishedMean(
        "naming_of_three",
        "Naming from three pictures, mean of groups",
        ("solid_group",),
        "cells",
        f"{_PAPER}, three views",
        None,
        "question",
        (naming.THREE,),
    ),
    *(
        PublishedMean(label, title, ("right_is",), "cells", _SITE, None, "question", (label,))
        for label, title in _BALANCED.items()
    ),
    PublishedMean(
        "symmetry",
        "Mean of balanced accuracies",
        ("question", "right_is"),
        "cells",
        DEFINED_HERE,
        None,
        "question",
        tuple(symmetry.QUESTIONS),
    ),
    PublishedMean(
        "hard_pairs",
        "Hard pairs",
        ("pair",),
        "answers",
        "GIQ, mental rotation",
        None,
        "pair",
        (mental_rotation.HARD, mental_rotation.HARD_BY_FAMILY),
    ),
    PublishedMean(
        "pairs_in_both_orders",
        "Same solid, right in both orders",
        ("question",),
        "answers",
        DEFINED_HERE,
        CIRCULAR.protocol,
        "question",
        (SAME,),
    ),
)

AUTHORS_ROW = {
    "benchmark_id": BENCHMARK_ID,
    "title": "GIQ",
    "author": "Michalkiewicz et al.",
    "source": URL,
    "version": "as found",
    "licence": "not stated",
    "credit": "GIQ, Michalkiewicz et al.",
}
"""The row of the table `benchmarks` of the authors' own set."""


def read_giq(folder: Path, check: PictureCheck) -> BenchmarkData:
    """What a folder brings: items of the three tasks.

    Args:
        folder: with `items.jsonl` as `write.py` writes it, or with the released `shapes.json` and pictures.
        check: opens each picture once; raises `ImageError` where it is broken.

    Raises:
        ReleaseError: there is no item that can be used.
    """
    is_made_here = (folder / ITEMS).is_file()
    found = read_items(folder, check) if is_made_here else read_released(folder, check)
    choices = [one for one in found.items if one.item.task != NAMING]
    named = [one for one in found.items if one.item.task == NAMING]
    slots = _build_slots(found.items)
    items = [_build_choice_item(one, slots) for one in choices if one.item.task != ROTATION]
    items += expand_rotations([_build_choice_item(one, slots) for one in choices if one.item.task == ROTATION])
    levels = {key: {item.factors[key] for item in items if key in item.factors} for key in _FACTORS}
    for one in named:
        for key, level in _build_item_factors(one.item).items():
            levels.setdefault(key, set()).add(level)
    has_foils = any(item.foil for item in items)
    about = ChoiceBenchmarkInfo(
        benchmark=build_benchmark_row(folder),
        words=WORDS,
        prompt=PROMPT,
        question_titles=TITLES,
        factors=_build_factors(levels),
        protocols=(CIRCULAR,),
        measures=tuple(one for one in MEASURES if any(one.measure in item.numbers for item in items)),
        margins=MARGINS,
        foil=OUTLINE if has_foils else None,
        subsets=(ALL,) if has_foils else (),
    )
    notes = [*found.refusals, *([_build_unbuilt_refusal()] if is_made_here else []), *_list_undecidable_pairs(folder)]
    contents = build_choice_data(items, about, folder, sets=build_case_sets(items), refusals=notes)
    _add_names(contents, named, folder, slots)
    contents.aggregates = _select_aggregates(contents)
    contents.curves = tuple(curve for curve in CURVES if levels.get(curve.factor))
    has_both = levels.get(DOMAIN, set()) >= {*PHOTOGRAPHED.first, *PHOTOGRAPHED.second}
    contents.contrasts = (PHOTOGRAPHED,) if has_both else ()
    contents.references = _build_reference_runs(found)
    contents.published_figures = [*read_published_figures(), *list_derived_figures()]
    contents.paper_contradictions = read_paper_contradictions()
    contents.files = [SourceFile(str(path.relative_to(folder))) for path in sorted(folder.rglob("*.json*"))]
    return validate_data(contents)


def build_benchmark_row(folder: Path) -> dict[str, str]:
    """The row of the table `benchmarks`: a set that was made here says so."""
    version = read_set_version(folder / ENGINE, "engine {engine_version}, seed {seed}")
    if version is None:
        return AUTHORS_ROW
    credit = "Solids drawn by Trilens after GIQ, Michalkiewicz et al.; Johnson solids from coxeter (BSD-3)"
    return build_generated_row(AUTHORS_ROW, "GIQ, solids drawn by Trilens", credit, version)


def _build_slots(found: Sequence[PolyhedronItemRecord]) -> dict[str, str]:
    """What each item asks and its place among those of its solid or pair that ask the same, by item."""
    asked = TITLES | {
        one.question_id: one.title for one in (*naming.build_questions(), naming.build_multi_view_question())
    }
    counts: Counter[tuple[str, str]] = Counter()
    slots = {}
    for item in (one.item for one in found):
        counts[item.group_id, item.question_id] += 1
        slots[item.item_id] = f"{asked[item.question_id]} {counts[item.group_id, item.question_id]}"
    return slots


def _build_choice_item(stored: PolyhedronItemRecord, slots: Mapping[str, str]) -> ChoiceItem:
    item = stored.item
    return ChoiceItem(
        item_id=item.item_id,
        question_id=item.question_id,
        group_id=item.group_id,
        images=stored.images,
        question=item.question,
        options=item.options,
        answer=get_letter(item, item.answer),
        factors=_build_item_factors(item),
        slot=slots[item.item_id],
        foil=get_letter(item, item.foil) if item.foil else "",
        margin=item.margin,
        numbers=item.numbers,
    )


_FACTORS = {
    "task": ("Task", TASKS, True, True),
    "solid_group": ("Group of solids", GROUPS, True, False),
    "family": ("Family of symmetry", FAMILIES, False, True),
    "convex": ("Convexity", ("convex", "not convex"), False, True),
    "faces": ("Faces", tuple(FACE_BANDS.values()), False, True),
    "pair": ("Kind of pair", mental_rotation.KINDS, False, False),
    "shares": ("Different solids share", mental_rotation.SHARES, False, True),
    "turned": ("Turned by", tuple(TURN_BANDS.values()), False, True),
    "right_is": ("Right answer", ("yes", "no", *mental_rotation.OPTIONS), False, True),
    DOMAIN: ("Pictures", ("rendering", "photograph", "both"), False, True),
    OPTION_ROTATION: ("Options rotated by", ("0", "1"), False, True),
}
"""Title, order of levels, whether its filter always stands, whether its levels are short."""


def _build_item_factors(item: PolyhedronItem) -> dict[str, str]:
    """The factors of an item; its band follows from its numbers, since lines of engine 2 state that of the cameras."""
    turned = {"turned": get_turn_band(item.numbers)} if LEAST_TURN in item.numbers else {}
    return {"task": item.task, **item.factors, **turned}


def _build_factors(levels: dict[str, set[str]]) -> tuple[Factor, ...]:
    """Those that some item has, with the levels that occur, in order."""
    factors = []
    for key, (title, order, is_first, is_short) in _FACTORS.items():
        present = levels.get(key, set())
        if present:
            own = (*(level for level in order if level in present), *sorted(present - set(order)))
            factors.append(Factor(key, title, levels=own, is_first=is_first, is_short=is_short))
    return tuple(factors)


def _add_names(
    contents: BenchmarkData, named: Sequence[PolyhedronItemRecord], folder: Path, slots: Mapping[str, str]
) -> None:
    """Naming stands first: each case asks for the name; of one picture its reply says group and family too."""
    if not named:
        return
    questions = naming.build_questions()
    if any(one.item.question_id == naming.THREE for one in named):
        questions = (*questions, naming.build_multi_view_question())
    contents.questions = (*questions, *contents.questions)
    contents.cases[:0] = [_build_case(one, folder, slots) for one in named]
    for one in named:
        entry = get_catalogue_entry(one.item.answer)
        values = {naming.NAME: entry.name, naming.GROUP: entry.group, naming.FAMILY: entry.family}
        values[naming.THREE] = entry.name
        contents.truths += [
            Truth(one.item.item_id, KEY.frame, key, values[key]) for key in _list_question_ids(one.item)
        ]
    by_solid: dict[str, list[str]] = {}
    for one in named:
        if one.item.question_id == naming.THREE:
            continue
        by_solid.setdefault(one.item.answer, []).append(one.item.item_id)
    sets = [CaseSet(VIEWS.protocol, shape_id, tuple(ids)) for shape_id, ids in by_solid.items() if len(ids) > 1]
    if sets:
        contents.protocols = (*contents.protocols, VIEWS)
        contents.sets += sets


def _build_case(stored: PolyhedronItemRecord, folder: Path, slots: Mapping[str, str]) -> Case:
    item = stored.item
    return Case(
        case_id=item.item_id,
        group_id=item.group_id,
        title=item.item_id,
        asks=tuple(map(CaseQuestion, _list_question_ids(item))),
        slot=slots[item.item_id],
        text=item.question,
        images=tuple(path.relative_to(folder) for path in stored.images),
        factors=_build_item_factors(item),
    )


def _list_question_ids(item: PolyhedronItem) -> tuple[str, ...]:
    """What an item asks: of one picture the name, and what follows from it."""
    return (naming.THREE,) if item.question_id == naming.THREE else (naming.NAME, naming.GROUP, naming.FAMILY)


def _select_aggregates(contents: BenchmarkData) -> tuple[PublishedMean, ...]:
    """The means whose questions and levels are all there."""
    asked = {question.question_id for question in contents.questions}
    levels = {factor.key: set(factor.levels) for factor in contents.factors} | {"question": asked}
    return tuple(
        one
        for one in AGGREGATES
        if levels.get(one.of_factor or "", set()).issuperset(one.of_levels)
        and all(key in levels for key in one.over)
        and (one.protocol is None or any(each.protocol == one.protocol for each in contents.sets))
    )


def _build_reference_runs(found: PolyhedronItemSet) -> list[BundledRun]:
    runs = []
    for model, solve, why_not in SOLVERS.values():
        replies: dict[str, str | MissingReply] = {}
        for stored in found.items:
            said = solve(stored.item)
            for case_id, reply in _expand_reply(stored.item, said):
                replies[case_id] = MissingReply(why_not) if reply is None else reply
        runs.append(BundledRun(model, MADE_HERE, replies))
    return runs


def _expand_reply(item: PolyhedronItem, said: str | None) -> Iterable[tuple[str, str | None]]:
    """The reply to each case of an item: that to a pair of pictures is a letter, which moves with its option."""
    yield item.item_id, said
    if item.task == ROTATION:
        yield f"{item.item_id}-r1", None if said is None else LETTERS[1 - LETTERS.index(said)]


def _build_unbuilt_refusal() -> RejectedItem:
    """Which of the released solids are not built: pages show it with what was left out."""
    ids = ", ".join(shape_id.removeprefix("wid_") for shape_id in list_unbuilt_ids())
    reason = (
        f"{len(load_catalogue())} of the {RELEASED} solids are drawn; the {len(list_unbuilt_ids())} others are "
        "stellations with "
        f"partial cells, which are read where the released files are: Wenninger's numbers {ids}"
    )
    return RejectedItem("GIQ", SHAPES, reason)


def _list_undecidable_pairs(folder: Path) -> list[RejectedItem]:
    """Hard pairs of which the engine found no two views that can be told apart."""
    try:
        pairs = json.loads((folder / ENGINE).read_bytes())["undecidable"]
        return [
            RejectedItem(ENGINE, f"{first} and {second}", "no two views can be told apart") for first, second in pairs
        ]
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return []
