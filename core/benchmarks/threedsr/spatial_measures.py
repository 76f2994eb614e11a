"""Lengths and angles of objects in space, from their stored poses alone; metres and degrees."""

import math

import cv2
import numpy as np
from numpy.typing import ArrayLike

from core.benchmarks.threedsr.object_catalogue import compute_size_m
from core.benchmarks.threedsr.scene import SceneObject
from core.rendering.camera import Array


def compute_azimuth_deg(thing: SceneObject, point: ArrayLike) -> float:
    """Return the direction of a point (2,) or (3,) from the object: 0 ahead, +90 to its left; in (-180, 180].

    Source: docs/benchmarks/threedsr.md, a(X, q) = atan2(v . l, v . f).
    """
    v = np.asarray(point, dtype=np.float64)[:2] - (thing.x, thing.y)
    front, left = thing.turn[:2, 0], thing.turn[:2, 1]
    return math.degrees(math.atan2(float(v @ left), float(v @ front)))


def compute_front_angle_deg(scene_object: SceneObject, other: SceneObject) -> float:
    """Return the angle between two fronts, from 0 to 180."""
    difference = abs(scene_object.yaw_deg - other.yaw_deg) % 360.0
    return min(difference, 360.0 - difference)


def compute_distance_m(one: ArrayLike, other: ArrayLike) -> float:
    """Return the distance between two points."""
    return float(np.linalg.norm(np.asarray(one, dtype=np.float64) - np.asarray(other, dtype=np.float64)))


def compute_box_distance_m(point: ArrayLike, thing: SceneObject) -> float:
    """Return the distance from a point (3,) to the nearest point of the object's box; 0 inside."""
    own = thing.turn.T @ (np.asarray(point, dtype=np.float64) - thing.centre)
    outside = np.maximum(np.abs(own) - np.array(compute_size_m(thing.kind)) / 2, 0.0)
    return float(np.linalg.norm(outside))


def compute_extent_m(thing: SceneObject) -> float:
    """Return the larger of length and width."""
    return max(compute_size_m(thing.kind)[:2])


def compute_half_extent_m(thing: SceneObject, direction: ArrayLike) -> float:
    """Return the distance from its centre to the furthest corner of its footprint along a unit vector (2,)."""
    length, width, _ = compute_size_m(thing.kind)
    return float(np.abs(np.asarray(direction) @ thing.turn[:2, :2]) @ (length / 2, width / 2))


def compute_gap_m(scene_object: SceneObject, other: SceneObject) -> float:
    """Return the gap between two footprints; 0 if they touch or overlap."""
    if compute_shared_area_m2(scene_object, other) > 0.0:
        return 0.0
    return min(
        _compute_ring_distance_m(scene_object.footprint, other.footprint),
        _compute_ring_distance_m(other.footprint, scene_object.footprint),
    )


def compute_shared_area_m2(scene_object: SceneObject, other: SceneObject) -> float:
    """Return the area of overlap of two footprints."""
    # The midpoint is subtracted because OpenCV computes the area in single precision.
    middle = (scene_object.centre[:2] + other.centre[:2]) / 2
    area, _ = cv2.intersectConvexConvex(
        (scene_object.footprint - middle).astype(np.float32), (other.footprint - middle).astype(np.float32)
    )
    return max(float(area), 0.0)


def compute_footprint_area_m2(thing: SceneObject) -> float:
    """Return the area of its footprint."""
    length, width, _ = compute_size_m(thing.kind)
    return length * width


def compute_shared_height_m(scene_object: SceneObject, other: SceneObject) -> float:
    """Return the overlap of the vertical extents; negative if there is a gap between them."""
    return min(scene_object.z + scene_object.height_m, other.z + other.height_m) - max(scene_object.z, other.z)


def compute_top_m(thing: SceneObject) -> float:
    """Return the height of its highest point."""
    return thing.z + thing.height_m


def _compute_ring_distance_m(corners: Array, ring: Array) -> float:
    """Return the smallest distance from the corners (n, 2) to the closed outline through points (m, 2)."""
    along = np.concatenate([ring[1:], ring[:1]]) - ring
    off = corners[:, None] - ring
    share = ((off * along).sum(axis=2) / (along * along).sum(axis=1)).clip(0.0, 1.0)
    return math.sqrt(float(((off - share[..., None] * along) ** 2).sum(axis=2).min()))
