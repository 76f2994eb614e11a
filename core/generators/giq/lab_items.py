"""Solids of GIQ under sliders: each is walked around, alone or beside a second one."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from core.benchmarks.data import Asked
from core.benchmarks.giq import mental_rotation, naming, symmetry
from core.benchmarks.giq.hard_pairs import NEGATIVE, POSITIVE
from core.benchmarks.giq.image_matching import match, seen_in
from core.benchmarks.giq.items import SAME
from core.benchmarks.giq.reader import MARGINS, TITLES
from core.benchmarks.giq.viewpoints import FEWEST_FACES, View, faces_seen, view
from core.generators.giq import symmetry_items
from core.generators.giq.render import png
from core.generators.lab_items import SEED, Judged, Knob, Values
from core.polyhedra.catalogue import catalogue, entry_of, ids_of
from core.records import Value

BETWEEN, IMAGE = " ", "mirror image"
"""Between the parts of a pair's key, and the last part of a solid beside its mirror image."""

_SIDES = ("left", "right")


def _pairs() -> dict[str, str]:
    """Titles of pairs by key: the authors' hard pairs, and the chiral solids beside their mirror images."""
    found = {}
    for first, second in (*NEGATIVE, *POSITIVE):
        if first in catalogue() and second in catalogue():
            names = entry_of(first).name, entry_of(second).name
            title = f"{names[0]}, twice" if first == second else " and ".join(names)
            found[BETWEEN.join((first, second))] = title
    for shape_id in ids_of(tuple(dict.fromkeys(entry.group for entry in catalogue().values()))):
        if catalogue()[shape_id].symmetry.is_chiral:
            found[BETWEEN.join((shape_id, shape_id, IMAGE))] = f"{entry_of(shape_id).name} and its mirror image"
    return found


def _views(kind: str, item: str) -> tuple[View, ...]:
    """The views of an item as it was made: one, or those of a pair."""
    if kind != SAME:
        return (view(item, 0, SEED),)
    first, second, *image = item.split(BETWEEN, 2)
    return view(first, 0, SEED), view(second, 1, SEED, is_mirrored=image == [IMAGE])


def _shown(kind: str, item: str, values: Values) -> tuple[View, ...]:
    return tuple(
        replace(own, azimuth_deg=values[f"azimuth{place}"] % 360.0, height=values[f"height{place}"])
        for place, own in enumerate(_views(kind, item), 1)
    )


@dataclass(frozen=True)
class SolidBench:
    """The solids, and from where they are seen."""

    kinds: Mapping[str, str] = field(default_factory=lambda: {naming.NAME: "Name"} | TITLES)
    margins: Mapping[str, str] = field(
        default_factory=lambda: {one.question_id: f"{one.meaning} ({one.unit})" for one in MARGINS}
    )
    slow: frozenset[str] = frozenset({SAME})

    def items(self, kind: str) -> Mapping[str, str]:
        """As `LabItems.items`: solids by name, or pairs."""
        if kind == SAME:
            return _pairs()
        ids = catalogue() if kind == naming.NAME else symmetry_items.solids_asked()
        return {shape_id: entry_of(shape_id).name for shape_id in ids}

    def knobs(self, kind: str, item: str) -> tuple[Knob, ...]:
        """See `LabItems.knobs`: the camera position of each image."""
        views = _views(kind, item)
        who = [f"the {side} solid" for side in _SIDES] if len(views) > 1 else ["the solid"]
        return tuple(
            knob
            for place, (own, name) in enumerate(zip(views, who, strict=True), 1)
            for knob in (
                Knob(f"azimuth{place}", f"Walk around {name}", 0.0, 360.0, own.azimuth_deg, 1.0, "°"),
                Knob(f"height{place}", f"Rise above {name}", 0.0, 1.0, own.height, 0.01, "",
                     "0: seen from the side. 1: seen from straight above."),
            )
        )  # fmt: skip

    def judged(self, kind: str, item: str, values: Values) -> Judged:
        """As `LabItems.judged`."""
        views = _shown(kind, item, values)
        problem = "" if min(map(faces_seen, views)) >= FEWEST_FACES else f"fewer than {FEWEST_FACES} faces are seen"
        if kind == SAME:
            return _of_pair(views, problem)
        entry = entry_of(item)
        facts = (
            ("Group", entry.group),
            ("Symmetry", entry.family),
            ("Vertices, edges, faces", ", ".join(map(str, entry.counts))),
        )
        if kind == naming.NAME:
            truths: dict[str, Value] = {
                naming.NAME: entry.name, naming.GROUP: entry.group, naming.FAMILY: entry.family
            }  # fmt: skip
            asks = tuple(Asked(question.question_id) for question in naming.questions())
            return Judged("Name", naming.ASKED, asks, truths, problem=problem, facts=facts)
        options = (symmetry.YES, symmetry.NO)
        overlap = symmetry.overlap_when_turned(views[0], kind)
        return Judged(
            TITLES[kind],
            symmetry.QUESTIONS[kind],
            (Asked(kind, options),),
            {kind: "AB"[options.index(symmetry.answer_of(item, kind))]},
            "A" if overlap >= symmetry.ALIKE else "B",
            problem=problem,
            facts=(*facts, ("Outline common to the picture and its turn", f"{100 * overlap:.0f} %")),
        )

    def pictures(self, kind: str, item: str, values: Values) -> tuple[bytes, ...]:
        """As `LabItems.pictures`."""
        return tuple(map(png, _shown(kind, item, values)))


def _of_pair(views: tuple[View, ...], problem: str) -> Judged:
    is_same = mental_rotation.are_same(views)
    margin = None if is_same else mental_rotation.margin_of(views)
    seen = match(seen_in(views[0]), seen_in(views[1]))
    if not problem and seen.grey_levels < mental_rotation.LEAST_GREY_LEVELS:
        problem = "the two pictures are as good as equal"
    if not problem and margin is not None and margin < mental_rotation.LEAST_DIFFERING:
        problem = "the second solid has a view that looks like the first"
    return Judged(
        TITLES[SAME],
        mental_rotation.ASKED_OF_MIRRORED if views[1].is_mirrored else mental_rotation.ASKED,
        (Asked(SAME, mental_rotation.OPTIONS),),
        {SAME: "A" if is_same else "B"},
        "A" if seen.overlap >= mental_rotation.ALIKE else "B",
        None if margin is None else 100 * margin,
        problem,
        (("Outlines in common after a turn in the plane", f"{100 * seen.overlap:.0f} %"),),
    )


LAB_ITEMS = SolidBench()
