"""Reference solvers: one that knows the parameters, and one that knows only boxes.

Both are pure functions of an item; neither looks at the key. They prove that the measures react as intended.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import Choice, FigureQuery, GeometricFigure
from core.benchmarks.gepbench.item_reader import FigureItem
from core.benchmarks.gepbench.key_audit import recompute_truth
from core.benchmarks.gepbench.shape_measures import compute_box
from core.records import Model

SIDE_PX = 640

FILL = {"circle": 0.785, "ellipse": 0.785, "triangle": 0.5, "line": 0.0}
"""Share of its box that a shape fills, by type; 0.785 is pi / 4. Other types count as three quarters, except for
squares and rectangles, which fill the whole box."""

WHOLE, OTHER_FILL = ("square", "rectangle"), 0.75

TOUCH_PX = 3
"""Maximum gap between the borders of boxes that touch."""


def solve_by_truth(item: FigureItem) -> str | None:
    """Return the letter of the option that is true of the item's described figure.

    Return None if the description does not determine it, and the first letter if several options are true as published.
    """
    truth = recompute_truth(item.question, item.figure)
    if truth is None:
        return None
    return next(
        (letter for letter, verdict in zip(vocabulary.LETTERS, truth.verdicts, strict=True) if verdict.is_true), None
    )


@dataclass(frozen=True, slots=True)
class ShapeDetection:
    """Output of a shape detector for one shape: type, colour and box in whole pixels, y down.

    Attributes:
        colour: empty if the shape has the level's own colour.
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
        """Share of the image, estimated from the share of its box that a shape of this type usually fills."""
        fill = 1.0 if self.type in WHOLE else FILL.get(self.type, OTHER_FILL)
        return fill * self.width_px * self.height_px / SIDE_PX**2


def detect_shapes(figure: GeometricFigure) -> tuple[ShapeDetection, ...]:
    """Return the output of a perfect detector for a figure."""
    detections = []
    for index, shape in enumerate(figure.shapes):
        left, bottom, right, top = compute_box(shape)
        places = (round(side * SIDE_PX) for side in (left, 1 - top, right, 1 - bottom))
        detections.append(ShapeDetection(shape.type, figure.colours[index] if figure.colours else "", *places))
    return tuple(detections)


def solve_by_image_plane(item: FigureItem) -> str | None:
    """Return the letter by types and boxes alone: counts, box centres, box spans, and for relations nested boxes.

    The definition is our own, not from a paper. Return None if the figure has no description, or the question has no
    known form.
    """
    question = item.question
    if item.figure is None or question.query.kind not in _RATINGS:
        return None
    shapes = detect_shapes(item.figure)
    ratings = [_RATINGS[question.query.kind](question.query, choice, shapes) for choice in question.choices]
    return vocabulary.LETTERS[ratings.index(max(ratings))]


def _select_detections(detections: Sequence[ShapeDetection], name: str) -> list[ShapeDetection]:
    """Return the detections of a type or of a colour."""
    return [detection for detection in detections if name in (detection.type, detection.colour)]


def _score_pair_existence(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    are_present = bool(_select_detections(detections, query.subject)), bool(_select_detections(detections, query.other))
    return float(
        vocabulary.strip_exclusion(str(choice))
        == vocabulary.build_existence_options(query.subject, query.other)[are_present]
    )


def _score_existence_among(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    return float(
        bool(_select_detections(detections, vocabulary.parse_option_type(str(choice)))) == (query.detail == "present")
    )


def _score_count(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    return -abs(_to_number(choice) - len(_select_detections(detections, query.subject)))


def _score_size(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    subjects = _select_detections(detections, query.subject)
    if not subjects:
        return 0.0
    spans = {"horizontal span": subjects[0].width_px / SIDE_PX, "vertical span": subjects[0].height_px / SIDE_PX}
    return -abs(_to_number(choice) - spans.get(query.detail, subjects[0].area))


def _score_quadrant(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    subjects, references = _select_detections(detections, query.subject), _select_detections(detections, query.other)
    if not subjects or (query.other and not references):
        return 0.0
    x, y = _compute_offset(references[0].centre if query.other else (SIDE_PX / 2, SIDE_PX / 2), subjects[0].centre)
    sign_x, sign_y = vocabulary.QUADRANTS.get(str(choice), (0, 0))
    return min(sign_x * x, sign_y * y)


def _score_reference_size(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    sign = 1 if query.detail == "larger" else -1
    subject_areas = [sign * detection.area for detection in _select_detections(detections, query.subject)]
    option_areas = [
        sign * detection.area for detection in _select_detections(detections, vocabulary.parse_option_type(str(choice)))
    ]
    return min(option_areas) - max(subject_areas) if option_areas and subject_areas else -float(SIDE_PX)


def _score_reference_frequency(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    sign = 1 if query.detail == "more" else -1
    return sign * float(len(_select_detections(detections, vocabulary.parse_option_type(str(choice)))))


def _score_reference_direction(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    """Return the cosine of the angle between the direction and the line from centre to centre."""
    base, option = (
        _select_detections(detections, query.subject),
        _select_detections(detections, vocabulary.parse_option_type(str(choice))),
    )
    if not base or not option:
        return -2.0
    x, y = _compute_offset(base[0].centre, option[0].centre)
    axis_x, axis_y = vocabulary.DIRECTIONS[query.detail]
    length = (x * x + y * y) ** 0.5 * (axis_x**2 + axis_y**2) ** 0.5
    return (x * axis_x + y * axis_y) / length if length else -1.0


def _score_reference_part(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    """Return by how many pixels the boxes of the type stay inside the part's inner borders."""
    matching = _select_detections(detections, vocabulary.parse_option_type(str(choice)))
    sign_x, sign_y = vocabulary.PARTS[query.detail]
    rooms = []
    for detection in matching:
        if sign_x:
            rooms.append(detection.left - SIDE_PX / 2 if sign_x > 0 else SIDE_PX / 2 - detection.right)
        if sign_y:
            rooms.append(SIDE_PX / 2 - detection.bottom if sign_y > 0 else detection.top - SIDE_PX / 2)
    return min(rooms) if rooms else -float(SIDE_PX)


def _score_relation(query: FigureQuery, choice: Choice, detections: Sequence[ShapeDetection]) -> float:
    """Return 1 for a relation that two boxes and two types suggest, 0.5 for none of the above, 0 for others."""
    first, second = _select_detections(detections, query.subject), _select_detections(detections, query.other)
    if choice == vocabulary.NONE_OF_THE_ABOVE:
        return 0.5
    return float(bool(first and second) and str(choice) in _suggest_relations(first[0], second[0]))


def _suggest_relations(first: ShapeDetection, second: ShapeDetection) -> set[str]:
    """Return the relations of the first to the second that their boxes allow."""
    if first.type == second.type == "line":
        # For two boxes of the same shape, the diagonals are parallel or cross each other.
        skew = first.width_px * second.height_px - first.height_px * second.width_px
        return {"parallel"} if abs(skew) <= 0.1 * first.width_px * second.height_px else set()
    is_inside, is_around = _has_box_inside(second, first), _has_box_inside(first, second)
    if first.type == "line" and is_inside:
        return {"diagonal", "major axis", "minor axis", "diameter"}
    if is_inside or is_around:
        return {"inscribed"} if is_inside else {"circumscribed"}
    return {"tangent", "shared edge"} if _are_touching(first, second) else set()


def _has_box_inside(outer: ShapeDetection, inner: ShapeDetection) -> bool:
    return (
        outer.left <= inner.left + TOUCH_PX
        and outer.top <= inner.top + TOUCH_PX
        and inner.right <= outer.right + TOUCH_PX
        and inner.bottom <= outer.bottom + TOUCH_PX
    )


def _are_touching(first: ShapeDetection, second: ShapeDetection) -> bool:
    return (
        first.left <= second.right + TOUCH_PX
        and second.left <= first.right + TOUCH_PX
        and first.top <= second.bottom + TOUCH_PX
        and second.top <= first.bottom + TOUCH_PX
    )


def _compute_offset(origin: tuple[float, float], point: tuple[float, float]) -> tuple[float, float]:
    """Return the offset from one point to another, y up."""
    return point[0] - origin[0], origin[1] - point[1]


def _to_number(choice: Choice) -> float:
    return float(choice) if isinstance(choice, int | float) else float("inf")


Rating = Callable[[FigureQuery, Choice, Sequence[ShapeDetection]], float]

_RATINGS: dict[str, Rating] = {
    "existence of two": _score_pair_existence,
    "existence among": _score_existence_among,
    "count": _score_count,
    "size": _score_size,
    "quadrant": _score_quadrant,
    "quadrant to": _score_quadrant,
    "reference size": _score_reference_size,
    "reference frequency": _score_reference_frequency,
    "reference direction": _score_reference_direction,
    "reference part": _score_reference_part,
    "relation": _score_relation,
}
"""Ratings of how well an option fits the detections, by kind of query; the best wins, the first of equals."""

SOLVERS: dict[str, Callable[[FigureItem], str | None]] = {"truth": solve_by_truth, "image plane": solve_by_image_plane}

MODELS = {
    "truth": Model("truth_solver", "Truth solver", kind="reference"),
    "image plane": Model("box_solver", "Box solver (image plane)", kind="reference"),
}
"""Names of the solvers in lists of models."""
