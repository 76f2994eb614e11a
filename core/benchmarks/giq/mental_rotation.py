"""Mental rotation: two images of the same solid rotated, or of two solids that look alike.

Source: GIQ, section on mental rotation; docs/benchmarks/giq.md, pairs. Solids are the same if a rotation maps one to
the other, so a chiral solid and its mirror image are different.
"""

from functools import lru_cache

from core.benchmarks.giq.hard_pairs import Pair
from core.benchmarks.giq.image_matching import compute_least_difference
from core.benchmarks.giq.items import SAME
from core.benchmarks.giq.viewpoints import SolidView
from core.polyhedra.catalogue import get_catalogue_entry, load_catalogue
from core.polyhedra.solids import load_pairs_on_same_vertices

DIFFERENT = "different"
OPTIONS = (SAME, DIFFERENT)
ASKED = "Do these two pictures show the same polyhedron, only rotated?"
ASKED_OF_MIRRORED = f"{ASKED} A mirror image counts as different."

HARD, HARD_BY_FAMILY = "hard", "hard, other symmetry"
NEAREST, VERTICES, MIRROR, EASY = "nearest numbers", "same vertices", "mirror image", "easy"
KINDS = (EASY, HARD, HARD_BY_FAMILY, NEAREST, VERTICES, MIRROR)
"""Kinds of pairs: random pairs, the authors' hard pairs, those of them whose symmetry differs, pairs of the same group
with the nearest numbers of vertices, edges and faces, pairs with the same vertices, and chiral solids with their mirror
images."""

ALL_EDGES, ALL_VERTICES, NO_SKELETON = SHARES = ("vertices and edges", "vertices alone", "neither")
"""Elements that different solids share, up to size and rotation."""


LEAST_TURN_DEG = 40.0
LEAST_GREY_LEVELS = 4.0
LEAST_DIFFERING = 0.03
"""Limits (docs/benchmarks/giq.md, pairs): the angle between the cameras of a pair of the same solid, the difference of
its images after registration, and the difference of an image from every view of the other solid."""

LEAST_FROM_SYMMETRY_DEG = 15.0
"""Minimum angle between the rotation of a pair of the same solid and the nearest symmetry of the solid: below it both
images are almost equal. Solids of icosahedral symmetry allow at most 44 degrees."""

UNSURE_BELOW = 0.35
"""Below this share the search for the most similar view is repeated with the image's own solid, which it should find;
the difference that remains there is subtracted."""

SURE = 0.01
"""The repeated search ends at this share, because the image is found."""

ALIKE = 0.93
"""Overlap of the outlines, after rotation in the plane, from which two images look the same in the image plane."""


def classify_hard_pair(pair: Pair) -> str:
    """Return the kind of an authors' pair; symmetry alone distinguishes octahedral from icosahedral solids."""
    families = {load_catalogue()[shape_id].family for shape_id in pair if shape_id in load_catalogue()}
    return HARD_BY_FAMILY if families == {"octahedral", "icosahedral"} else HARD


def find_shared_elements(pair: Pair) -> str:
    """Return what two different solids share, one of `SHARES`."""
    pairs = load_pairs_on_same_vertices()
    same_edges = pairs.get(pair, pairs.get(pair[::-1]))
    return NO_SKELETON if same_edges is None else ALL_EDGES if same_edges else ALL_VERTICES


def are_same(views: tuple[SolidView, ...]) -> bool:
    """Return whether a rotation maps the solids of two views to each other.

    No two solids of the catalogue are congruent, so only a chiral solid's mirror image needs its symmetry.
    """
    first, second = views
    if first.shape_id != second.shape_id:
        return False
    return first.is_mirrored == second.is_mirrored or not get_catalogue_entry(first.shape_id).symmetry.is_chiral


def compute_margin(views: tuple[SolidView, ...]) -> float:
    """Return the smaller share of pixels by which an image of two differs from all views of the other solid."""
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
    """Return the factor of pairs of different solids that are both built; mirror images share all but handedness."""
    return {"shares": find_shared_elements(pair)} if pair[0] != pair[1] and set(pair) <= set(load_catalogue()) else {}
