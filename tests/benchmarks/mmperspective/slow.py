"""Slow definitions of truths that share no formula with the product: far points, distances on a fine grid."""

import math

import numpy as np

FAR_M = 1e7
AXES = np.eye(3)
NAMES = {1: "One-point", 2: "Two-point", 3: "Three-point"}


def project_slowly(view, point):
    """Project a point by hand: angles to a frame, then similar triangles."""
    yaw, pitch, roll = (math.radians(angle) for angle in (view.yaw_deg, view.pitch_deg, view.roll_deg))
    forward = np.array([math.cos(pitch) * math.cos(yaw), math.cos(pitch) * math.sin(yaw), math.sin(pitch)])
    level = np.array([math.sin(yaw), -math.cos(yaw), 0.0])
    plumb = np.cross(forward, level)
    right = math.cos(roll) * level + math.sin(roll) * plumb
    down = math.cos(roll) * plumb - math.sin(roll) * level
    offset = np.asarray(point) - np.array(view.position)
    depth = offset @ forward
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.array(view.centre_px) + view.focal_px * np.array([offset @ right, offset @ down]) / depth, depth


def find_vanishing_points(view):
    """Return the vanishing point of each axis, as the image of a point ten thousand kilometres away along it."""
    points = []
    for axis in AXES:
        for sign in (1, -1):
            point, depth = project_slowly(view, np.array(view.position) + FAR_M * sign * axis)
            if depth > 1e-3 * FAR_M:
                points.append(point)
    return points


def classify_perspective(picture):
    """Return the perspective type by the number of axes with a vanishing point."""
    return "Non-linear" if picture.view.bend else NAMES[len(find_vanishing_points(picture.view))]


def classify_relation(first, second):
    """Return the relation of two infinite lines, by their least distance on a fine grid and their angle."""
    a, b = (np.subtract(*ends[::-1]) / np.linalg.norm(np.subtract(*ends)) for ends in (first, second))
    cosine = abs(float(a @ b))
    if cosine > 1 - 1e-12:
        return "Parallel"
    low, high = np.array([-1e3, -1e3]), np.array([1e3, 1e3])
    for _ in range(60):
        grid = [np.linspace(low[i], high[i], 9) for i in (0, 1)]
        points = [np.array(ends[0]) + grid[i][:, None] * d for i, (ends, d) in enumerate(((first, a), (second, b)))]
        gaps = np.linalg.norm(points[0][:, None] - points[1], axis=2)
        i, j = np.unravel_index(gaps.argmin(), gaps.shape)
        centre, half = np.array([grid[0][i], grid[1][j]]), (high - low) * 0.3
        low, high = centre - half, centre + half
    is_met, is_right = gaps.min() < 1e-4, cosine < 1e-9
    if is_met:
        return "Both perpendicular and intersecting" if is_right else "Intersecting"
    return "Perpendicular" if is_right else "None of the above"


def find_horizon_row(view, x):
    """Find the row of the horizon in a column by bisection."""

    def is_above_horizon(y):
        points = [
            project_slowly(view, np.array(view.position) + FAR_M * np.array([math.cos(t), math.sin(t), 0.0]))
            for t in np.radians([view.yaw_deg - 10, view.yaw_deg + 10])
        ]
        (x0, y0), (x1, y1) = (pixel for pixel, _ in points)
        return y < y0 + (y1 - y0) * (x - x0) / (x1 - x0)

    low, high = -1e5, 1e5
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if is_above_horizon(middle) else (low, middle)
    return low


def find_true_option(item):
    """Return the only true option of an item."""
    picture = item.pictures[0]
    view = picture.view
    width, height = view.width_px, view.height_px
    if item.task in ("PTR", "Robust"):
        return classify_perspective(picture)
    if item.task == "PTS":
        first, second = (classify_perspective(image).lower() for image in item.pictures)
        if first == second:
            return "The perspective type does not change"
        return f"The image changes from a {first} to a {second} perspective"
    if item.task == "VPC":
        return str(sum(0 <= x < width and 0 <= y < height for x, y in find_vanishing_points(view)))
    if item.task == "VPP":
        points = find_vanishing_points(view)
        at = [mark.letter for mark in item.marks if min(math.dist(mark.places[0], point) for point in points) < 1]
        return "Both A and B" if at == ["A", "B"] else f"Circle {at[0]}" if at else "None of the above"
    if item.task == "CLP":
        at = [mark.letter for mark in item.marks if all(abs(find_horizon_row(view, x) - y) < 1 for x, y in mark.places)]
        return f"Line {at[0]}" if at else "None of the above"
    if item.task == "VAP":
        if picture.scene.kind == "surface":
            return "Unable to determine"
        _, depth = project_slowly(view, np.array(view.position) + AXES[2])
        return "Upward" if depth > 1e-9 else "Downward" if depth < -1e-9 else "Horizontal"
    if item.task == "LDP":
        return ("Top left", "Top right", "Bottom left", "Bottom right")[
            [image.view.bend for image in item.pictures].index(0)
        ]
    if item.task == "LRR":
        return classify_relation(*(mark.world for mark in item.marks))
    quadrants = {
        f"{'Top' if y < (height - 1) / 2 else 'Bottom'} {'left' if x < (width - 1) / 2 else 'right'}"
        for x, y in find_vanishing_points(view)
    }
    names = sorted(quadrants, key=("Top left", "Top right", "Bottom left", "Bottom right").index)
    return " and ".join([names[0], *(name.lower() for name in names[1:])])
