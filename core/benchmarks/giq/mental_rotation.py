"""Mental rotation: two pictures, of one solid turned or of two solids that look alike.

Source: PROTOCOLS 5.2, 5.8: same is what a rotation makes of it; a mirror image of a chiral solid is another solid.
"""

from functools import lru_cache

from core.benchmarks.giq.hard_pairs import Pair
from core.benchmarks.giq.image_matching import compute_least_difference
from core.benchmarks.giq.items import SAME
from core.benchmarks.giq.viewpoints import SolidView, build_unit_solid
from core.polyhedra.build import build_solid
from core.polyhedra.catalogue import load_catalogue
from core.polyhedra.symmetry import are_congruent, have_same_edges, have_same_vertices

DIFFERENT = "different"
OPTIONS = (SAME, DIFFERENT)
ASKED = "Do these two pictures show the same polyhedron, only rotated?"
ASKED_OF_MIRRORED = f"{ASKED} A mirror image counts as different."

HARD, HARD_BY_FAMILY = "hard", "hard, other symmetry"
NEAREST, VERTICES, MIRROR, EASY = "nearest numbers", "same vertices", "mirror image", "easy"
KINDS = (EASY, HARD, HARD_BY_FAMILY, NEAREST, VERTICES, MIRROR)
"""Kinds of pairs: at random, the authors' hard ones, those of them whose symmetry differs, those with the nearest
numbers of vertices, edges and faces in the same group, those on the same vertices, chiral solids and mirror images."""

ALL_EDGES, ALL_VERTICES, NO_SKELETON = SHARES = ("vertices and edges", "vertices alone", "neither")
"""What different solids have in common, up to size and turn."""


LEAST_TURN_DEG = 40.0
LEAST_GREY_LEVELS = 4.0
LEAST_DIFFERING = 0.03
"""Limits of PROTOCOLS 5.8: between the cameras of a pair of the same, after registration of its pictures, and of a
picture from every view of the other solid."""

LEAST_FROM_SYMMETRY_DEG = 15.0
"""Between the rotation of a pair of the same and the nearest symmetry of the solid: else both pictures are as good as
equal. Solids of icosahedral symmetry leave at most 44 degrees."""

UNSURE_BELOW = 0.35
"""Below this share the search for the most similar view is repeated with the picture's own solid, which it should find:
what it misses there does not count as a difference here."""

SURE = 0.01
"""At this share the repeated search ends: its picture is found."""

ALIKE = 0.93
"""The outlines' overlap after a turn in the plane from which on the flat pictures pass for the same."""


def classify_hard_pair(pair: Pair) -> str:
    """The kind of one of the authors' pairs: their symmetry alone tells octahedral and icosahedral solids apart."""
    families = {load_catalogue()[shape_id].family for shape_id in pair if shape_id in load_catalogue()}
    return HARD_BY_FAMILY if families == {"octahedral", "icosahedral"} else HARD


@lru_cache(maxsize=4096)
def find_shared_elements(pair: Pair) -> str:
    """What two different solids have in common, of `SHARES`."""
    first, second = (build_solid(shape_id) for shape_id in pair)
    if not have_same_vertices(first, second):
        return NO_SKELETON
    return ALL_EDGES if have_same_edges(first, second) else ALL_VERTICES


def are_same(views: tuple[SolidView, ...]) -> bool:
    """Whether two views show solids that a rotation carries to each other, from their vertices and faces."""
    first, second = ((view.shape_id, view.is_mirrored) for view in views)
    return _are_congruent(*first, *second)


@lru_cache(maxsize=4096)
def _are_congruent(first: str, first_is_mirrored: bool, second: str, second_is_mirrored: bool) -> bool:
    return are_congruent(
        build_unit_solid(first, is_mirrored=first_is_mirrored), build_unit_solid(second, is_mirrored=second_is_mirrored)
    )


def compute_margin(views: tuple[SolidView, ...]) -> float:
    """Of two different solids: the smaller share of pixels by which a picture is off from all views of the other."""
    first, second = views
    margin = _compute_difference(first, second.shape_id, is_mirrored=second.is_mirrored)
    if margin < LEAST_DIFFERING:
        return margin
    return min(margin, _compute_difference(second, first.shape_id, is_mirrored=first.is_mirrored))


@lru_cache(maxsize=4096)
def _compute_difference(seen: SolidView, shape_id: str, *, is_mirrored: bool) -> float:
    difference = compute_least_difference(seen, shape_id, is_mirrored=is_mirrored, enough=LEAST_DIFFERING)
    if LEAST_DIFFERING <= difference < UNSURE_BELOW:
        difference -= compute_least_difference(seen, seen.shape_id, is_mirrored=seen.is_mirrored, enough=SURE)
    return max(difference, 0.0)


def build_share_factor(pair: Pair) -> dict[str, str]:
    """The factor of pairs of different solids that are both built; a mirror image has all but the sense in common."""
    return {"shares": find_shared_elements(pair)} if pair[0] != pair[1] and set(pair) <= set(load_catalogue()) else {}
