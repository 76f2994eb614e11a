"""Truths of a question's options and their margins, computed from the figure's parameters alone."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from core.benchmarks.gepbench import relation_margins, vocabulary
from core.benchmarks.gepbench.figure import Choice, FigureQuery, FigureQuestion, GeometricFigure
from core.benchmarks.gepbench.polylines import build_polyline, compute_distance
from core.benchmarks.gepbench.shape_measures import compute_area, compute_box, compute_centroid
from core.benchmarks.gepbench.shapes import Point, Shape

AREA_RATIO = 1.5
"""Minimum ratio of areas between two shapes, one of which is called larger."""

ON_AXIS_RAD, OFF_AXIS_RAD = math.pi / 9, math.radians(70)
"""Angle limits: a shape in a direction is within the first of its axis; one that is not is beyond the second."""

ROOM = 0.03
"""Minimum clearance between a box and the border of a part of the image, inside and outside."""

MARGINS = {
    "existence of two": 1.0, "existence among": 1.0, "count": 1.0, "size": 0.0, "quadrant": 0.08, "quadrant to": 0.08,
    "reference size": math.log(AREA_RATIO), "reference frequency": 1.0, "reference direction": 0.0,
    "reference part": ROOM, "relation": relation_margins.DISTANCE_MARGIN,
}  # fmt: skip
"""Minimum margin of the right option and of every wrong one, by kind of query."""


@dataclass(frozen=True, slots=True)
class OptionVerdict:
    """Verdict on an option, and its margin to the opposite verdict, in the units of its query."""

    is_true: bool
    margin: float


@dataclass(frozen=True, slots=True)
class FigureTruth:
    """Verdicts on all four options, and the deciding number."""

    value: float | int | str
    verdicts: tuple[OptionVerdict, ...]

    @property
    def margin(self) -> float:
        """Smallest margin of the options."""
        return min(verdict.margin for verdict in self.verdicts)

    def is_clear(self, key: int, least: float) -> bool:
        """Return whether only the key is true, and every verdict has at least this margin."""
        rights = [index for index, verdict in enumerate(self.verdicts) if verdict.is_true]
        return rights == [key] and self.margin >= least - 1e-9


Judge = Callable[[FigureQuery, tuple[Choice, ...], GeometricFigure], FigureTruth]


def compute_truth(question: FigureQuestion, figure: GeometricFigure) -> FigureTruth:
    """Return which of the four options are true."""
    return JUDGES[question.query.kind](question.query, question.choices, figure)


def is_clear(question: FigureQuestion, figure: GeometricFigure) -> bool:
    """Return whether only the key is true, with the margins of its kind."""
    return compute_truth(question, figure).is_clear(question.key, MARGINS[question.query.kind])


def _judge_pair_existence(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    there = figure.count_types()[query.subject] > 0, figure.count_types()[query.other] > 0
    true_text = vocabulary.build_existence_options(query.subject, query.other)[there]
    verdicts = tuple(OptionVerdict(vocabulary.strip_exclusion(str(choice)) == true_text, 1.0) for choice in choices)
    return FigureTruth(f"{there[0]:d}{there[1]:d}", verdicts)


def _judge_existence_among(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    wanted = query.detail == "present"
    counts = figure.count_types()
    verdicts = tuple(
        OptionVerdict((counts[vocabulary.parse_option_type(str(choice))] > 0) == wanted, 1.0) for choice in choices
    )
    return FigureTruth(sum(verdict.is_true for verdict in verdicts), verdicts)


def _judge_count(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    count = figure.count_types()[query.subject]
    verdicts = tuple(OptionVerdict(choice == count, max(1.0, abs(_to_number(choice) - count))) for choice in choices)
    return FigureTruth(count, verdicts)


def measure_size(shape: Shape, dimension: str) -> float:
    """Return a span or the area of a shape, in widths of the image."""
    left, bottom, right, top = compute_box(shape)
    return {"horizontal span": right - left, "vertical span": top - bottom, "area": compute_area(shape)}[dimension]


def _judge_size(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    value = measure_size(figure.get_only_shape(query.subject), query.detail)
    away = [abs(_to_number(choice) - value) for choice in choices]
    second, nearest = sorted(away)[1], min(away)
    verdicts = tuple(OptionVerdict(off == nearest, ((second if off == nearest else off) - nearest) / 2) for off in away)
    return FigureTruth(value, verdicts)


def _judge_quadrant(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    origin = compute_centroid(figure.get_only_shape(query.other)) if query.other else (0.5, 0.5)
    offset = _compute_offset(origin, compute_centroid(figure.get_only_shape(query.subject)))
    margin = min(map(abs, offset))
    verdicts = tuple(
        OptionVerdict(
            all(sign * length > 0 for sign, length in zip(vocabulary.QUADRANTS[str(choice)], offset, strict=True)),
            margin,
        )
        for choice in choices
    )
    return FigureTruth(margin, verdicts)


def _judge_reference_size(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    """Judge by areas: true if each shape of the option is beyond each named shape; margins are log area ratios."""
    sign = 1 if query.detail == "larger" else -1
    named = [sign * math.log(compute_area(shape)) for shape in figure.shapes if shape.type == query.subject]
    verdicts = []
    for choice in choices:
        name = vocabulary.parse_option_type(str(choice))
        sizes = [sign * math.log(compute_area(shape)) for shape in figure.shapes if shape.type == name]
        beyond = min(sizes) - max(named) if sizes else -math.inf
        within = min(named) - max(sizes) if sizes else math.inf
        verdicts.append(OptionVerdict(beyond > 0, beyond if beyond > 0 else within))
    return FigureTruth(math.exp(sign * max(named)), tuple(verdicts))


def _judge_reference_frequency(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    counts = figure.count_types()
    sign = 1 if query.detail == "more" else -1
    verdicts = []
    for choice in choices:
        beyond = sign * (counts[vocabulary.parse_option_type(str(choice))] - counts[query.subject])
        verdicts.append(OptionVerdict(beyond > 0, float(beyond) if beyond > 0 else 1.0 - beyond))
    return FigureTruth(counts[query.subject], tuple(verdicts))


def _judge_reference_direction(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    """Judge by direction; margins are angles in radians, from the nearer of both limits."""
    axis = vocabulary.DIRECTIONS[query.detail]
    origin = compute_centroid(figure.get_only_shape(query.subject))
    verdicts, angle = [], math.nan
    for choice in choices:
        name = vocabulary.parse_option_type(str(choice))
        if not figure.count_types()[name]:
            verdicts.append(OptionVerdict(False, math.inf))
            continue
        x, y = _compute_offset(origin, compute_centroid(figure.get_only_shape(name)))
        off_axis = abs(math.atan2(axis[0] * y - axis[1] * x, axis[0] * x + axis[1] * y))
        is_true = off_axis < (ON_AXIS_RAD + OFF_AXIS_RAD) / 2
        verdicts.append(OptionVerdict(is_true, ON_AXIS_RAD - off_axis if is_true else off_axis - OFF_AXIS_RAD))
        angle = off_axis if is_true else angle
    return FigureTruth(angle, tuple(verdicts))


def get_part_box(part: str) -> tuple[float, float, float, float]:
    """Return left, bottom, right and top of a half or a quarter."""
    x, y = vocabulary.PARTS[part]
    return (0.5 if x > 0 else 0.0), (0.5 if y > 0 else 0.0), (0.5 if x < 0 else 1.0), (0.5 if y < 0 else 1.0)


def _judge_reference_part(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    """Judge by boxes: true if all boxes of the type are inside the part, wrong if one is outside.

    Margins are clearances.
    """
    verdicts, value = [], math.nan
    for choice in choices:
        name = vocabulary.parse_option_type(str(choice))
        rooms = [_compute_clearance(compute_box(shape), query.detail) for shape in figure.shapes if shape.type == name]
        if not rooms:
            verdicts.append(OptionVerdict(False, math.inf))
            continue
        inside, outside = min(room for room, _ in rooms), max(room for _, room in rooms)
        verdicts.append(OptionVerdict(inside > 0, inside if inside > 0 else outside))
        value = inside if inside > 0 else value
    return FigureTruth(value, tuple(verdicts))


def _compute_clearance(own: tuple[float, float, float, float], part: str) -> tuple[float, float]:
    """Return a box's clearance inside a part's inner borders, and outside the part; negative if it crosses them."""
    (left, bottom, right, top), (x, y) = own, vocabulary.PARTS[part]
    inside = [(left - 0.5 if sign > 0 else 0.5 - right) for sign in (x,) if sign]
    inside += [(bottom - 0.5 if sign > 0 else 0.5 - top) for sign in (y,) if sign]
    outside = [(0.5 - right if sign > 0 else left - 0.5) for sign in (x,) if sign]
    outside += [(0.5 - top if sign > 0 else bottom - 0.5) for sign in (y,) if sign]
    return min(inside), max(outside)


def _judge_relation(query: FigureQuery, choices: tuple[Choice, ...], figure: GeometricFigure) -> FigureTruth:
    """Judge by relations; margins are failures of wrong relations and gaps of unrelated shapes, in image widths.

    A relation that holds by construction has no finite margin.
    """
    first, second = _find_shape(figure, query.subject), _find_shape(figure, query.other)
    fails = {name: relation_margins.compute_failure(name, first, second) for name in vocabulary.RELATIONS}
    # Includes relations that are not among the options, because unrelated shapes must not have any relation.
    are_unrelated = all(failed >= relation_margins.get_minimum_margin(name) for name, failed in fails.items())
    verdicts = []
    for choice in choices:
        if choice in fails:
            name = str(choice)
            holds = fails[name] <= relation_margins.HOLDS
            # Angles are scaled to the distance that the other relations need.
            scaled = fails[name] * relation_margins.DISTANCE_MARGIN / relation_margins.get_minimum_margin(name)
            verdicts.append(OptionVerdict(holds, math.inf if holds else scaled))
        else:
            holds = are_unrelated and choice == vocabulary.NONE_OF_THE_ABOVE
            verdicts.append(
                OptionVerdict(
                    holds, compute_distance(build_polyline(first), build_polyline(second)) if holds else math.inf
                )
            )
    holding = [name for name, failed in fails.items() if failed <= relation_margins.HOLDS]
    return FigureTruth(" and ".join(holding) or vocabulary.NONE_OF_THE_ABOVE, tuple(verdicts))


def _find_shape(figure: GeometricFigure, name: str) -> Shape:
    """Return the shape of a colour, or the only shape of a type."""
    return figure.shapes[figure.colours.index(name)] if name in figure.colours else figure.get_only_shape(name)


def _compute_offset(origin: Point, point: Point) -> Point:
    return point[0] - origin[0], point[1] - origin[1]


def _to_number(choice: Choice) -> float:
    return float(choice) if isinstance(choice, int | float) else math.nan


JUDGES: dict[str, Judge] = {
    "existence of two": _judge_pair_existence,
    "existence among": _judge_existence_among,
    "count": _judge_count,
    "size": _judge_size,
    "quadrant": _judge_quadrant,
    "quadrant to": _judge_quadrant,
    "reference size": _judge_reference_size,
    "reference frequency": _judge_reference_frequency,
    "reference direction": _judge_reference_direction,
    "reference part": _judge_reference_part,
    "relation": _judge_relation,
}
