"""Reference solvers: the truth, the image-plane answer, and the truth as a rough observer states it.

The rough solver stands for an observer who looks at the scene but reads it inexactly: its errors are normal, of a size
that is fixed per type, and seeded by the item's id.
"""

import json
import math
import zlib
from collections.abc import Callable

import numpy as np

from core.benchmarks.choice.items import ChoiceItem
from core.question_types.boxes import build_box, parse_box
from core.question_types.orders import build_order
from core.question_types.points import build_points, parse_points
from core.question_types.registry import find_question_type
from core.records import Model, Value

TRUTH = Model("truth_solver", "Truth solver", kind="reference")
IMAGE_PLANE = Model("box_solver", "Box solver (image plane)", kind="reference")
ROUGH = Model("rough_solver", "Rough solver (truth with noise)", kind="reference")

NUMBER_NOISE = 0.2
"""Standard deviation of the logarithm of a length."""

ANGLE_NOISE_DEG = 12.0
COUNT_NOISE = 0.7
POINT_NOISE, BOX_NOISE = 0.05, 0.03
"""Standard deviations of a coordinate, in shares of the image's sides."""

SLIP_SHARE = 0.35
"""Share of the texts that are the image-plane answer, and of the orders in which two neighbours change places."""

Random = np.random.Generator


def solve_by_truth(item: ChoiceItem) -> str:
    """Return a reply that states the truth."""
    return _write(item, item.answer)


def solve_by_image_plane(item: ChoiceItem) -> str:
    """Return a reply that states the image-plane answer."""
    return _write(item, item.foil)


def solve_roughly(item: ChoiceItem) -> str:
    """Return a reply that states the truth with an error; the same item has the same error in every process."""
    random = np.random.default_rng(zlib.crc32(item.item_id.encode()))
    kind = item.form.kind if item.form is not None else ""
    return _write(item, _BLURS[kind.partition(":")[0]](random, item))


def _write(item: ChoiceItem, value: Value) -> str:
    question_type = find_question_type(item.form.kind) if item.form is not None else None
    if question_type is None:
        raise ValueError(f"{item.item_id} is not an open question")
    return question_type.write_reply(value)


def _blur_number(random: Random, item: ChoiceItem) -> Value:
    truth, rule = float(item.answer), (item.form.kind if item.form is not None else "").partition(":")[2]
    if rule == "count":
        return max(0, round(truth + random.normal(0.0, COUNT_NOISE)))
    if rule == "mra":
        return float(f"{truth * math.exp(random.normal(0.0, NUMBER_NOISE)):.3g}")
    return round(min(max(truth + random.normal(0.0, ANGLE_NOISE_DEG), 0.0), 180.0))


def _blur_point(random: Random, item: ChoiceItem) -> Value:
    x, y = np.clip(parse_points(str(item.answer))[0] + random.normal(0.0, POINT_NOISE, 2), 0.0, 1.0)
    return build_points(((float(x), float(y)),))


def _blur_box(random: Random, item: ChoiceItem) -> Value:
    corners = np.clip(np.array(parse_box(str(item.answer))) + random.normal(0.0, BOX_NOISE, 4), 0.0, 1.0)
    return build_box((tuple(map(float, corners)),)) or item.answer


def _blur_order(random: Random, item: ChoiceItem) -> Value:
    names = list(json.loads(str(item.answer)))
    if random.random() < SLIP_SHARE:
        index = int(random.integers(len(names) - 1))
        names[index], names[index + 1] = names[index + 1], names[index]
    return build_order(tuple(names))


def _blur_text(random: Random, item: ChoiceItem) -> Value:
    return item.foil if random.random() < SLIP_SHARE else item.answer


_BLURS: dict[str, Callable[[Random, ChoiceItem], Value]] = {
    "number": _blur_number,
    "point": _blur_point,
    "box": _blur_box,
    "order": _blur_order,
    "text": _blur_text,
}

SOLVERS = ((TRUTH, solve_by_truth), (IMAGE_PLANE, solve_by_image_plane), (ROUGH, solve_roughly))
"""Models under which the solvers are listed, and their functions."""
