"""Item generation: first the options and the right one, then an image that makes exactly this one true.

A drawing is kept only if `find_true_letter`, which knows only its parameters, finds the intended option to be true,
with all margins.
"""

from dataclasses import replace

from core.benchmarks.choice.items import LETTERS
from core.benchmarks.mmperspective import vocabulary
from core.benchmarks.mmperspective.ground_truth import find_true_letter
from core.benchmarks.mmperspective.item import PerspectiveItem, make_random_generator
from core.benchmarks.mmperspective.margins import compute_margin
from core.benchmarks.mmperspective.view import PerspectiveImage
from core.errors import SceneError
from core.generators.mmperspective.camera_sampling import is_free
from core.generators.mmperspective.image_operations import find_changed_items
from core.generators.mmperspective.item_sampling import marks, relations, types, views
from core.generators.mmperspective.scene_sampling import Random
from core.generators.mmperspective.targets import Maker, make_target
from core.rendering.image_finish import draw_finish

MOST_TRIES = 600


def generate_items(task: str, seed: int, index: int) -> list[PerspectiveItem]:
    """Generate the item with this number, or the five items of a robustness seed; the same in every set with this seed.

    Raises:
        SceneError: no drawing kept its margins.
    """
    meant = make_target(task, seed, index)
    random = make_random_generator(seed, task, index)
    for _ in range(MOST_TRIES):
        draft = MAKERS[task](random, meant)
        if draft is None or not all(is_free(picture.scene, picture.view.position) for picture in draft[0]):
            continue
        item = PerspectiveItem(
            task=task,
            index=index,
            kind=meant.kind,
            question=vocabulary.TASKS[task].question,
            options=meant.options,
            answer=LETTERS[meant.options.index(meant.right)],
            pictures=_add_finish(random, task, draft[0]),
            marks=draft[1],
            layout={"PTS": "pair", "LDP": "grid"}.get(task, "single"),  # type: ignore[arg-type]
        )
        if not has_clear_key(item):
            continue
        if task != vocabulary.ROBUST:
            return [item]
        five = find_changed_items(random, item, has_clear_key)
        if five is not None:
            return five
    raise SceneError(f"{task} {index} of seed {seed}: no drawing of {MOST_TRIES} kept its margins")


def _add_finish(random: Random, task: str, pictures: tuple[PerspectiveImage, ...]) -> tuple[PerspectiveImage, ...]:
    """Add a finish to each image if the task is about whole images."""
    if task not in MAX_STREAKS:
        return pictures
    return tuple(
        replace(picture, view=replace(picture.view, finish=draw_finish(random, MAX_STREAKS[task])))
        for picture in pictures
    )


def has_clear_key(item: PerspectiveItem) -> bool:
    """Return whether the key is clearly the only true option."""
    return find_true_letter(item) == item.answer and compute_margin(item).is_clear


MAX_STREAKS = dict.fromkeys(("VAP", "PTR", "PTS", "VPC", vocabulary.ROBUST), 420) | {"OVR": 1500}
"""Most streaks over an image, for tasks about a whole image: its colours, edges and file could reveal the answer.

Edges crowd towards the vanishing point that OVR asks for, so OVR has more streaks.
"""

MAKERS: dict[str, Maker] = {
    "VPP": marks.draft_circles,
    "CLP": marks.draft_lines,
    "VAP": views.draft_direction,
    "LDP": views.draft_distortion,
    "PTR": types.draft_perspective,
    "LRR": relations.draft_relation,
    "OVR": views.draft_out_of_view,
    "PTS": types.draft_change,
    "VPC": types.draft_count,
    vocabulary.ROBUST: types.draft_perspective,
}
"""The maker of each task."""
