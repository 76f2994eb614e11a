"""Writer of a set of scenes and questions as a folder, and optionally as the table that other programs read."""

import base64
import csv
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import groupby, product
from pathlib import Path

import numpy as np

from core.atomic_files import write_once
from core.benchmarks.threedsr.files import ENGINE, IMAGES, ITEMS, TABLE
from core.benchmarks.threedsr.row_ids import RowId
from core.benchmarks.threedsr.scene import ENGINE_VERSION, ObjectScene, describe
from core.benchmarks.threedsr.vocabulary import LETTERS, SUBTYPES
from core.errors import SceneError
from core.generators.set_folder import create_set_folder, write_engine_file, write_json_lines
from core.generators.threedsr.pair_generator import generate_unit
from core.generators.threedsr.question_builder import SceneQuestion, build_questions, get_letter
from core.generators.threedsr.render import encode_png, render_image
from core.progress import Progress, Report, ignore_progress

DEFAULT_SCENES, MOST_SCENES = 288, 4_800
"""Numbers of scenes in total: pairs of them, equally many per subtype."""

SCENES_OF_ROUND = 2 * len(SUBTYPES)

COLUMNS = ("index", "qid", "question", *LETTERS, "answer", "category", "image", "image_source", "image_url")
"""Columns of the released circular table, in its order."""

SOURCE = "Trilens"
STAGE = "Drawing scenes"


@dataclass(frozen=True, slots=True)
class SceneSetCounts:
    """Numbers of items that were written; `questions` counts those about an image and its mirror image alike."""

    questions: int
    pictures: int
    rows: int


def synthesize(
    folder: Path,
    scenes: int = DEFAULT_SCENES,
    *,
    seed: int = 0,
    with_table: bool = True,
    report: Report = ignore_progress,
) -> SceneSetCounts:
    """Write a set.

    Args:
        folder: new or empty.
        scenes: minimum number; each subtype gets equally many pairs of scenes. Answers, and the suggestions of the
            image plane, are balanced in every 96.
        seed: the same seed gives the same set.
        with_table: write the circular table too, with all images in it.
        report: called after each pair of scenes.

    Raises:
        SceneError: the folder is not empty, or the set is impossible.
    """
    if not 1 <= scenes <= MOST_SCENES:
        raise SceneError(f"a set of {scenes} scenes cannot be made; choose 1 to {MOST_SCENES}")
    rounds = -(-scenes // SCENES_OF_ROUND)
    units = list(product(range(rounds), SUBTYPES))
    with create_set_folder(folder, [ENGINE_VERSION, scenes, seed]) as part:
        questions = _draw_items(part / IMAGES, units, seed, report)
        write_json_lines(part / ITEMS, map(_build_item_row, questions))
        about = {"scenes": 2 * len(units), "questions": len(questions), "seed": seed}
        write_engine_file(part / ENGINE, "3dsrbench", ENGINE_VERSION, about)
        if with_table:
            write_table(part / TABLE, questions, part / IMAGES)
    pictures = {question.picture for question in questions}
    return SceneSetCounts(len(questions), len(pictures), sum(len(question.options) for question in questions))


def _draw_items(images: Path, units: Sequence[tuple[int, str]], seed: int, report: Report) -> list[SceneQuestion]:
    """Draw the questions of all units, in order; images are drawn while further scenes are still being found."""
    found: list[SceneQuestion] = []
    waiting = []
    # NumPy and OpenCV mostly work without Python's lock.
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done, (number, subtype) in enumerate(units, start=1):
            own = list(build_questions(generate_unit(subtype, number, seed), seed))
            scenes = {question.picture: question.scene for question in own if not question.row.is_flipped}
            by_view = groupby(scenes.items(), key=lambda named: named[1].view)
            waiting += [pool.submit(_draw, images, dict(named)) for _, named in by_view]
            found += own
            report(Progress(STAGE, done, len(units)))
    for future in waiting:
        future.result()
    return found


def _draw(images: Path, scenes: Mapping[str, ObjectScene]) -> None:
    """Write the images of the scenes of one view, which share ground and sky, and their mirror images."""
    for name, scene in scenes.items():
        plain, flipped = images / f"{name}.png", images / f"{name}-flip.png"
        if plain.exists() and flipped.exists():
            continue
        image = render_image(scene)
        write_once(plain, partial(encode_png, image))
        write_once(flipped, partial(encode_png, np.ascontiguousarray(image[:, ::-1])))


def _build_item_row(question: SceneQuestion) -> dict[str, object]:
    """Build the row of one question: the question, every parameter, the truth and its margin."""
    return {
        "item_id": str(question.row),
        "subtype": question.subtype,
        "unit": question.unit,
        "number": question.number,
        "view": question.view,
        "viewpoint": question.scene.view.kind,
        "is_reversed": question.is_reversed,
        "question": question.text,
        "options": list(question.options),
        "answer": get_letter(question.key),
        "foil": get_letter(question.foil),
        "margin": question.margin,
        "picture": f"{IMAGES}/{question.picture}.png",
        "scene": describe(question.scene),
    }


def write_table(path: Path, questions: Sequence[SceneQuestion], images: Path) -> None:
    """Write the questions in all passes in the released layout: the first row that shows an image contains it.

    Further rows name that row's index instead, as VLMEvalKit reads it.
    """
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(COLUMNS)
        first: dict[str, int] = {}
        for index, (question, turn) in enumerate(_list_passes(questions)):
            m = len(question.options)
            options = [question.options[(i + turn) % m] for i in range(m)] + [""] * (len(LETTERS) - m)
            if question.picture in first:
                image = str(first[question.picture])
            else:
                first[question.picture] = index
                image = base64.b64encode((images / f"{question.picture}.png").read_bytes()).decode()
            row = RowId(question.row.base, question.row.is_flipped, turn)
            answer = get_letter((question.key - turn) % m)
            writer.writerow([index, row, question.text, *options, answer, question.subtype, image, SOURCE, ""])


def _list_passes(questions: Sequence[SceneQuestion]) -> Iterator[tuple[SceneQuestion, int]]:
    return ((question, turn) for question in questions for turn in range(len(question.options)))
