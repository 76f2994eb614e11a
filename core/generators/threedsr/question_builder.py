"""The questions about a unit's scenes: wording, options, key, and the answers of image plane and mirror image."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.benchmarks.threedsr.ground_truth import compute_truth, find_right_option
from core.benchmarks.threedsr.image_plane import find_image_plane_option
from core.benchmarks.threedsr.options import list_options
from core.benchmarks.threedsr.row_ids import RowId, make_id_base
from core.benchmarks.threedsr.scene import ENGINE_VERSION, ObjectScene
from core.benchmarks.threedsr.vocabulary import LETTERS, SUBTYPES
from core.generators.threedsr.pair_generator import VIEWS, SceneUnit, has_mirrored_wording


@dataclass(frozen=True, slots=True)
class SceneQuestion:
    """A question about one image, in the order of its first pass.

    Attributes:
        unit: name of the scenes that belong together: the unit of independence.
        number: of the scene within the unit, 0 or 1.
        view: a member of `engine.VIEWS`.
        is_reversed: asked in reverse, so that the opposite is right.
        scene: mirrored if the image is.
        key, foil: index of the right option, and of the one that the image plane suggests.
    """

    row: RowId
    unit: str
    subtype: str
    number: int
    view: str
    is_reversed: bool
    scene: ObjectScene
    text: str
    options: tuple[str, ...]
    key: int
    foil: int
    margin: float

    @property
    def picture(self) -> str:
        """Return the name of the image's file without its extension."""
        return f"{self.unit}-{self.number}-{self.view}{'-flip' if self.row.is_flipped else ''}"


def build_questions(unit: SceneUnit, seed: int) -> Iterator[SceneQuestion]:
    """Build every question about a unit: each scene, view and wording, and the same about the mirror image."""
    name = f"{unit.subtype}-{unit.number:04d}"
    of_view = {view: (unit.scenes[view, 0], unit.scenes[view, 1]) for view in VIEWS}
    wordings = [False, True] if all(has_mirrored_wording(unit.subtype, pair) for pair in of_view.values()) else [False]
    for is_reversed in wordings:
        for (view, number), scene in unit.scenes.items():
            full = f"3dsrbench/{ENGINE_VERSION}/{seed}/{name}/{number}/{view}/{is_reversed}"
            base = make_id_base(full)
            for is_flipped in (False, True):
                shown = scene.mirror() if is_flipped else scene
                yield SceneQuestion(
                    row=RowId(base, is_flipped),
                    unit=name,
                    subtype=unit.subtype,
                    number=number,
                    view=view,
                    is_reversed=is_reversed,
                    scene=shown,
                    text=format_question(unit.subtype, scene, is_reversed=is_reversed),
                    options=list_options(unit.subtype, scene),
                    key=find_right_option(unit.subtype, shown, is_mirrored=is_reversed),
                    foil=find_image_plane_option(unit.subtype, shown, is_mirrored=is_reversed),
                    margin=round(compute_truth(unit.subtype, shown).margin, 6),
                )


def format_question(subtype: str, scene: ObjectScene, *, is_reversed: bool = False) -> str:
    """Format the question in words."""
    asked = SUBTYPES[subtype]
    names = dict(zip("xyz", (f"the {thing.name}" for thing in scene.named), strict=False))
    return (asked.mirrored if is_reversed else asked.question).format(**names)


def get_letter(index: int) -> str:
    """Return the letter of an option's index."""
    return LETTERS[index]
