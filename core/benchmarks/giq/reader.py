"""Reads a GIQ set, made here or in the released layout, to what a benchmark brings.

Source: GIQ, "A benchmark for 3D geometric reasoning with simulated and real polyhedra"; PROTOCOLS 5.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from core.benchmarks.choice.benchmark_data import KEY, About, choice_contents
from core.benchmarks.choice.circular import CIRCULAR, circular, sets_of
from core.benchmarks.choice.circular import ROTATION as OPTION_ROTATION
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import LETTERS, TEXT, ChoiceItem
from core.benchmarks.data import (
    DEFINED_HERE,
    MADE_HERE,
    Aggregate,
    Asked,
    Case,
    CaseSet,
    Contents,
    Contrast,
    Curve,
    GivenRun,
    Margin,
    Measure,
    NoReply,
    Protocol,
    SourceFile,
    Subset,
    TruthFrame,
    Words,
)
from core.benchmarks.generated_set_info import made_here, version_of_set
from core.benchmarks.giq import mental_rotation, naming, symmetry
from core.benchmarks.giq.files import ENGINE, ITEMS
from core.benchmarks.giq.items import NAMING, ROTATION, SAME, TASKS, Item
from core.benchmarks.giq.naming_rules import FACE_BANDS
from core.benchmarks.giq.pair_rules import LEAST_TURN, TURN_BANDS, turn_band
from core.benchmarks.giq.published import contradictions, derived_figures, published_figures
from core.benchmarks.giq.release_reader import SHAPES, read_released
from core.benchmarks.giq.set_reader import Found, Stored, read_stored
from core.benchmarks.giq.solvers import SOLVERS, letter_of
from core.benchmarks.validation import checked
from core.polyhedra.catalogue import GROUPS, RELEASED, catalogue, entry_of, not_built
from core.polyhedra.symmetry import FAMILIES
from core.records import Factor, Refusal, Truth

BENCHMARK_ID = "giq"
URL = "https://toomanymatts.github.io/giq-benchmark"
PROMPT = f"{TEXT}\nEnd with the answer alone: the letter of the right option, or the name where there are no options."
WORDS = Words(
    "item", "items", "solid or pair", "solids and pairs", "accuracy",
    "Accuracy is the share of the readable answers that are right, of all questions together: a reply about one "
    "picture to name counts three times (name, group, family), all others once. The paper scores each task alone.",
)  # fmt: skip
OUTLINE = TruthFrame("outline", "outline", "foil", "the outline (image plane)")
ALL = Subset("all", "an item")
TITLES = {
    symmetry.CENTRAL: "Central symmetry",
    symmetry.FOURFOLD: "4-fold axis",
    symmetry.FIVEFOLD: "5-fold axis",
    SAME: "Same solid",
}
MEASURES = (
    Measure("outline_overlap", "Overlap of outlines after a turn in the plane"),
    Measure("view_deg", "Angle between the directions of view", "°"),
    Measure("turn_deg", "Rotation between the cameras, with roll", "°"),
    Measure(LEAST_TURN, "Smallest rotation that explains both pictures", "°"),
)
DOMAIN = "domain"
PHOTOGRAPHED = Contrast(
    "photographs", "photograph minus rendering", "a photograph in place of a rendering", DOMAIN, ("photograph",),
    ("rendering",),
)  # fmt: skip
"""Of the same solids, by which it is paired."""

CURVES = (
    Curve(
        SAME, "turned", LEAST_TURN, "smallest rotation between two pictures of the same solid", "°", 10.0,
        "All these pairs are of the same solid, so who always says *same* is right at every angle: what counts is the "
        "fall, not the height.",
    ),
)  # fmt: skip
"""Of people the slope is the classic result: the further a solid is turned, the longer they take and the more they err.

Source: R. Shepard, J. Metzler, "Mental Rotation of Three-Dimensional Objects" (1971); PROTOCOLS 5.10.
"""

MARGINS = (Margin(SAME, "pixels off from every view of the other solid", "%"),)
VIEWS = Protocol("views", "named right in all views of a solid", DEFINED_HERE)
_SITE = "GIQ, symmetry detection"
_PAPER = "GIQ, zero-shot classification"
_BALANCED = {label: f"Balanced accuracy, {TITLES[label][0].lower()}{TITLES[label][1:]}" for label in symmetry.QUESTIONS}
AGGREGATES = (
    Aggregate(NAMING, "Naming, mean of groups", ("solid_group",), "cells", _PAPER, None, "question", (naming.NAME,)),
    Aggregate(
        "naming_of_three", "Naming from three pictures, mean of groups", ("solid_group",), "cells",
        f"{_PAPER}, three views", None, "question", (naming.THREE,),
    ),
    *(
        Aggregate(label, title, ("right_is",), "cells", _SITE, None, "question", (label,))
        for label, title in _BALANCED.items()
    ),
    Aggregate(
        "symmetry", "Mean of balanced accuracies", ("question", "right_is"), "cells", DEFINED_HERE, None, "question",
        tuple(symmetry.QUESTIONS),
    ),
    Aggregate(
        "hard_pairs", "Hard pairs", ("pair",), "answers", "GIQ, mental rotation", None, "pair",
        (mental_rotation.HARD, mental_rotation.HARD_BY_FAMILY),
    ),
    Aggregate("pairs_in_both_orders", "Same solid, right in both orders", ("question",), "answers", DEFINED_HERE,
              CIRCULAR.protocol, "question", (SAME,)),
)  # fmt: skip

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


def read_giq(folder: Path, check: PictureCheck) -> Contents:
    """What a folder brings: items of the three tasks.

    Args:
        folder: with `items.jsonl` as `write.py` writes it, or with the released `shapes.json` and pictures.
        check: opens each picture once; raises `ImageError` where it is broken.

    Raises:
        ReleaseError: there is no item that can be used.
    """
    is_made_here = (folder / ITEMS).is_file()
    found = read_stored(folder, check) if is_made_here else read_released(folder, check)
    choices = [one for one in found.items if one.item.task != NAMING]
    named = [one for one in found.items if one.item.task == NAMING]
    slots = _slots(found.items)
    items = [_choice(one, slots) for one in choices if one.item.task != ROTATION]
    items += circular([_choice(one, slots) for one in choices if one.item.task == ROTATION])
    levels = {key: {item.factors[key] for item in items if key in item.factors} for key in _FACTORS}
    for one in named:
        for key, level in _factors_of(one.item).items():
            levels.setdefault(key, set()).add(level)
    has_foils = any(item.foil for item in items)
    about = About(
        benchmark=benchmark_row(folder),
        words=WORDS,
        prompt=PROMPT,
        question_titles=TITLES,
        factors=_factors(levels),
        protocols=(CIRCULAR,),
        measures=tuple(one for one in MEASURES if any(one.measure in item.numbers for item in items)),
        margins=MARGINS,
        foil=OUTLINE if has_foils else None,
        subsets=(ALL,) if has_foils else (),
    )
    notes = [*found.refusals, *([_not_here()] if is_made_here else []), *_undecidable(folder)]
    contents = choice_contents(items, about, folder, sets=sets_of(items), refusals=notes)
    _add_names(contents, named, folder, slots)
    contents.aggregates = _aggregates(contents)
    contents.curves = tuple(curve for curve in CURVES if levels.get(curve.factor))
    has_both = levels.get(DOMAIN, set()) >= {*PHOTOGRAPHED.first, *PHOTOGRAPHED.second}
    contents.contrasts = (PHOTOGRAPHED,) if has_both else ()
    contents.references = _references(found)
    contents.published_figures = [*published_figures(), *derived_figures()]
    contents.paper_contradictions = contradictions()
    contents.files = [SourceFile(str(path.relative_to(folder))) for path in sorted(folder.rglob("*.json*"))]
    return checked(contents)


def benchmark_row(folder: Path) -> dict[str, str]:
    """The row of the table `benchmarks`: a set that was made here says so."""
    version = version_of_set(folder / ENGINE, "engine {engine_version}, seed {seed}")
    if version is None:
        return AUTHORS_ROW
    credit = "Solids drawn by Trilens after GIQ, Michalkiewicz et al.; Johnson solids from coxeter (BSD-3)"
    return made_here(AUTHORS_ROW, "GIQ, solids drawn by Trilens", credit, version)


def _slots(found: Sequence[Stored]) -> dict[str, str]:
    """What each item asks and its place among those of its solid or pair that ask the same, by item."""
    asked = TITLES | {one.question_id: one.title for one in (*naming.questions(), naming.question_of_three())}
    counts: Counter[tuple[str, str]] = Counter()
    slots = {}
    for item in (one.item for one in found):
        counts[item.group_id, item.question_id] += 1
        slots[item.item_id] = f"{asked[item.question_id]} {counts[item.group_id, item.question_id]}"
    return slots


def _choice(stored: Stored, slots: Mapping[str, str]) -> ChoiceItem:
    item = stored.item
    return ChoiceItem(
        item_id=item.item_id,
        question_id=item.question_id,
        group_id=item.group_id,
        images=stored.images,
        question=item.question,
        options=item.options,
        answer=letter_of(item, item.answer),
        factors=_factors_of(item),
        slot=slots[item.item_id],
        foil=letter_of(item, item.foil) if item.foil else "",
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


def _factors_of(item: Item) -> dict[str, str]:
    """The factors of an item; its band follows from its numbers, since lines of engine 2 state that of the cameras."""
    turned = {"turned": turn_band(item.numbers)} if LEAST_TURN in item.numbers else {}
    return {"task": item.task, **item.factors, **turned}


def _factors(levels: dict[str, set[str]]) -> tuple[Factor, ...]:
    """Those that some item has, with the levels that occur, in order."""
    factors = []
    for key, (title, order, is_first, is_short) in _FACTORS.items():
        present = levels.get(key, set())
        if present:
            own = (*(level for level in order if level in present), *sorted(present - set(order)))
            factors.append(Factor(key, title, levels=own, is_first=is_first, is_short=is_short))
    return tuple(factors)


def _add_names(contents: Contents, named: Sequence[Stored], folder: Path, slots: Mapping[str, str]) -> None:
    """Naming stands first: each case asks for the name; of one picture its reply says group and family too."""
    if not named:
        return
    questions = naming.questions()
    if any(one.item.question_id == naming.THREE for one in named):
        questions = (*questions, naming.question_of_three())
    contents.questions = (*questions, *contents.questions)
    contents.cases[:0] = [_case(one, folder, slots) for one in named]
    for one in named:
        entry = entry_of(one.item.answer)
        values = {naming.NAME: entry.name, naming.GROUP: entry.group, naming.FAMILY: entry.family}
        values[naming.THREE] = entry.name
        contents.truths += [Truth(one.item.item_id, KEY.frame, key, values[key]) for key in _asked_by(one.item)]
    by_solid: dict[str, list[str]] = {}
    for one in named:
        if one.item.question_id == naming.THREE:
            continue
        by_solid.setdefault(one.item.answer, []).append(one.item.item_id)
    sets = [CaseSet(VIEWS.protocol, shape_id, tuple(ids)) for shape_id, ids in by_solid.items() if len(ids) > 1]
    if sets:
        contents.protocols = (*contents.protocols, VIEWS)
        contents.sets += sets


def _case(stored: Stored, folder: Path, slots: Mapping[str, str]) -> Case:
    item = stored.item
    return Case(
        case_id=item.item_id,
        group_id=item.group_id,
        title=item.item_id,
        asks=tuple(map(Asked, _asked_by(item))),
        slot=slots[item.item_id],
        text=item.question,
        images=tuple(path.relative_to(folder) for path in stored.images),
        factors=_factors_of(item),
    )


def _asked_by(item: Item) -> tuple[str, ...]:
    """What an item asks: of one picture the name, and what follows from it."""
    return (naming.THREE,) if item.question_id == naming.THREE else (naming.NAME, naming.GROUP, naming.FAMILY)


def _aggregates(contents: Contents) -> tuple[Aggregate, ...]:
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


def _references(found: Found) -> list[GivenRun]:
    runs = []
    for model, solve, why_not in SOLVERS.values():
        replies: dict[str, str | NoReply] = {}
        for stored in found.items:
            said = solve(stored.item)
            for case_id, reply in _in_both_orders(stored.item, said):
                replies[case_id] = NoReply(why_not) if reply is None else reply
        runs.append(GivenRun(model, MADE_HERE, replies))
    return runs


def _in_both_orders(item: Item, said: str | None) -> Iterable[tuple[str, str | None]]:
    """The reply to each case of an item: that to a pair of pictures is a letter, which moves with its option."""
    yield item.item_id, said
    if item.task == ROTATION:
        yield f"{item.item_id}-r1", None if said is None else LETTERS[1 - LETTERS.index(said)]


def _not_here() -> Refusal:
    """Which of the released solids are not built: pages show it with what was left out."""
    ids = ", ".join(shape_id.removeprefix("wid_") for shape_id in not_built())
    reason = (
        f"{len(catalogue())} of the {RELEASED} solids are drawn; the {len(not_built())} others are stellations with "
        f"partial cells, which are read where the released files are: Wenninger's numbers {ids}"
    )
    return Refusal("GIQ", SHAPES, reason)


def _undecidable(folder: Path) -> list[Refusal]:
    """Hard pairs of which the engine found no two views that can be told apart."""
    try:
        pairs = json.loads((folder / ENGINE).read_bytes())["undecidable"]
        return [Refusal(ENGINE, f"{first} and {second}", "no two views can be told apart") for first, second in pairs]
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return []
