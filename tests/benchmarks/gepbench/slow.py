"""Slow definitions of every truth, computed from the written lines with dense points on curves, without the engine."""

import numpy as np

from core.benchmarks.gepbench.polylines import sample_curve
from core.generators.gepbench.render import STEP, to_px
from tests.benchmarks.gepbench.figure_names import CELLS

CORNERS = {3: "triangle", 4: "quadrilateral", 5: "pentagon", 6: "hexagon"}
QUADRANTS = {"upper left": (-1, 1), "upper right": (1, 1), "lower left": (-1, -1), "lower right": (1, -1)}
TOUCH = 2e-3
"""Maximum distance between the dense points of two curves that touch."""


def measure_type(shape):
    """Return the type in words, measured from the shape and not read from its label."""
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


def sample_densely(shape, count=4000):
    """Return dense points of the drawn curve, n x 2."""
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


def compute_box(shape):
    """Return left, bottom, right and top."""
    points = sample_densely(shape)
    return np.concatenate((points.min(axis=0), points.max(axis=0)))


def compute_area_and_centroid(shape):
    """Compute area and centroid as sums over thin triangles around the mean of the points."""
    points = sample_densely(shape)
    if shape["type"] == "segment":
        return 0.0, points.mean(axis=0)
    apex = points.mean(axis=0)
    a, b = points - apex, np.roll(points, -1, axis=0) - apex
    areas = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2
    return areas.sum(), apex + ((a + b) / 3 * areas[:, None]).sum(axis=0) / areas.sum()


def compute_nearest_distances(points, onto):
    """Return the distance of each point to the nearest of the others."""
    return np.sqrt(((points[:, None] - onto[None]) ** 2).sum(axis=2)).min(axis=1)


def is_inside(points, closed):
    """Test points by the even-odd rule against a dense closed curve."""
    a, b = closed, np.roll(closed, -1, axis=0)
    x, y = points[:, :1], points[:, 1:]
    rise = np.where(a[:, 1] == b[:, 1], 1.0, b[:, 1] - a[:, 1])
    crosses = ((a[:, 1] > y) != (b[:, 1] > y)) & (x < (b[:, 0] - a[:, 0]) * (y - a[:, 1]) / rise + a[:, 0])
    return crosses.sum(axis=1) % 2 == 1


def runs_between(line, points):
    """Whether a line runs between two points."""
    ends = np.array(line["points"])
    return min(np.abs(ends - points).max(), np.abs(ends[::-1] - points).max()) < 1e-4


def has_relation(relation, first, second):
    """Whether the first shape has this relation to the second, by brute force."""
    kinds = first["type"], second["type"]
    if relation in ("major axis", "minor axis", "diameter"):
        if kinds != ("segment", "ellipse") or (measure_type(second) == "circle") != (relation == "diameter"):
            return False
        points = sample_densely(second)
        away = np.hypot(*(points - second["center"]).T)
        if relation == "diameter":
            ends = np.array(first["points"])
            return (
                compute_nearest_distances(ends, points).max() < TOUCH
                and np.abs(ends.mean(axis=0) - second["center"]).max() < 1e-5
            )
        end = points[away.argmax() if relation == "major axis" else away.argmin()]
        return runs_between(first, np.array([end, 2 * np.array(second["center"]) - end])) or bool(
            compute_nearest_distances(
                np.array(first["points"]), np.array([end, 2 * np.array(second["center"]) - end])
            ).max()
            < TOUCH
        )
    if relation == "diagonal":
        corners = np.array(second.get("points", []))
        return (
            kinds == ("segment", "polygon")
            and len(corners) == 4
            and any(runs_between(first, corners[[start, start + 2]]) for start in (0, 1))
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
        common = compute_nearest_distances(corners, np.array(second["points"])) < 1e-5
        return bool((common & np.roll(common, 1)).any())
    if relation == "inscribed":
        return has_relation("circumscribed", second, first)
    if relation == "circumscribed":
        if kinds == ("ellipse", "polygon"):
            return compute_nearest_distances(np.array(second["points"]), sample_densely(first)).max() < TOUCH
        if kinds != ("polygon", "ellipse"):
            return False
        sides = np.split(sample_densely(first, 400 * len(first["points"])), len(first["points"]))
        outline = sample_densely(second, 1500)
        clear = outline[compute_nearest_distances(outline, np.vstack(sides)) > 3 * TOUCH]
        return (
            all(compute_nearest_distances(side, outline).min() < TOUCH for side in sides)
            and is_inside(clear, np.vstack(sides)).all()
        )
    if "ellipse" not in kinds:
        return False
    one, other = sample_densely(first, 1500), sample_densely(second, 1500)
    close = compute_nearest_distances(one, other)
    if close.min() >= TOUCH:
        return False
    closed, loose = (other, one) if second["type"] == "ellipse" else (one, other)
    clear = loose[compute_nearest_distances(loose, closed) > 3 * TOUCH]
    inside = is_inside(clear, closed)
    touching = one[close < 2 * TOUCH]
    spread = np.ptp(touching, axis=0).max()
    return bool(inside.all() or not inside.any()) and spread < 0.15


def list_true_options(item):
    """Return for each option of a written item whether it is true."""
    shapes, query, choices = item["shapes"], item["query"], item["choices"]
    types = [measure_type(shape) for shape in shapes]
    subject, other, detail = query["subject"], query["other"], query["detail"]

    def find_shapes(name):
        return [shape for shape, own in zip(shapes, types, strict=True) if own == name.removesuffix("s")]

    kind = query["kind"]
    if kind == "existence of two":
        presence = bool(find_shapes(subject)), bool(find_shapes(other))
        said = {"Yes, both": (True, True), f"No, only the {subject} ": (True, False),
                f"No, only the {other} ": (False, True), "No, neither": (False, False)}  # fmt: skip
        return [next(state for start, state in said.items() if text.startswith(start)) == presence for text in choices]
    if kind == "existence among":
        return [bool(find_shapes(name)) == (detail == "present") for name in choices]
    if kind == "count":
        return [len(find_shapes(subject)) == number for number in choices]
    if kind == "size":
        (shape,) = find_shapes(subject)
        left, bottom, right, top = compute_box(shape)
        spans = {"horizontal span": right - left, "vertical span": top - bottom}
        value = spans[detail] if detail in spans else compute_area_and_centroid(shape)[0]
        return [abs(value - number) < 1e-3 for number in choices]
    if kind in ("quadrant", "quadrant to"):
        (shape,) = find_shapes(subject)
        origin = compute_area_and_centroid(find_shapes(other)[0])[1] if other else np.array([0.5, 0.5])
        offset = compute_area_and_centroid(shape)[1] - origin
        return [bool((offset * QUADRANTS[name] >= 0.079).all()) for name in choices]
    if kind == "reference size":
        (shape,) = find_shapes(subject)
        base = compute_area_and_centroid(shape)[0]
        ratios = [[compute_area_and_centroid(one)[0] / base for one in find_shapes(name)] for name in choices]
        if detail == "larger":
            return [bool(own) and min(own) > 1.49 for own in ratios]
        return [bool(own) and max(own) < 1 / 1.49 for own in ratios]
    if kind == "reference frequency":
        sign = 1 if detail == "more" else -1
        return [sign * (len(find_shapes(name)) - len(find_shapes(subject))) > 0 for name in choices]
    if kind == "reference part":
        x, y = {"upper half": (0, 1), "lower half": (0, -1), "left half": (-1, 0), "right half": (1, 0)}.get(
            detail
        ) or QUADRANTS[detail.removesuffix(" quarter")]
        low, high = np.array([x > 0, y > 0]) / 2, 1 - np.array([x < 0, y < 0]) / 2
        return [
            bool(find_shapes(n))
            and all((compute_box(s)[:2] > low).all() and (compute_box(s)[2:] < high).all() for s in find_shapes(n))
            for n in choices
        ]
    if kind == "reference direction":
        (shape,) = find_shapes(subject)
        wanted = next(
            (np.array(signs) for name, signs in QUADRANTS.items() if name in detail),
            {"top": (0, 1), "bottom": (0, -1), "left": (-1, 0), "right": (1, 0)}.get(detail.split()[-2]),
        )
        found = []
        for name in choices:
            offsets = [
                compute_area_and_centroid(one)[1] - compute_area_and_centroid(shape)[1] for one in find_shapes(name)
            ]
            cosines = [offset @ wanted / np.linalg.norm(offset) / np.linalg.norm(wanted) for offset in offsets]
            found.append(bool(cosines) and cosines[0] > np.cos(np.radians(20.01)))
        return found
    first, second = (shapes[item["colours"].index(colour)] for colour in (subject, other))
    found = [choice != "none of the above" and bool(has_relation(choice, first, second)) for choice in choices]
    return [
        *found[:3],
        not any(found)
        and compute_nearest_distances(sample_densely(first, 1500), sample_densely(second, 1500)).min() > 0.028,
    ]


def trace_curve_px(shape):
    """Return pixels along a shape's exact curve, n x 2. Tests compare `sample_curve` with `sample_densely`."""
    return to_px(sample_curve(shape, STEP))


def compute_cell_mean(figures, figure_id, row_key):
    """Return the unweighted mean of a row's twelve printed cells in percent, like the paper's column Avg."""
    cells = {one.column_key: one.value for one in figures if (one.figure_id, one.row_key) == (figure_id, row_key)}
    return sum(cells[cell] for cell in CELLS) / len(CELLS)
