"""Writer of a set of synthetic photographs in the release's own layout, which `build --source` takes."""

import csv
import io
import json
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from hashlib import sha256
from pathlib import Path

from core import __version__
from core.atomic_files import write_once
from core.benchmarks.generated_set_info import MADE_BY
from core.benchmarks.registry import SYNTHETIC
from core.benchmarks.release_identity import IDENTITY
from core.benchmarks.triangles import dataset_facts
from core.generators.photo_scenes.render import render_jpeg
from core.generators.photo_scenes.sampling import PhotographSpec, sample_photographs
from core.generators.photo_scenes.truth import SceneTruth, compute_scene_truth
from core.generators.set_folder import create_set_folder, write_json_lines, write_text
from core.geometry.triangle import Triangle
from core.progress import Progress, Report, ignore_progress
from core.records import POSE_BY_LETTER, TRIANGLE_QUESTIONS, Value

BENCHMARK_ID = SYNTHETIC
STAGE = "Rendering scenes"
SCENES = "data/scenes.jsonl"
"""Written beside the release's tables: one line per photograph, its id and its scene, from which all else follows."""

DECIMALS = 6
"""Decimals of sides in centimetres and of pixels: rounding changes far less than anything can measure."""

Cells = dict[str, object]
"""One line of a table, by column."""


def synthesize(
    folder: Path,
    photographs: int,
    *,
    seed: int = 0,
    tilt_deg: tuple[float, float] | None = None,
    shapes: Sequence[str] = (),
    report: Report = ignore_progress,
) -> int:
    """Write a set and return its number of triangles.

    The arguments are those of `core.generators.photo_scenes.sampling.sample_photographs`.

    Raises:
        SceneError: the folder is not empty, or the set is impossible.
    """
    with create_set_folder(folder, [photographs, seed, tilt_deg, list(shapes)]) as part:
        shots = sample_photographs(photographs, seed=seed, tilt_deg=tilt_deg, shapes=shapes, report=report)
        _write(part, shots, _make_set_id(photographs, seed, tilt_deg, shapes), report)
    return shots[-1].number


def _make_set_id(*options: object) -> str:
    """Make an id such as `s3f2a` for each set, so that an answer to one set never counts for another."""
    return f"s{sha256(json.dumps([__version__, *options]).encode()).hexdigest()[:4]}"


def _write(folder: Path, shots: Sequence[PhotographSpec], set_id: str, report: Report) -> None:
    images = folder / dataset_facts.IMAGES
    images.mkdir(parents=True, exist_ok=True)
    done = 0
    group_ids = [f"{set_id}-{shot.number:03d}" for shot in shots]

    def write_photograph(group_id: str, shot: PhotographSpec) -> SceneTruth:
        nonlocal done
        path = dataset_facts.get_photograph_path(folder, _format_photograph_id(group_id, shot))
        write_once(path, partial(render_jpeg, shot.scene))
        truth = compute_scene_truth(shot.scene)
        done += 1
        report(Progress(STAGE, done, len(shots)))
        return truth

    # OpenCV and NumPy mostly work without Python's lock.
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        truths = list(pool.map(write_photograph, group_ids, shots))
    rows = list(zip(group_ids, shots, truths, strict=True))
    tables = {
        dataset_facts.TRIANGLES_3D: [_build_row_3d(*row) for row in rows],
        dataset_facts.PIXELS_2D: [_build_row_2d(*row) for row in rows],
        dataset_facts.OCCLUSION: [_build_occlusion_row(*row) for row in rows],
    }
    for name, table in tables.items():
        write_text(folder / name, _as_csv(table))
    scenes = [
        {"photograph_id": _format_photograph_id(group_id, shot), "scene": json.loads(shot.scene.to_json())}
        for group_id, shot, _ in rows
    ]
    write_json_lines(folder / SCENES, scenes)
    write_text(folder / dataset_facts.PROMPT, build_prompt())
    write_text(folder / IDENTITY, json.dumps(build_identity(), indent=1) + "\n")


def build_identity() -> dict[str, str]:
    """Return the content of a set's `benchmark.json`: the row of the table `benchmarks`."""
    return {
        "benchmark_id": BENCHMARK_ID,
        "title": "Synthetic scenes",
        "author": "Trilens",
        "source": MADE_BY,
        "version": __version__,
        "licence": "Apache 2.0",
        "credit": "Synthetic scenes drawn by Trilens, modelled on Tri-Bench; no photographs",
    }


def build_prompt() -> str:
    """Build the prompt: the questions in our own words, with the keys that every prompt of Trilens requests."""
    forms = {
        "class": "{options}",
        "ratio": "{asks}, a number with four decimals",
        "angle": "{asks}, a number of degrees with four decimals",
    }
    wanted = "\n".join(
        f'- "{q.key}": ' + forms[q.kind].format(asks=q.asks, options=" or ".join(map(json.dumps, q.options)))
        for q in TRIANGLE_QUESTIONS
    )
    return (
        "On a table lie three small square stickers: A is red, B is yellow, C is blue. Around them runs a square of "
        "brown adhesive tape, flat on the same table; its inner sides are all of one length and meet at right angles. "
        "The camera may look at the table from an angle, so lengths and angles in the picture are not those on the "
        "table; the taped square shows how they are distorted.\n\n"
        "Take the triangle whose corners are the centres of the three stickers, as it lies on the table. Say of it:\n"
        f"{wanted}\n\n"
        "Answer with one JSON object that has exactly these six keys, and with nothing else.\n"
    )


def _format_photograph_id(group_id: str, shot: PhotographSpec) -> str:
    return f"{group_id}_{shot.condition}"


def _build_key_cells(group_id: str, shot: PhotographSpec) -> Cells:
    # The tables name photographs by their path below `images`.
    image = dataset_facts.get_photograph_name(_format_photograph_id(group_id, shot)).removeprefix("images/")
    return {
        "img_original": image,
        "triangle_id": group_id,
        "camera_view": POSE_BY_LETTER[shot.condition[0]],
        "object_in_square": shot.scene.object,
    }


def _build_row_3d(group_id: str, shot: PhotographSpec, truth: SceneTruth) -> Cells:
    triangle = _round_sides(truth.triangle_3d)
    sides = {"AB_cm": triangle.ab, "BC_cm": triangle.bc, "CA_cm": triangle.ca}
    return {
        **_build_key_cells(group_id, shot),
        **sides,
        **_build_angle_cells(triangle),
        **_build_answer_cells(triangle),
    }


def _build_row_2d(group_id: str, shot: PhotographSpec, truth: SceneTruth) -> Cells:
    points = [tuple(round(value, DECIMALS) for value in point) for point in (truth.a_px, truth.b_px, truth.c_px)]
    triangle = Triangle.build_from_points(*points)
    pixels = {
        f"{name}{axis}_px": value
        for name, point in zip("ABC", points, strict=True)
        for axis, value in zip("xy", point, strict=True)
    }
    sides = {"AB_px": round(triangle.ab, 4), "BC_px": round(triangle.bc, 4), "CA_px": round(triangle.ca, 4)}
    # Synthetic photographs have no marked copies.
    size: Cells = {
        "img_marked": "",
        "img_width_px": float(shot.scene.width_px),
        "img_height_px": float(shot.scene.height_px),
    }
    return {
        **_build_key_cells(group_id, shot),
        **size,
        **pixels,
        **sides,
        **_build_angle_cells(triangle),
        **_build_answer_cells(triangle),
    }


def _build_occlusion_row(group_id: str, shot: PhotographSpec, truth: SceneTruth) -> Cells:
    return {
        **_build_key_cells(group_id, shot),
        "square_edge_occlusion": truth.square_edge_occlusion,
        "triangle_edge_occlusion": truth.triangle_edge_occlusion,
        "triangle_vertex_occlusion": truth.triangle_vertex_occlusion,
    }


def _round_sides(triangle: Triangle) -> Triangle:
    """Round the sides as in the table, so that a table's answers follow from its own sides."""
    return Triangle(round(triangle.ab, DECIMALS), round(triangle.bc, DECIMALS), round(triangle.ca, DECIMALS))


def _build_angle_cells(triangle: Triangle) -> Cells:
    return {f"angle_{name}_deg": round(angle, 4) for name, angle in zip("ABC", triangle.angles_deg, strict=True)}


def _build_answer_cells(triangle: Triangle) -> Cells:
    answers = triangle.compute_answers()
    return {q.key: _round_answer(answers[q.question_id]) for q in TRIANGLE_QUESTIONS}


def _round_answer(value: Value) -> Value:
    return value if isinstance(value, str) else round(value, 4)


def _as_csv(rows: Sequence[Cells]) -> str:
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()
