"""The questions about a unit's scenes: wording, options, key, the flat picture's answer, and the mirror image's."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.benchmarks.threedsr.ground_truth import right_option, truth_of
from core.benchmarks.threedsr.image_plane import picture_option
from core.benchmarks.threedsr.options import options_of
from core.benchmarks.threedsr.row_ids import RowId, new_base
from core.benchmarks.threedsr.scene import ENGINE_VERSION, Scene
from core.benchmarks.threedsr.vocabulary import LETTERS, SUBTYPES
from core.generators.threedsr.pair_generator import VIEWS, Unit, mirrored_wording


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one picture, in the order of its first pass.

    Attributes:
        unit: name of the scenes that belong together: the unit of independence.
        number: of the scene within the unit, 0 or 1.
        view: a member of `engine.VIEWS`.
        is_reversed: asked the other way round, so that the opposite is right.
        scene: mirrored where the picture is.
        key, foil: index of the right option, and of the one that the flat picture suggests.
    """

    row: RowId
    unit: str
    subtype: str
    number: int
    view: str
    is_reversed: bool
    scene: Scene
    text: str
    options: tuple[str, ...]
    key: int
    foil: int
    margin: float

    @property
    def picture(self) -> str:
        """Name of the picture's file without its end."""
        return f"{self.unit}-{self.number}-{self.view}{'-flip' if self.row.is_flipped else ''}"


def questions(unit: Unit, seed: int) -> Iterator[Question]:
    """Every question about a unit: each scene, view and wording, and the same about the mirror image."""
    name = f"{unit.subtype}-{unit.number:04d}"
    of_view = {view: (unit.scenes[view, 0], unit.scenes[view, 1]) for view in VIEWS}
    wordings = [False, True] if all(mirrored_wording(unit.subtype, pair) for pair in of_view.values()) else [False]
    for is_reversed in wordings:
        for (view, number), scene in unit.scenes.items():
            full = f"3dsrbench/{ENGINE_VERSION}/{seed}/{name}/{number}/{view}/{is_reversed}"
            base = new_base(full)
            for is_flipped in (False, True):
                shown = scene.mirrored() if is_flipped else scene
                yield Question(
                    row=RowId(base, is_flipped),
                    unit=name,
                    subtype=unit.subtype,
                    number=number,
                    view=view,
                    is_reversed=is_reversed,
                    scene=shown,
                    text=text_of(unit.subtype, scene, is_reversed=is_reversed),
                    options=options_of(unit.subtype, scene),
                    key=right_option(unit.subtype, shown, is_mirrored=is_reversed),
                    foil=picture_option(unit.subtype, shown, is_mirrored=is_reversed),
                    margin=round(truth_of(unit.subtype, shown).margin, 6),
                )


def text_of(subtype: str, scene: Scene, *, is_reversed: bool = False) -> str:
    """The question in words."""
    asked = SUBTYPES[subtype]
    names = dict(zip("xyz", (f"the {thing.name}" for thing in scene.named), strict=False))
    return (asked.mirrored if is_reversed else asked.question).format(**names)


def letter(index: int) -> str:
    """The letter of an option's index."""
    return LETTERS[index]
