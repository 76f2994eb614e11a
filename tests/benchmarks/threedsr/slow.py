"""Slow truths of written scenes by independent definitions: vectors and dense points, without the engine."""

import math

import numpy as np

from core.benchmarks.threedsr.object_catalogue import compute_size_m


class Solid:
    """An object of a written scene as points: its centre, its directions, a dense footprint."""

    def __init__(self, line):
        self.length, self.width, self.height = compute_size_m(line["kind"])
        yaw = math.radians(line["yaw_deg"])
        self.front = np.array([math.cos(yaw), math.sin(yaw), 0.0])
        self.left = np.cross([0.0, 0.0, 1.0], self.front)
        self.low = line["z"]
        self.middle = np.array([line["x"], line["y"], line["z"] + self.height / 2])
        steps = np.linspace(-0.5, 0.5, 41)
        own = np.array([(a * self.length, b * self.width) for a in steps for b in steps])
        self.rim = np.flatnonzero((abs(own) > 0.499).any(axis=1))
        self.ground = self.middle[:2] + own[:, :1] * self.front[:2] + own[:, 1:] * self.left[:2]

    def find_side(self, point):
        """Return the quarter around the object that contains a point, by the larger of two dot products."""
        towards = np.asarray(point) - self.middle
        ahead, aside = towards @ self.front, towards @ self.left
        if abs(ahead) > abs(aside):
            return "front" if ahead > 0 else "back"
        return "left" if aside > 0 else "right"

    def compute_facing_cosine(self, point):
        """Return the cosine between the front and the direction of a point on the ground."""
        towards = (np.asarray(point) - self.middle)[:2]
        return towards @ self.front[:2] / np.linalg.norm(towards)

    def contains(self, points):
        """Return which points on the ground are within the footprint."""
        off = points - self.middle[:2]
        return (abs(off @ self.front[:2]) <= self.length / 2) & (abs(off @ self.left[:2]) <= self.width / 2)


def find_right_option(line):
    """Return the text of the right option of a written line."""
    scene = line["scene"]
    solids = [Solid(thing) for thing in scene["things"][: scene["n_named"]]]
    camera = np.array(scene["view"]["position"])
    first, second = line["options"][:2]
    answer = _ANSWERS[line["subtype"]](solids, camera, line)
    if isinstance(answer, str):
        return answer
    return first if answer != line["is_reversed"] else second


def _above(things, _, line):
    x, y = things[::-1] if line["is_reversed"] else things
    small, large = sorted((x, y), key=lambda solid: solid.length * solid.width)
    is_over = large.contains(small.ground).mean() >= 0.5
    return "yes" if is_over and x.low >= y.low + y.height - 0.02 else "no"


def _next_to(things, *_):
    x, y = things
    gap = min(np.linalg.norm(x.ground[:, None] - y.ground[None, ::5], axis=2).min(), 1e9)
    return bool(gap < max(x.length, x.width, y.length, y.width))


_ANSWERS = {
    "height_higher": lambda things, *_: bool(things[0].middle[2] > things[1].middle[2]),
    "location_above": _above,
    "location_closer_to_camera": lambda things, camera, _: bool(
        np.linalg.norm(things[0].middle - camera) < np.linalg.norm(things[1].middle - camera)
    ),
    "location_next_to": _next_to,
    "orientation_in_front_of": lambda things, *_: bool(things[0].compute_facing_cosine(things[1].middle) > 0),
    "orientation_on_the_left": lambda things, *_: bool((things[1].middle - things[0].middle) @ things[0].left > 0),
    "orientation_viewpoint": lambda things, camera, _: things[0].find_side(camera),
    "multi_object_closer_to": lambda things, *_: bool(
        np.linalg.norm(things[0].middle - things[1].middle) < np.linalg.norm(things[0].middle - things[2].middle)
    ),
    "multi_object_facing": lambda things, *_: bool(
        things[0].compute_facing_cosine(things[1].middle) > things[0].compute_facing_cosine(things[2].middle)
    ),
    "multi_object_viewpoint_towards_object": lambda things, *_: things[0].find_side(things[1].middle),
    "multi_object_parallel": lambda things, *_: bool(abs(things[0].front @ things[1].front) > math.cos(math.pi / 4)),
    "multi_object_same_direction": lambda things, *_: bool(
        things[0].front @ things[1].front > math.cos(math.radians(55))
    ),
}
