"""Writer of a set of MMPerspective's items as a folder: images, and a table with all parameters and truths."""

import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from core.atomic_files import write_once
from core.benchmarks.mmperspective.files import ENGINE, IMAGES, ITEMS
from core.benchmarks.mmperspective.ground_truth import judge_options
from core.benchmarks.mmperspective.image_plane import find_image_plane_letter
from core.benchmarks.mmperspective.item import BENCHMARK_ID, ENGINE_VERSION, PerspectiveItem
from core.benchmarks.mmperspective.margins import MEANINGS, compute_margin
from core.benchmarks.mmperspective.vocabulary import NINE, PICTURES_A_SEED, ROBUST, TASKS
from core.errors import SceneError
from core.generators.mmperspective.composition import compose_images
from core.generators.mmperspective.item_generator import generate_items
from core.generators.mmperspective.painter import encode_png
from core.generators.set_folder import SetCounts, create_set_folder, write_engine_file, write_json_lines
from core.progress import Progress, Report, ignore_progress

DEFAULT_A_TASK, DEFAULT_SEEDS = 40, 40
"""Items of each of the nine tasks, and seeds of robustness, in the set that is drawn on first use."""

MOST_A_TASK = 100_000
STAGE = "Drawing images"


def compute_item_counts(
    items: int | None = None, seeds: int | None = None, tasks: Sequence[str] = ()
) -> dict[str, int]:
    """Compute the number of items, or seeds, per task.

    Args:
        items: of each of the nine tasks; None for the default, 0 for the paper's own numbers.
        seeds: of robustness; None for the default, or the paper's number if `items` is 0.
        tasks: short names of the requested tasks; all by default.

    Raises:
        SceneError: a task is unknown, or a number is impossible.
    """
    if unknown := [task for task in tasks if task not in TASKS]:
        raise SceneError(f"MMPerspective has no task {unknown[0]!r}; choose {', '.join(TASKS)}")
    if not 0 <= (items or 0) <= MOST_A_TASK or not 0 <= (seeds or 0) <= MOST_A_TASK:
        raise SceneError(f"a task can have 0 to {MOST_A_TASK} items")
    is_paper = items == 0
    of_nine = {task: TASKS[task].items if is_paper else DEFAULT_A_TASK if items is None else items for task in NINE}
    robust = (TASKS[ROBUST].items if is_paper else DEFAULT_SEEDS) if seeds is None else seeds
    wanted = {task: count for task, count in {**of_nine, ROBUST: robust}.items() if count and task in (tasks or TASKS)}
    if not wanted:
        raise SceneError("a set without items cannot be made; ask for at least one item or seed")
    return wanted


def synthesize(
    folder: Path, counts: Mapping[str, int] | None = None, *, seed: int = 0, report: Report = ignore_progress
) -> SetCounts:
    """Write a set.

    Args:
        folder: new or empty.
        counts: items by task, of robustness seeds; `compute_item_counts()` by default.
        seed: the same seed gives the same items.
        report: called after each item.

    Raises:
        SceneError: the folder is not empty, or an item cannot be drawn.
    """
    counts = counts or compute_item_counts()
    with create_set_folder(folder, [ENGINE_VERSION, dict(counts), seed]) as part:
        lines = _draw_items(part, counts, seed, report)
        write_json_lines(part / ITEMS, lines, ensure_ascii=True)
        about = {"items": len(lines), "counts": dict(counts), "seed": seed}
        write_engine_file(part / ENGINE, BENCHMARK_ID, ENGINE_VERSION, about)
    return SetCounts(len(lines), len(lines))


def _draw_items(folder: Path, counts: Mapping[str, int], seed: int, report: Report) -> list[dict[str, object]]:
    """Lay out items and draw their images; a worker finishes an item before it takes another."""
    total = sum(count * (PICTURES_A_SEED if task == ROBUST else 1) for task, count in counts.items())

    def make_rows(numbered: tuple[str, int]) -> list[dict[str, object]]:
        items = generate_items(numbered[0], seed, numbered[1])
        paths = [folder / build_image_path(item) for item in items]
        if not all(path.exists() for path in paths):
            for path, image in zip(paths, compose_images(items), strict=True):
                write_once(path, partial(encode_png, image))
        return [build_item_row(item) for item in items]

    for task in counts:
        (folder / IMAGES / task).mkdir(parents=True, exist_ok=True)
    lines: list[dict[str, object]] = []
    # NumPy and OpenCV mostly work without Python's lock.
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for own in pool.map(make_rows, _list_item_indices(counts)):
            lines += own
            report(Progress(STAGE, len(lines), total))
    return lines


def _list_item_indices(counts: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    for task, count in counts.items():
        yield from ((task, index) for index in range(count))


def build_image_path(item: PerspectiveItem) -> str:
    """Return the path of an item's image in the folder."""
    return f"{IMAGES}/{item.task}/{item.item_id}.png"


def build_item_row(item: PerspectiveItem) -> dict[str, object]:
    """Build the row of an item: question, parameters, truth and margin, and the image-plane answer."""
    margin = compute_margin(item).value
    return {
        **item.to_json(),
        "image": build_image_path(item),
        "is_true": list(judge_options(item)),
        "margin": None if margin is None else round(margin, 4),
        "margin_unit": MEANINGS[item.task][1],
        "image_plane": find_image_plane_letter(item),
    }
