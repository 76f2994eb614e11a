"""A release in Tri-Bench's layout, made from nothing: few triangles, drawn images, four models' replies."""

import csv
import json
import math
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from core.benchmarks.triangles import dataset_facts
from core.geometry.triangle import Triangle
from core.records import TRIANGLE_QUESTION_BY_ID, TRIANGLE_QUESTIONS
from core.scoring.metrics import compute_score

TRIANGLES_CM = ((70.5, 68.5, 80.7), (60.0, 60.0, 60.0), (30.0, 40.0, 50.0), (45.0, 45.0, 80.0))
"""Sides AB, BC, CA by tape: isosceles and acute, equilateral, right, obtuse."""

CONDITIONS = (("P0", "planar", "none"), ("P1", "planar", "apple"), ("T0", "tilted", "none"), ("T1", "tilted", "apple"))
SQUEEZE = {"P0": 1.0, "P1": 0.97, "T0": 0.55, "T1": 0.6}
"""Scale of the image's y axis, which represents the camera's tilt; different in every condition."""

SIZE_PX = (256, 192)


def write_tiny_release(folder: Path, triangles: int = 3, with_images: bool = True, with_answers: bool = True) -> Path:
    """Write the release and return its folder. Replies are those of a model that reads the image plane."""
    tables: dict[str, list[dict[str, object]]] = {name: [] for name in dataset_facts.TABLES}
    for number, sides in enumerate(TRIANGLES_CM[:triangles], start=1):
        for condition, pose, object_ in CONDITIONS:
            _add_photograph(folder, tables, number, sides, (condition, pose, object_), with_images)
    if not with_answers:
        for name in dataset_facts.TABLES[3:]:
            tables[name] = []
    for name, rows in tables.items():
        if rows:
            write_csv(folder / name, rows)
    (folder / dataset_facts.PROMPT).parent.mkdir(parents=True, exist_ok=True)
    (folder / dataset_facts.PROMPT).write_text("What is triangle ABC like? Reply in JSON.", encoding="utf-8")
    return folder


def write_csv(path: Path, rows: list[dict[str, object]]) -> None:
    """Write rows with the first row's keys as header."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def read_csv(path: Path) -> list[dict[str, object]]:
    """Return the rows of a table as text."""
    with path.open(newline="", encoding="utf-8") as file:
        return [dict(row) for row in csv.DictReader(file)]


def _add_photograph(folder, tables, number, sides, condition, with_images):
    label, pose, object_ = condition
    case_id = f"{number:03d}_{label}"
    points = _compute_points(sides, SQUEEZE[label])
    triangle_3d, triangle_2d = Triangle(*sides), Triangle.build_from_points(*points)
    key = {"img_original": f"triangles_original/{case_id}.jpg", "camera_view": pose, "object_in_square": object_}
    truths, foils = (
        {q.key: _round_answer(triangle.compute_answers()[q.question_id]) for q in TRIANGLE_QUESTIONS}
        for triangle in (triangle_3d, triangle_2d)
    )
    tables[dataset_facts.TRIANGLES_3D].append(
        {**key, "triangle_id": str(number), "AB_cm": sides[0], "BC_cm": sides[1], "CA_cm": sides[2], **truths}
    )
    names = [f"{vertex}{axis}_px" for vertex in "ABC" for axis in "xy"]
    pixels = dict(zip(names, (value for point in points for value in point), strict=True))
    size = {"img_width_px": f"{SIZE_PX[0]}.0", "img_height_px": f"{SIZE_PX[1]}.0"}
    tables[dataset_facts.PIXELS_2D].append({**key, "triangle_id": str(number), **size, **pixels, **foils})
    occlusions = dict.fromkeys(
        ("square_edge_occlusion", "triangle_edge_occlusion", "triangle_vertex_occlusion"), "none"
    )
    tables[dataset_facts.OCCLUSION].append({**key, "triangle_id": f"{number:03d}", **occlusions})
    _add_answers(tables, key, number, foils, truths)
    if with_images:
        _draw(folder / dataset_facts.IMAGES / f"{case_id}.jpg", points, seed=number)


def _add_answers(tables, key, number, foils, truths):
    replies: dict[str, object] = {"image_path": key["img_original"]}
    values: dict[str, object] = {**key, "triangle_id": f"{number:03d}"}
    scores: dict[str, object] = {"img_original": key["img_original"]}
    for rank, model in enumerate(dataset_facts.MODELS):
        answers = dict(foils) if rank < 2 else {**foils, "side_type": "scalene", "angle_type": "acute"}
        answers["ab_over_ac"] = round(answers["ab_over_ac"] * (1 + 0.02 * rank), 4)
        text = json.dumps(answers)
        replies[f"{model.model_id}_response"] = f"```json\n{text}\n```" if rank == 3 else text
        values |= {f"{model.model_id}_{name}": value for name, value in answers.items()}
        for q in TRIANGLE_QUESTIONS:
            for frame, truth in (("3d", truths), ("2d", foils)):
                score = compute_score(TRIANGLE_QUESTION_BY_ID[q.question_id], answers[q.key], truth[q.key])
                scores[f"{model.model_id}_{q.question_id}_acc_{frame}"] = score
    tables[dataset_facts.RAW_REPLIES].append(replies)
    tables[dataset_facts.PREDICTIONS].append(values)
    tables[dataset_facts.ACCURACY].append(scores)


def _round_answer(value):
    return value if isinstance(value, str) else round(value, 4)


def _compute_points(sides, squeeze):
    """Return A, B and C in pixels."""
    ab, bc, ca = sides
    x = (ab**2 + ca**2 - bc**2) / (2 * ab)
    y = math.sqrt(ca**2 - x**2)
    return [(60.0 + 1.2 * px, 40.0 + 1.2 * squeeze * py) for px, py in ((0.0, 0.0), (ab, 0.0), (x, y))]


def _draw(path, points, seed):
    noise = np.random.default_rng(seed).integers(200, 240, (SIZE_PX[1], SIZE_PX[0], 3), dtype=np.uint8)
    image = Image.fromarray(noise)
    draw = ImageDraw.Draw(image)
    for (x, y), colour in zip(points, ("red", "yellow", "blue"), strict=True):
        draw.rectangle([x - 5, y - 5, x + 5, y + 5], fill=colour)
    path.parent.mkdir(parents=True, exist_ok=True)
    image.save(path, quality=85)
