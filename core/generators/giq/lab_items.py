"""Solids of GIQ under sliders: the viewer walks around each, alone or beside a second one."""

from collections.abc import Mapping
from dataclasses import replace

from core.benchmarks.cases import CaseQuestion
from core.benchmarks.giq import mental_rotation, naming, symmetry
from core.benchmarks.giq.hard_pairs import NEGATIVE, POSITIVE
from core.benchmarks.giq.image_matching import match_thumbnails, render_view_thumbnail
from core.benchmarks.giq.items import SAME
from core.benchmarks.giq.set_contents import MARGINS, TITLES
from core.benchmarks.giq.viewpoints import FEWEST_FACES, SolidView, count_visible_faces, sample_view
from core.generators.giq import symmetry_items
from core.generators.giq.render import encode_png
from core.generators.lab_items import SEED, ItemTruth, Slider, Values
from core.polyhedra.catalogue import get_catalogue_entry, list_solid_ids, load_catalogue
from core.records import Value

BETWEEN, IMAGE = " ", "mirror image"
"""Separator of the parts of a pair's key, and the last part for a solid beside its mirror image."""

_SIDES = ("left", "right")


def _list_pairs() -> dict[str, str]:
    """Return the titles of pairs by key: the authors' hard pairs, and the chiral solids beside their mirror images."""
    found = {}
    for first, second in (*NEGATIVE, *POSITIVE):
        if first in load_catalogue() and second in load_catalogue():
            names = get_catalogue_entry(first).name, get_catalogue_entry(second).name
            title = f"{names[0]}, twice" if first == second else " and ".join(names)
            found[BETWEEN.join((first, second))] = title
    for shape_id in list_solid_ids(tuple(dict.fromkeys(entry.group for entry in load_catalogue().values()))):
        if load_catalogue()[shape_id].symmetry.is_chiral:
            found[BETWEEN.join((shape_id, shape_id, IMAGE))] = (
                f"{get_catalogue_entry(shape_id).name} and its mirror image"
            )
    return found


def _make_views(kind: str, item: str) -> tuple[SolidView, ...]:
    """Make the views of an item as it was made: one, or those of a pair."""
    if kind != SAME:
        return (sample_view(item, 0, SEED),)
    first, second, *image = item.split(BETWEEN, 2)
    return sample_view(first, 0, SEED), sample_view(second, 1, SEED, is_mirrored=image == [IMAGE])


def _apply_sliders(kind: str, item: str, values: Values) -> tuple[SolidView, ...]:
    return tuple(
        replace(view, azimuth_deg=values[f"azimuth{index}"] % 360.0, height=values[f"height{index}"])
        for index, view in enumerate(_make_views(kind, item), 1)
    )


KINDS = TITLES | {naming.NAME: "Name"}
MARGIN_TITLES = {margin.question_id: f"{margin.meaning} ({margin.unit})" for margin in MARGINS}
DEFAULT_ITEMS = {symmetry.CENTRAL: "wid_2", symmetry.FOURFOLD: "wid_10", symmetry.FIVEFOLD: "wid_12"}
CAMERA_KINDS: frozenset[str] = frozenset(KINDS)
SLOW_KINDS: frozenset[str] = frozenset({SAME})


def list_items(kind: str) -> Mapping[str, str]:
    """See `LabItems.list_items`: solids by name, or pairs."""
    if kind == SAME:
        return _list_pairs()
    ids = load_catalogue() if kind == naming.NAME else symmetry_items.list_asked_solids()
    return {shape_id: get_catalogue_entry(shape_id).name for shape_id in ids}


def list_sliders(kind: str, item: str) -> tuple[Slider, ...]:
    """See `LabItems.list_sliders`: the camera position of each image."""
    views = _make_views(kind, item)
    who = [f"the {side} solid" for side in _SIDES] if len(views) > 1 else ["the solid"]
    return tuple(
        knob
        for index, (view, name) in enumerate(zip(views, who, strict=True), 1)
        for knob in (
            Slider(f"azimuth{index}", f"Walk around {name}", 0.0, 360.0, view.azimuth_deg, 1.0, "°"),
            Slider(f"height{index}", f"Height above {name}", 0.0, 1.0, view.height, 0.01, "0 to 1",
                 "0: seen from the side. 1: seen from straight above."),
        )
    )  # fmt: skip


def compute_truth(kind: str, item: str, values: Values) -> ItemTruth:
    """See `LabItems.compute_truth`."""
    views = _apply_sliders(kind, item, values)
    problem = "" if min(map(count_visible_faces, views)) >= FEWEST_FACES else f"fewer than {FEWEST_FACES} faces visible"
    if kind == SAME:
        return _compute_pair_truth(views, problem)
    entry = get_catalogue_entry(item)
    facts = (
        ("Group", entry.group),
        ("Symmetry", entry.family),
        ("Vertices, edges, faces", ", ".join(map(str, entry.counts))),
    )
    if kind == naming.NAME:
        truths: dict[str, Value] = {
            naming.NAME: entry.name, naming.GROUP: entry.group, naming.FAMILY: entry.family
        }  # fmt: skip
        asks = tuple(CaseQuestion(question.question_id) for question in naming.build_questions())
        return ItemTruth("Name", naming.ASKED, asks, truths, problem=problem, facts=facts)
    options = (symmetry.YES, symmetry.NO)
    overlap = symmetry.compute_turned_overlap(views[0], kind)
    return ItemTruth(
        TITLES[kind],
        symmetry.QUESTIONS[kind],
        (CaseQuestion(kind, options),),
        {kind: "AB"[options.index(symmetry.get_symmetry_answer(item, kind))]},
        "A" if overlap >= symmetry.ALIKE else "B",
        problem=problem,
        facts=(
            *facts,
            (
                f"Overlap of the outline with itself, turned by {symmetry.TURN_DEG[kind]:.0f}°",
                f"{100 * overlap:.0f}%. The flat image suggests {symmetry.YES} from {100 * symmetry.ALIKE:.0f}% on, "
                f"{symmetry.NO} below.",
            ),
        ),
    )


def render_images(kind: str, item: str, values: Values) -> tuple[bytes, ...]:
    """See `LabItems.render_images`."""
    return tuple(map(encode_png, _apply_sliders(kind, item, values)))


def _compute_pair_truth(views: tuple[SolidView, ...], problem: str) -> ItemTruth:
    is_same = mental_rotation.are_same(views)
    margin = None if is_same else mental_rotation.compute_margin(views)
    thumbnails = match_thumbnails(render_view_thumbnail(views[0]), render_view_thumbnail(views[1]))
    if not problem and thumbnails.grey_levels < mental_rotation.LEAST_GREY_LEVELS:
        problem = "the two images are practically equal"
    if not problem and margin is not None and margin < mental_rotation.LEAST_DIFFERING:
        problem = "the second solid has a view that looks like the first"
    return ItemTruth(
        TITLES[SAME],
        mental_rotation.ASKED_OF_MIRRORED if views[1].is_mirrored else mental_rotation.ASKED,
        (CaseQuestion(SAME, mental_rotation.OPTIONS),),
        {SAME: "A" if is_same else "B"},
        "A" if thumbnails.overlap >= mental_rotation.ALIKE else "B",
        None if margin is None else 100 * margin,
        problem,
        (
            (
                "Overlap of the two outlines after the best turn in the image",
                f"{100 * thumbnails.overlap:.0f}%. The flat image suggests {mental_rotation.OPTIONS[0]} from "
                f"{100 * mental_rotation.ALIKE:.0f}% on, {mental_rotation.OPTIONS[1]} below.",
            ),
        ),
    )
