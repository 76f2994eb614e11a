"""Writer of a set of scene measurements as a folder: one line per question, one image per view."""

import io
import json
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from PIL import Image as Pillow

from core.atomic_files import write_once
from core.benchmarks.measurements.files import ENGINE, ENGINE_VERSION, IMAGES, ITEMS
from core.benchmarks.threedsr.scene import HEIGHT_PX, WIDTH_PX, ObjectScene, describe
from core.errors import SceneError
from core.generators.measurements.question import DrawnQuestion
from core.generators.measurements.street_questions import build_street_questions
from core.generators.measurements.street_scenes import generate_unit
from core.generators.measurements.table_questions import build_table_questions
from core.generators.photo_scenes.render import render
from core.generators.photo_scenes.sampling import sample_photographs
from core.generators.photo_scenes.scene import TriangleScene
from core.generators.set_folder import SetCounts, create_set_folder, write_engine_file, write_json_lines
from core.generators.threedsr.render import encode_png, render_image
from core.progress import Progress, Report, ignore_progress
from core.records import CONDITIONS, POSE_BY_LETTER

DEFAULT_SCENES = 20
MAX_SCENES = 2_000
"""Number of street scenes; a set has half as many tables. Each is seen in two views."""

SHRINK = 0.625
"""Factor on the size of synthetic photographs: 640 instead of 1024 pixels on the longer side."""

STAGE = "Drawing scenes"


@dataclass(frozen=True, slots=True)
class DrawnView:
    """An image with its questions.

    Attributes:
        group: id of the scene: the unit of independence.
        view: kind of the view.
        slot: position of the view in the group.
        scene: every parameter of the image, for JSON.
    """

    group: str
    view: str
    slot: str
    size_px: tuple[int, int]
    scene: object
    questions: list[DrawnQuestion]

    @property
    def picture(self) -> str:
        """Return the path of the image below the folder."""
        return f"{IMAGES}/{self.group}-{self.slot}.png"


def synthesize(
    folder: Path, scenes: int = DEFAULT_SCENES, *, seed: int = 0, report: Report = ignore_progress
) -> SetCounts:
    """Write a set.

    Args:
        folder: new or empty.
        scenes: number of street scenes; half as many tables are added, at least one.
        seed: the same seed gives the same set.
        report: called after each scene.

    Raises:
        SceneError: the folder is not empty, or the set is impossible.
    """
    if not 1 <= scenes <= MAX_SCENES:
        raise SceneError(f"a set of {scenes} scenes cannot be made; choose 1 to {MAX_SCENES}")
    with create_set_folder(folder, ["measurements", ENGINE_VERSION, scenes, seed]) as part:
        views = _draw_views(part, scenes, seed, report)
        rows = [_build_item_row(view, question) for view in views for question in view.questions]
        write_json_lines(part / ITEMS, rows)
        about = {"scenes": scenes, "pictures": len(views), "questions": len(rows), "seed": seed}
        write_engine_file(part / ENGINE, "measurements", ENGINE_VERSION, about)
    return SetCounts(len(rows), len(views))


def _draw_views(folder: Path, scenes: int, seed: int, report: Report) -> list[DrawnView]:
    """Build all views in order; images are drawn while further scenes are still being found."""
    tables = _sample_tables(-(-scenes // 2), seed)
    n_units = scenes + len(tables)
    views: list[DrawnView] = []
    waiting: list[Future[None]] = []
    # NumPy and OpenCV mostly work without Python's lock.
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for number in range(scenes):
            for slot, scene in zip(("1", "2"), generate_unit(number, seed).scenes, strict=True):
                views.append(_build_street_view(number, slot, scene))
                draw = partial(_draw_street, scene)
                waiting.append(pool.submit(write_once, folder / views[-1].picture, draw))
            report(Progress(STAGE, number + 1, n_units))
        for number, table in enumerate(tables):
            for slot, (condition, photograph) in zip(("1", "2"), table, strict=True):
                views.append(_build_table_view(number, slot, condition, photograph))
                draw_table: Callable[[], bytes] = partial(_draw_table, photograph)
                waiting.append(pool.submit(write_once, folder / views[-1].picture, draw_table))
            report(Progress(STAGE, scenes + number + 1, n_units))
    for future in waiting:
        future.result()
    return views


def _sample_tables(count: int, seed: int) -> list[list[tuple[str, TriangleScene]]]:
    """Sample the planar and the tilted scene of each table, without an object on it, as (view, scene)."""
    tables: dict[int, list[tuple[str, TriangleScene]]] = {}
    for shot in sample_photographs(count * len(CONDITIONS), seed=seed):
        if shot.condition.endswith("0"):
            size = {key: round(SHRINK * getattr(shot.scene, key)) for key in ("width_px", "height_px")}
            scene = replace(shot.scene, **size)
            tables.setdefault(shot.number, []).append((POSE_BY_LETTER[shot.condition[0]], scene))
    return list(tables.values())


def _build_street_view(number: int, slot: str, scene: ObjectScene) -> DrawnView:
    questions = build_street_questions(scene, number)
    size_px = (WIDTH_PX, HEIGHT_PX)
    return DrawnView(f"street-{number:03d}", scene.view.kind, slot, size_px, describe(scene), questions)


def _build_table_view(number: int, slot: str, view: str, scene: TriangleScene) -> DrawnView:
    described = json.loads(scene.to_json())
    size_px = (scene.width_px, scene.height_px)
    return DrawnView(f"table-{number:03d}", view, slot, size_px, described, build_table_questions(scene))


def _draw_street(scene: ObjectScene) -> bytes:
    return encode_png(render_image(scene))


def _draw_table(scene: TriangleScene) -> bytes:
    file = io.BytesIO()
    Pillow.fromarray(render(scene)).save(file, "PNG")
    return file.getvalue()


def _build_item_row(view: DrawnView, question: DrawnQuestion) -> dict[str, object]:
    """Build the row of one question: the question, every parameter, the truth and its margin."""
    return {
        "item_id": f"{view.group}-{view.slot}-{question.question_id}",
        "question": question.question_id,
        "group": view.group,
        "slot": view.slot,
        "view": view.view,
        "text": question.text,
        "items": list(question.items),
        "truth": question.truth,
        "foil": question.foil,
        "margin": round(question.margin, 6),
        "picture": view.picture,
        "size_px": list(view.size_px),
        "scene": view.scene,
    }
