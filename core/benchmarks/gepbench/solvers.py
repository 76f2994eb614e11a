"""Reference solvers: what the letter would be for somebody who knows the parameters, or nothing but boxes.

Both are pure functions of an item; neither looks at the key. They prove that the measures react as they should.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Choice, Figure, Query
from core.benchmarks.gepbench.item_reader import Item
from core.benchmarks.gepbench.key_audit import recomputed
from core.benchmarks.gepbench.shape_measures import box
from core.records import Model

SIDE_PX = 640

FILL = {"circle": 0.785, "ellipse": 0.785, "triangle": 0.5, "line": 0.0}
"""Share of its box that a shape fills, by type; 0.785 is pi / 4, and all others count as three quarters but squares
and rectangles, which count as whole."""

WHOLE, OTHER_FILL = ("square", "rectangle"), 0.75

TOUCH_PX = 3
"""Boxes whose borders are at most this far apart touch."""


def truth_solver(item: Item) -> str | None:
    """The letter of the option that is true of the item's described figure.

    None where the description does not tell. Where several options are true as published, the first.
    """
    truth = recomputed(item.question, item.figure)
    if truth is None:
        return None
    return next((letter for letter, one in zip(vocabulary.LETTERS, truth.verdicts, strict=True) if one.is_true), None)


@dataclass(frozen=True, slots=True)
class Detection:
    """All that a detector of shapes gives for one of them: type, colour and box in whole pixels, y down.

    Attributes:
        colour: empty where the shape is drawn in the level's own.
    """

    type: str
    colour: str
    left: int
    top: int
    right: int
    bottom: int

    @property
    def centre(self) -> tuple[float, float]:
        """Middle of the box in pixels."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def width_px(self) -> int:
        """Horizontal span."""
        return self.right - self.left

    @property
    def height_px(self) -> int:
        """Vertical span."""
        return self.bottom - self.top

    @property
    def area(self) -> float:
        """Share of the image, by the share of its box that a shape of this type usually fills."""
        fill = 1.0 if self.type in WHOLE else FILL.get(self.type, OTHER_FILL)
        return fill * self.width_px * self.height_px / SIDE_PX**2


def detected(figure: Figure) -> tuple[Detection, ...]:
    """What a detector without errors gives for a figure."""
    found = []
    for index, shape in enumerate(figure.shapes):
        left, bottom, right, top = box(shape)
        places = (round(side * SIDE_PX) for side in (left, 1 - top, right, 1 - bottom))
        found.append(Detection(shape.type, figure.colours[index] if figure.colours else "", *places))
    return tuple(found)


def image_plane_solver(item: Item) -> str | None:
    """The letter by types and boxes alone: counts, box centres, box spans, and for relations which box holds which.

    An own definition, of no paper. None where nothing describes the figure, or the question is of no known form.
    """
    question = item.question
    if item.figure is None or question.query.kind not in _RATINGS:
        return None
    seen = detected(item.figure)
    ratings = [_RATINGS[question.query.kind](question.query, choice, seen) for choice in question.choices]
    return vocabulary.LETTERS[ratings.index(max(ratings))]


def _of(seen: Sequence[Detection], name: str) -> list[Detection]:
    """The shapes of a type or of a colour."""
    return [one for one in seen if name in (one.type, one.colour)]


def _existence_of_two(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    there = bool(_of(seen, query.subject)), bool(_of(seen, query.other))
    return float(
        vocabulary.without_exclusion(str(choice)) == vocabulary.existence_options(query.subject, query.other)[there]
    )


def _existence_among(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    return float(bool(_of(seen, vocabulary.type_of_option(str(choice)))) == (query.detail == "present"))


def _count(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    return -abs(_number(choice) - len(_of(seen, query.subject)))


def _size(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    own = _of(seen, query.subject)
    if not own:
        return 0.0
    spans = {"horizontal span": own[0].width_px / SIDE_PX, "vertical span": own[0].height_px / SIDE_PX}
    return -abs(_number(choice) - spans.get(query.detail, own[0].area))


def _quadrant(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    own, others = _of(seen, query.subject), _of(seen, query.other)
    if not own or (query.other and not others):
        return 0.0
    x, y = _offset(others[0].centre if query.other else (SIDE_PX / 2, SIDE_PX / 2), own[0].centre)
    sign_x, sign_y = vocabulary.QUADRANTS.get(str(choice), (0, 0))
    return min(sign_x * x, sign_y * y)


def _reference_size(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    sign = 1 if query.detail == "larger" else -1
    named = [sign * one.area for one in _of(seen, query.subject)]
    own = [sign * one.area for one in _of(seen, vocabulary.type_of_option(str(choice)))]
    return min(own) - max(named) if own and named else -float(SIDE_PX)


def _reference_frequency(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    sign = 1 if query.detail == "more" else -1
    return sign * float(len(_of(seen, vocabulary.type_of_option(str(choice)))))


def _reference_direction(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    """The cosine of the angle between the direction and the line from centre to centre."""
    base, own = _of(seen, query.subject), _of(seen, vocabulary.type_of_option(str(choice)))
    if not base or not own:
        return -2.0
    x, y = _offset(base[0].centre, own[0].centre)
    axis_x, axis_y = vocabulary.DIRECTIONS[query.detail]
    length = (x * x + y * y) ** 0.5 * (axis_x**2 + axis_y**2) ** 0.5
    return (x * axis_x + y * axis_y) / length if length else -1.0


def _reference_part(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    """By how many pixels the boxes of the type keep inside of the part's inner borders."""
    own = _of(seen, vocabulary.type_of_option(str(choice)))
    sign_x, sign_y = vocabulary.PARTS[query.detail]
    rooms = []
    for one in own:
        if sign_x:
            rooms.append(one.left - SIDE_PX / 2 if sign_x > 0 else SIDE_PX / 2 - one.right)
        if sign_y:
            rooms.append(SIDE_PX / 2 - one.bottom if sign_y > 0 else one.top - SIDE_PX / 2)
    return min(rooms) if rooms else -float(SIDE_PX)


def _relation(query: Query, choice: Choice, seen: Sequence[Detection]) -> float:
    """1 for a relation that two boxes and two types suggest, a half for none of the above, 0 for others."""
    first, second = _of(seen, query.subject), _of(seen, query.other)
    if choice == vocabulary.NONE_OF_THE_ABOVE:
        return 0.5
    return float(bool(first and second) and str(choice) in _suggested(first[0], second[0]))


def _suggested(first: Detection, second: Detection) -> set[str]:
    """Relations of the first to the second that their boxes allow."""
    if first.type == second.type == "line":
        # Two boxes of one shape: their diagonals are parallel, or run across each other.
        skew = first.width_px * second.height_px - first.height_px * second.width_px
        return {"parallel"} if abs(skew) <= 0.1 * first.width_px * second.height_px else set()
    is_inside, is_around = _holds(second, first), _holds(first, second)
    if first.type == "line" and is_inside:
        return {"diagonal", "major axis", "minor axis", "diameter"}
    if is_inside or is_around:
        return {"inscribed"} if is_inside else {"circumscribed"}
    return {"tangent", "shared edge"} if _touch(first, second) else set()


def _holds(outer: Detection, inner: Detection) -> bool:
    return (
        outer.left <= inner.left + TOUCH_PX
        and outer.top <= inner.top + TOUCH_PX
        and inner.right <= outer.right + TOUCH_PX
        and inner.bottom <= outer.bottom + TOUCH_PX
    )


def _touch(first: Detection, second: Detection) -> bool:
    return (
        first.left <= second.right + TOUCH_PX
        and second.left <= first.right + TOUCH_PX
        and first.top <= second.bottom + TOUCH_PX
        and second.top <= first.bottom + TOUCH_PX
    )


def _offset(origin: tuple[float, float], point: tuple[float, float]) -> tuple[float, float]:
    """From one point to another, y up."""
    return point[0] - origin[0], origin[1] - point[1]


def _number(choice: Choice) -> float:
    return float(choice) if isinstance(choice, int | float) else float("inf")


Rating = Callable[[Query, Choice, Sequence[Detection]], float]

_RATINGS: dict[str, Rating] = {
    "existence of two": _existence_of_two,
    "existence among": _existence_among,
    "count": _count,
    "size": _size,
    "quadrant": _quadrant,
    "quadrant to": _quadrant,
    "reference size": _reference_size,
    "reference frequency": _reference_frequency,
    "reference direction": _reference_direction,
    "reference part": _reference_part,
    "relation": _relation,
}
"""How well an option fits the detections, by kind of query; the best is taken, the first of equals."""

SOLVERS: dict[str, Callable[[Item], str | None]] = {"truth": truth_solver, "image plane": image_plane_solver}

MODELS = {
    "truth": Model("truth_solver", "Truth solver", kind="reference"),
    "image plane": Model("box_solver", "Box solver (image plane)", kind="reference"),
}
"""As whom they stand beside models."""
