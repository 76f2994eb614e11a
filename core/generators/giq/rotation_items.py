"""Items of mental rotation: pairs of images that show the same solid or two."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest

import numpy as np

from core.benchmarks.giq.hard_pairs import NEGATIVE, POSITIVE, Pair
from core.benchmarks.giq.image_matching import match_thumbnails, render_view_thumbnail
from core.benchmarks.giq.items import ROTATION, SAME, PolyhedronItem
from core.benchmarks.giq.mental_rotation import (
    ALIKE,
    ALL_EDGES,
    ASKED,
    ASKED_OF_MIRRORED,
    DIFFERENT,
    EASY,
    LEAST_DIFFERING,
    LEAST_FROM_SYMMETRY_DEG,
    LEAST_GREY_LEVELS,
    LEAST_TURN_DEG,
    MIRROR,
    NEAREST,
    OPTIONS,
    VERTICES,
    are_same,
    build_share_factor,
    classify_hard_pair,
    compute_margin,
    find_shared_elements,
)
from core.benchmarks.giq.pair_rules import LEAST_TURN, RULES, PairRules, compute_least_turn_deg
from core.benchmarks.giq.viewpoints import ENGINE_VERSION, VIEWS, SolidView, make_random_generator, sample_view
from core.errors import SceneError
from core.polyhedra.catalogue import GROUPS, Group, list_solid_ids, load_catalogue
from core.polyhedra.solids import load_pairs_on_same_vertices

_PAIRS_TRIED = 24

DEFAULT_PAIRS = {EASY: 6, NEAREST: 8, VERTICES: 8, MIRROR: 8}
"""Generated pairs per kind, half of them same; the authors' 41 pairs are added."""

MOST_PAIRS = 400
"""Largest number of pairs per kind. Pairs on the same vertices and mirror images are fewer; all are then used."""


def build_items(
    seed: int,
    pairs: Mapping[str, int] = DEFAULT_PAIRS,
    groups: Collection[Group] = GROUPS,
    engine: int = ENGINE_VERSION,
) -> tuple[list[PolyhedronItem], list[Pair]]:
    """Build the authors' hard pairs and the generated ones; also return hard pairs without distinguishable views.

    Args:
        seed: of the set.
        pairs: number per generated kind, half of them same.
        groups: of solids.
        engine: version whose rules hold, of `RULES`.
    """
    ids, rules = list_solid_ids(groups), RULES[engine]
    hard_pairs = [pair for pair in (*NEGATIVE, *POSITIVE) if set(pair) <= set(ids)]
    tried = {pair: _build_item(classify_hard_pair(pair), pair, seed, rules) for pair in hard_pairs}
    items = [item for item in tried.values() if item is not None]
    for kind, count in pairs.items():
        items += _generate_items(kind, count, seed, ids, rules)
    return items, [pair for pair, item in tried.items() if item is None]


def _generate_items(kind: str, count: int, seed: int, ids: Sequence[str], rules: PairRules) -> list[PolyhedronItem]:
    """Generate as many pairs of different solids as of the same, about the same solids."""
    items: list[PolyhedronItem] = []
    used: set[frozenset[str]] = set()
    random = make_random_generator("rotation", seed, kind, "pairs")
    for pair in _generate_pairs(kind, random, ids) if count else ():
        if len(items) >= count:
            break
        if frozenset(pair) not in used:
            used.add(frozenset(pair))
            shape_id = pair[int(random.integers(2))]
            different = _build_item(kind, pair, seed, rules, is_mirrored=kind == MIRROR)
            same = different and _build_item(kind, (shape_id, shape_id), seed, rules, len(items))
            items += [different, same] if different and same else []
    return items[:count]


def _generate_pairs(kind: str, random: np.random.Generator, ids: Sequence[str]) -> Iterator[Pair]:
    """Generate pairs of different solids of a kind, endlessly if there are many; mirror images have the same id."""
    if kind == MIRROR:
        chiral = [shape_id for shape_id in ids if load_catalogue()[shape_id].symmetry.is_chiral]
        yield from ((chiral[index], chiral[index]) for index in random.permutation(len(chiral)))
    elif kind == VERTICES:
        pairs = [pair for pair in load_pairs_on_same_vertices() if set(pair) <= set(ids)]
        drawn = [pairs[index] for index in random.permutation(len(pairs))]
        with_edges = [pair for pair in drawn if find_shared_elements(pair) == ALL_EDGES]
        without_edges = [pair for pair in drawn if find_shared_elements(pair) != ALL_EDGES]
        yield from (pair for alternatives in zip_longest(with_edges, without_edges) for pair in alternatives if pair)
    elif kind == NEAREST:
        for index in random.permutation(len(ids)):
            yield ids[index], _find_nearest_solid(ids[index], random)
    else:
        for _ in range(_PAIRS_TRIED * len(ids)):
            first, second = random.choice(len(ids), 2, replace=False).tolist()
            yield ids[first], ids[second]


def _find_nearest_solid(shape_id: str, random: np.random.Generator) -> str:
    """Find a solid of the same group with the nearest numbers of parts; choose at random if there are several."""
    entry = load_catalogue()[shape_id]
    candidates = [
        candidate
        for candidate in load_catalogue().values()
        if candidate.group == entry.group and candidate.shape_id != shape_id
    ]
    apart = [sum(abs(a - b) for a, b in zip(entry.counts, candidate.counts, strict=True)) for candidate in candidates]
    nearest = [
        candidate.shape_id for candidate, distance in zip(candidates, apart, strict=True) if distance == min(apart)
    ]
    return nearest[int(random.integers(len(nearest)))]


def _build_item(
    kind: str, pair: Pair, seed: int, rules: PairRules, number: int = 0, *, is_mirrored: bool = False
) -> PolyhedronItem | None:
    """Find two views of a pair that can be decided; None if none of the tried views can be.

    Args:
        kind: of the pair.
        pair: two solids, or one twice.
        seed: of the set.
        rules: of the engine version.
        number: distinguishes pairs of one solid with itself.
        is_mirrored: whether the second is the mirror image of the first.
    """
    is_one = pair[0] == pair[1] and not is_mirrored
    random = make_random_generator("rotation", seed, kind, *pair, number, is_mirrored)
    tried = 0
    for a, b in (divmod(index, VIEWS) for index in random.permutation(VIEWS**2).tolist()):
        views = sample_view(pair[0], a, seed), sample_view(pair[1], b, seed, is_mirrored=is_mirrored)
        if is_one and (rules.angle(views) < LEAST_TURN_DEG or compute_least_turn_deg(views) < LEAST_FROM_SYMMETRY_DEG):
            continue
        thumbnails = match_thumbnails(render_view_thumbnail(views[0]), render_view_thumbnail(views[1]))
        if thumbnails.grey_levels >= LEAST_GREY_LEVELS:
            margin = None if is_one else round(compute_margin(views), 4)
            if margin is None or margin >= LEAST_DIFFERING:
                return _compose_item(kind, pair, views, number, margin, round(thumbnails.overlap, 4), rules)
        tried += 1
        if tried == _PAIRS_TRIED:
            break
    return None


def _compose_item(
    kind: str,
    pair: Pair,
    views: tuple[SolidView, SolidView],
    number: int,
    margin: float | None,
    overlap: float,
    rules: PairRules,
) -> PolyhedronItem:
    if are_same(views) != (margin is None):
        raise SceneError(f"{views} do not show the pair {pair}; please report this error")
    angles = {}
    if margin is None:
        angles = {rules.measure: round(rules.angle(views), 2), LEAST_TURN: round(compute_least_turn_deg(views), 2)}
    more = {"turned": rules.band(angles)} if angles else build_share_factor(pair)
    name = "-".join((ROTATION, kind.replace(",", "").replace(" ", "_"), *pair, str(number)))
    return PolyhedronItem(
        item_id=name + ("-mirrored" if views[1].is_mirrored else ""),
        task=ROTATION,
        question_id=SAME,
        group_id=" ".join(dict.fromkeys(pair)),
        views=views,
        question=ASKED_OF_MIRRORED if kind == MIRROR else ASKED,
        options=OPTIONS,
        answer=SAME if margin is None else DIFFERENT,
        foil=SAME if overlap >= ALIKE else DIFFERENT,
        margin=None if margin is None else round(100 * margin, 2),
        numbers={"outline_overlap": overlap, **angles},
        factors={"pair": kind, "right_is": SAME if margin is None else DIFFERENT, **more},
    )
