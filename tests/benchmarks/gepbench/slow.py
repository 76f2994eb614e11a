"""Slow definitions of every truth, from the written lines alone: dense points on curves, and nothing of the engine."""

import numpy as np

from core.benchmarks.gepbench.polylines import sample_curve
from core.benchmarks.gepbench.published import CELLS
from core.generators.gepbench.render import STEP, to_px

CORNERS = {3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon"}
QUADRANTS = {"upper left": (-1, 1), "upper right": (1, 1), "lower left": (-1, -1), "lower right": (1, -1)}
TOUCH = 2e-3
"""Dense points of two curves that touch are nearer than this."""


def type_of(shape):
    """The type in words, measured from the shape and not read from its label."""
    if shape["type"] in ("segment", "line", "ray"):
        return "line"
    if shape["type"] == "ellipse":
        return "circle" if shape["major_axis"] == shape["minor_axis"] else "ellipse"
    if shape["type"] == "spiral":
        return "spiral"
    corners = np.array(shape["points"])
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(*sides.T)
    cosines = np.abs((sides * np.roll(sides, 1, axis=0)).sum(axis=1)) / (lengths * np.roll(lengths, 1))
    if len(corners) == 4 and cosines.max() < 1e-3:
        return "square" if np.ptp(lengths) < 1e-4 else "rectangle"
    return CORNERS[len(corners)]


def curve(shape, count=4000):
    """Dense points of what is drawn, n x 2."""
    if shape["type"] == "segment":
        a, b = np.array(shape["points"])
        return a + np.linspace(0, 1, count)[:, None] * (b - a)
    if shape["type"] == "polygon":
        corners = np.array(shape["points"])
        share = np.linspace(0, 1, count // len(corners), endpoint=False)[:, None]
        return np.vstack([a + share * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)])
    if shape["type"] == "ellipse":
        turn = np.linspace(0, 2 * np.pi, count, endpoint=False)
        spin = shape["rotation"]
        turned = np.array([[np.cos(spin), np.sin(spin)], [-np.sin(spin), np.cos(spin)]])
        axes = np.array([shape["major_axis"], shape["minor_axis"]]) / 2
        return np.column_stack((np.cos(turn), np.sin(turn))) * axes @ turned + shape["center"]
    theta = np.linspace(0, shape["max_theta"], 5 * count)
    radius = shape["initial_radius"] + shape["growth_rate"] * theta
    return np.column_stack((radius * np.cos(theta), radius * np.sin(theta))) + shape["center"]


def box(shape):
    """Left, bottom, right, top."""
    points = curve(shape)
    return np.concatenate((points.min(axis=0), points.max(axis=0)))


def area_and_centroid(shape):
    """Area and centroid as sums over thin triangles about the mean of the points."""
    points = curve(shape)
    if shape["type"] == "segment":
        return 0.0, points.mean(axis=0)
    apex = points.mean(axis=0)
    a, b = points - apex, np.roll(points, -1, axis=0) - apex
    areas = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2
    return areas.sum(), apex + ((a + b) / 3 * areas[:, None]).sum(axis=0) / areas.sum()


def nearest(points, onto):
    """Distance of each point to the nearest of others."""
    return np.sqrt(((points[:, None] - onto[None]) ** 2).sum(axis=2)).min(axis=1)


def is_inside(points, closed):
    """Even-odd rule against a dense closed curve."""
    a, b = closed, np.roll(closed, -1, axis=0)
    x, y = points[:, :1], points[:, 1:]
    rise = np.where(a[:, 1] == b[:, 1], 1.0, b[:, 1] - a[:, 1])
    crosses = ((a[:, 1] > y) != (b[:, 1] > y)) & (x < (b[:, 0] - a[:, 0]) * (y - a[:, 1]) / rise + a[:, 0])
    return crosses.sum(axis=1) % 2 == 1


def ends_at(line, places):
    """Whether a line runs between two places."""
    ends = np.array(line["points"])
    return min(np.abs(ends - places).max(), np.abs(ends[::-1] - places).max()) < 1e-4


def holds(relation, first, second):
    """Whether the first shape is this of the second, by brute force."""
    kinds = first["type"], second["type"]
    if relation in ("major axis", "minor axis", "diameter"):
        if kinds != ("segment", "ellipse") or (type_of(second) == "circle") != (relation == "diameter"):
            return False
        points = curve(second)
        away = np.hypot(*(points - second["center"]).T)
        if relation == "diameter":
            ends = np.array(first["points"])
            return nearest(ends, points).max() < TOUCH and np.abs(ends.mean(axis=0) - second["center"]).max() < 1e-5
        end = points[away.argmax() if relation == "major axis" else away.argmin()]
        return ends_at(first, np.array([end, 2 * np.array(second["center"]) - end])) or bool(
            nearest(np.array(first["points"]), np.array([end, 2 * np.array(second["center"]) - end])).max() < TOUCH
        )
    if relation == "diagonal":
        corners = np.array(second.get("points", []))
        return (
            kinds == ("segment", "polygon")
            and len(corners) == 4
            and any(ends_at(first, corners[[start, start + 2]]) for start in (0, 1))
        )
    if relation == "parallel":
        if kinds != ("segment", "segment"):
            return False
        a, b = (np.diff(np.array(shape["points"]), axis=0)[0] for shape in (first, second))
        return abs(a[0] * b[1] - a[1] * b[0]) < 1e-4 * np.hypot(*a) * np.hypot(*b)
    if relation == "shared edge":
        if kinds != ("polygon", "polygon"):
            return False
        corners = np.array(first["points"])
        common = nearest(corners, np.array(second["points"])) < 1e-5
        return bool((common & np.roll(common, 1)).any())
    if relation == "inscribed":
        return holds("circumscribed", second, first)
    if relation == "circumscribed":
        if kinds == ("ellipse", "polygon"):
            return nearest(np.array(second["points"]), curve(first)).max() < TOUCH
        if kinds != ("polygon", "ellipse"):
            return False
        sides = np.split(curve(first, 400 * len(first["points"])), len(first["points"]))
        outline = curve(second, 1500)
        clear = outline[nearest(outline, np.vstack(sides)) > 3 * TOUCH]
        return all(nearest(side, outline).min() < TOUCH for side in sides) and is_inside(clear, np.vstack(sides)).all()
    if "ellipse" not in kinds:
        return False
    one, other = curve(first, 1500), curve(second, 1500)
    close = nearest(one, other)
    if close.min() >= TOUCH:
        return False
    closed, loose = (other, one) if second["type"] == "ellipse" else (one, other)
    clear = loose[nearest(loose, closed) > 3 * TOUCH]
    inside = is_inside(clear, closed)
    touching = one[close < 2 * TOUCH]
    spread = np.ptp(touching, axis=0).max()
    return bool(inside.all() or not inside.any()) and spread < 0.15


def right_options(item):
    """Which of a written item's options are true."""
    shapes, query, choices = item["shapes"], item["query"], item["choices"]
    types = [type_of(shape) for shape in shapes]
    subject, other, detail = query["subject"], query["other"], query["detail"]

    def of(name):
        return [shape for shape, own in zip(shapes, types, strict=True) if own == name.removesuffix("s")]

    kind = query["kind"]
    if kind == "existence of two":
        there = bool(of(subject)), bool(of(other))
        said = {"Yes, both": (True, True), f"No, only the {subject} ": (True, False),
                f"No, only the {other} ": (False, True), "No, neither": (False, False)}  # fmt: skip
        return [next(state for start, state in said.items() if text.startswith(start)) == there for text in choices]
    if kind == "existence among":
        return [bool(of(name)) == (detail == "present") for name in choices]
    if kind == "count":
        return [len(of(subject)) == number for number in choices]
    if kind == "size":
        (shape,) = of(subject)
        left, bottom, right, top = box(shape)
        spans = {"horizontal span": right - left, "vertical span": top - bottom}
        value = spans[detail] if detail in spans else area_and_centroid(shape)[0]
        return [abs(value - number) < 1e-3 for number in choices]
    if kind in ("quadrant", "quadrant to"):
        (shape,) = of(subject)
        origin = area_and_centroid(of(other)[0])[1] if other else np.array([0.5, 0.5])
        offset = area_and_centroid(shape)[1] - origin
        return [bool((offset * QUADRANTS[name] >= 0.079).all()) for name in choices]
    if kind == "reference size":
        (shape,) = of(subject)
        base = area_and_centroid(shape)[0]
        ratios = [[area_and_centroid(one)[0] / base for one in of(name)] for name in choices]
        if detail == "larger":
            return [bool(own) and min(own) > 1.49 for own in ratios]
        return [bool(own) and max(own) < 1 / 1.49 for own in ratios]
    if kind == "reference frequency":
        sign = 1 if detail == "more" else -1
        return [sign * (len(of(name)) - len(of(subject))) > 0 for name in choices]
    if kind == "reference part":
        x, y = {"upper half": (0, 1), "lower half": (0, -1), "left half": (-1, 0), "right half": (1, 0)}.get(
            detail
        ) or QUADRANTS[detail.removesuffix(" quarter")]
        low, high = np.array([x > 0, y > 0]) / 2, 1 - np.array([x < 0, y < 0]) / 2
        return [
            bool(of(n)) and all((box(s)[:2] > low).all() and (box(s)[2:] < high).all() for s in of(n)) for n in choices
        ]
    if kind == "reference direction":
        (shape,) = of(subject)
        wanted = next(
            (np.array(signs) for name, signs in QUADRANTS.items() if name in detail),
            {"top": (0, 1), "bottom": (0, -1), "left": (-1, 0), "right": (1, 0)}.get(detail.split()[-2]),
        )
        found = []
        for name in choices:
            offsets = [area_and_centroid(one)[1] - area_and_centroid(shape)[1] for one in of(name)]
            cosines = [offset @ wanted / np.linalg.norm(offset) / np.linalg.norm(wanted) for offset in offsets]
            found.append(bool(cosines) and cosines[0] > np.cos(np.radians(20.01)))
        return found
    first, second = (shapes[item["colours"].index(colour)] for colour in (subject, other))
    found = [choice != "none of the above" and bool(holds(choice, first, second)) for choice in choices]
    return [*found[:3], not any(found) and nearest(curve(first, 1500), curve(second, 1500)).min() > 0.028]


def curve_px(shape):
    """Pixels along a shape's exact curve, n x 2: `sample_curve`, which is checked against `curve`."""
    return to_px(sample_curve(shape, STEP))


def cell_mean(figures, figure_id, row_key):
    """The unweighted mean of a row's twelve printed cells in percent, as the paper's column Avg is made."""
    cells = {one.column_key: one.value for one in figures if (one.figure_id, one.row_key) == (figure_id, row_key)}
    return sum(cells[cell] for cell in CELLS) / len(CELLS)
