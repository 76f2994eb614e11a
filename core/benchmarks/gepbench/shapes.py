"""Shapes of a figure, as in the authors' descriptions. Frame: unit square, y up."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from core.errors import SceneError

DECIMALS = 6
"""Decimals of every stored parameter; truths are those of the rounded shape."""

Point = tuple[float, float]

POLYGONS = {3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon"}


@dataclass(frozen=True, slots=True)
class Polygon:
    """A convex polygon.

    Attributes:
        points: corners in order.
        special: `rectangle`, `square`, `equilateral triangle`, or empty.
    """

    points: tuple[Point, ...]
    special: str = ""

    @property
    def type(self) -> str:
        """Name in questions."""
        return self.special if self.special in ("rectangle", "square") else POLYGONS[len(self.points)]


@dataclass(frozen=True, slots=True)
class StraightLine:
    """A `line`, a `segment` or a `ray` through two points; a ray starts at the first."""

    points: tuple[Point, Point]
    kind: str = "segment"

    @property
    def type(self) -> str:
        """Name in questions, which is the same for all kinds."""
        return "line"


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse or a circle.

    Attributes:
        center: the midpoint.
        major_axis: full length.
        minor_axis: full length.
        rotation: of the major axis from the x axis, in radians.
        special: `circle`, or empty.
    """

    center: Point
    major_axis: float
    minor_axis: float
    rotation: float = 0.0
    special: str = ""

    @property
    def type(self) -> str:
        """Name in questions."""
        return self.special or "ellipse"


@dataclass(frozen=True, slots=True)
class Spiral:
    """The curve r = initial_radius + growth_rate theta, theta from 0 to max_theta.

    Attributes:
        center: the point where the spiral starts.
        initial_radius: the radius at theta 0.
        growth_rate: per radian.
        max_theta: in radians.
        sin_params: amplitude and frequency of a wave that the authors measure but do not draw.
    """

    center: Point
    initial_radius: float
    growth_rate: float
    max_theta: float
    sin_params: tuple[float, ...] = ()

    @property
    def type(self) -> str:
        """Name in questions."""
        return "spiral"


Shape = Polygon | StraightLine | Ellipse | Spiral


def make_circle(center: Point, radius: float) -> Ellipse:
    """Return the circle with a radius about a point."""
    return Ellipse(center, 2 * radius, 2 * radius, 0.0, "circle")


def move_shape(shape: Shape, factor: float, offset: Point) -> Shape:
    """Return the shape scaled by `factor` about the origin, then shifted."""

    def transform_point(point: Point) -> Point:
        return factor * point[0] + offset[0], factor * point[1] + offset[1]

    if isinstance(shape, Polygon):
        return dataclasses.replace(shape, points=tuple(map(transform_point, shape.points)))
    if isinstance(shape, StraightLine):
        return dataclasses.replace(shape, points=(transform_point(shape.points[0]), transform_point(shape.points[1])))
    if isinstance(shape, Ellipse):
        return Ellipse(
            transform_point(shape.center),
            factor * shape.major_axis,
            factor * shape.minor_axis,
            shape.rotation,
            shape.special,
        )
    return Spiral(
        transform_point(shape.center),
        factor * shape.initial_radius,
        factor * shape.growth_rate,
        shape.max_theta,
        (factor * shape.sin_params[0], *shape.sin_params[1:]) if shape.sin_params else (),
    )


def round_shape(shape: Shape) -> Shape:
    """Return the shape with its parameters rounded as for storage."""
    return read_shape(describe(shape))


def describe(shape: Shape) -> dict[str, object]:
    """Return the shape's line in a description, in the authors' format."""
    if isinstance(shape, Polygon):
        return {"type": "polygon", "points": _round(shape.points), "special_info": shape.special}
    if isinstance(shape, StraightLine):
        return {"type": shape.kind, "points": _round(shape.points)}
    values = {field.name: _round(getattr(shape, field.name)) for field in dataclasses.fields(shape)}
    if isinstance(shape, Ellipse):
        return {"type": "ellipse", **values, "special_info": values.pop("special")}
    return {"type": "spiral", **values}


def read_shape(line: Mapping[str, object]) -> Shape:
    """Parse a shape from a line of a description.

    Raises:
        SceneError: the line describes no known shape.
    """
    try:
        kind = line["type"]
        if kind in ("line", "segment", "ray"):
            first, second = _parse_points(line["points"])
            return StraightLine((first, second), str(kind))
        if kind == "polygon":
            return Polygon(_parse_points(line["points"]), str(line.get("special_info") or ""))
        if kind == "ellipse":
            major, minor, rotation = (_to_float(line[name]) for name in ("major_axis", "minor_axis", "rotation"))
            return Ellipse(
                _parse_points([line["center"]])[0], major, minor, rotation, str(line.get("special_info") or "")
            )
        if kind == "spiral":
            radius, growth, theta = (_to_float(line[name]) for name in ("initial_radius", "growth_rate", "max_theta"))
            waves = tuple(map(_to_float, cast(list[object], line.get("sin_params") or ())))
            return Spiral(_parse_points([line["center"]])[0], radius, growth, theta, waves)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise SceneError(f"a shape's description cannot be read ({error!r}): {line}") from error
    raise SceneError(f"a description has a shape of the unknown type {kind!r}")


def _round(value: object) -> object:
    if isinstance(value, float):
        return round(value, DECIMALS)
    return [_round(part) for part in value] if isinstance(value, tuple) else value


def _to_float(value: object) -> float:
    return float(cast(float, value))


def _parse_points(value: object) -> tuple[Point, ...]:
    return tuple((float(x), float(y)) for x, y in cast(list[tuple[float, float]], value))
