"""Descriptions of a photograph of a triangle in words: triangle, condition, pose, object, and its classes."""

from collections.abc import Hashable, Mapping
from typing import Any, Literal

import pandas as pd

from core.benchmarks.triangles.spoken_questions import format_spoken_class
from core.formatting import join_with_and


def describe_photograph(row: Mapping[Hashable, Any]) -> str:
    """Name the triangle, how its photograph was taken, and its classes on the table and in the image, as plain text.

    Args:
        row: of the query `triangle_photographs`.
    """
    tilt = f" {row['tilt_deg']:.0f}°" if row["pose"] == "tilted" and not pd.isna(row["tilt_deg"]) else ""
    object_ = f"with {row['object']}" if row["has_object"] else "no object"
    pose = f"tilted{tilt}" if row["pose"] == "tilted" else f"{row['pose']}, from above"
    return f"Triangle {row['group_id']}, view {row['condition']}: {pose}, {object_} · {_describe_classes(row)}"


def describe_pose(row: Mapping[Hashable, Any]) -> str:
    """Return the pose of the camera, and whether there is an object, as in `tilted, object`.

    Args:
        row: with the columns pose and has_object.
    """
    return f"{row['pose']}{', object' if row['has_object'] else ''}"


def _describe_classes(row: Mapping[Hashable, Any]) -> str:
    """Describe the triangle's classes on the table and in the image: the ones that differ, else both of them once."""
    in_world, in_picture = list_triangle_classes(row, "3d"), list_triangle_classes(row, "2d")
    differing = [pair for pair in zip(in_world, in_picture, strict=True) if pair[0] != pair[1]]
    if not differing:
        return f"{join_with_and(in_world)}, on the table and in the image"
    true, seen = (join_with_and(list(words)) for words in zip(*differing, strict=True))
    return f"{true} on the table, {seen} in the image"


def list_triangle_classes(row: Mapping[Hashable, Any], frame: Literal["3d", "2d"]) -> list[str]:
    """Return the classes by sides and by angles, in words."""
    return [format_spoken_class(row[f"{kind}_class_{frame}"]) for kind in ("side", "angle")]
