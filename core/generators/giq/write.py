"""Writer of a set of GIQ items: images of solids, and one line per item with every parameter and truth."""

import os
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from pathlib import Path
from string import ascii_uppercase

from core.atomic_files import write_once
from core.benchmarks.giq.files import ENGINE, ITEMS, RENDERINGS
from core.benchmarks.giq.items import PolyhedronItem
from core.benchmarks.giq.pair_rules import FINISHED_FROM, RULES
from core.benchmarks.giq.viewpoints import ENGINE_VERSION, MIRRORED, VIEWS, SolidView
from core.errors import SceneError
from core.generators.giq import naming_items, rotation_items, symmetry_items
from core.generators.giq.render import encode_png
from core.generators.set_folder import create_set_folder, write_engine_file, write_json_lines
from core.polyhedra.catalogue import GROUPS
from core.progress import Progress, Report, ignore_progress

DEFAULT_VIEWS = 2
STAGES = ("Finding pairs of solids", "Drawing solids")


def synthesize(
    folder: Path,
    *,
    views: int = DEFAULT_VIEWS,
    pairs: int | None = None,
    groups: Sequence[str] = GROUPS,
    seed: int = 0,
    engine: int = ENGINE_VERSION,
    report: Report = ignore_progress,
) -> int:
    """Write a set; return the number of items.

    Args:
        folder: new or empty.
        views: of each solid to name, 1 to 20; Johnson's solids have one.
        pairs: of each generated kind of mental rotation, half of them same; as `rotation_items.DEFAULT_PAIRS`
            by default.
        groups: of solids, of `GROUPS`.
        seed: the same seed gives the same set.
        engine: version whose rules hold, of `pair_rules.RULES`; an earlier one reproduces its sets.
        report: called during the work.

    Raises:
        SceneError: the folder is not empty, or the numbers are impossible.
    """
    if not 1 <= views <= VIEWS:
        raise SceneError(f"{views} views of a solid cannot be made; choose 1 to {VIEWS}")
    if pairs is not None and not 0 <= pairs <= rotation_items.MOST_PAIRS:
        raise SceneError(f"{pairs} pairs of a kind cannot be made; choose 0 to {rotation_items.MOST_PAIRS}")
    own = tuple(group for group in GROUPS if group in groups)
    if len(own) != len(set(groups)) or not own:
        raise SceneError(f"{', '.join(groups)}: groups of solids are {', '.join(GROUPS)}")
    if engine not in RULES:
        raise SceneError(f"engine {engine} cannot be used; choose {', '.join(map(str, RULES))}")
    report(Progress(STAGES[0], 0, 1))
    wanted = rotation_items.DEFAULT_PAIRS if pairs is None else dict.fromkeys(rotation_items.DEFAULT_PAIRS, pairs)
    rotated, undecidable = rotation_items.build_items(seed, wanted, own, engine)
    named = [*naming_items.build_items(seed, views, own), *naming_items.build_three_view_items(seed, own)]
    items = [*named, *symmetry_items.build_items(seed, own), *rotated]
    about = {
        "items": len(items),
        "views": views,
        "pairs": wanted,
        "groups": own,
        "seed": seed,
        "undecidable": undecidable,
    }
    with create_set_folder(folder, ["giq", engine, about]) as part:
        _draw(part, {view for item in items for view in item.views}, report, is_finished=engine >= FINISHED_FROM)
        write_json_lines(part / ITEMS, map(build_item_row, items))
        write_engine_file(part / ENGINE, "giq", engine, about)
    return len(items)


def build_image_path(view: SolidView) -> str:
    """Return the path of a view's image within the folder."""
    return f"{RENDERINGS}/{view.shape_id}{MIRRORED if view.is_mirrored else ''}/{view.number:04d}.png"


def build_item_row(item: PolyhedronItem) -> dict[str, object]:
    """Build the row of an item."""
    letter = ascii_uppercase[item.options.index(item.answer)] if item.options else ""
    return {
        "item_id": item.item_id,
        "task": item.task,
        "question_id": item.question_id,
        "group_id": item.group_id,
        "images": [build_image_path(view) for view in item.views],
        "question": item.question,
        "options": list(item.options),
        "letter": letter,
        "answer": item.answer,
        "foil": item.foil,
        "margin": item.margin,
        "numbers": dict(item.numbers),
        "factors": dict(item.factors),
        "views": [asdict(view) for view in item.views],
    }


def _draw(folder: Path, views: Iterable[SolidView], report: Report, *, is_finished: bool) -> None:
    ordered = sorted(views, key=build_image_path)

    def draw(view: SolidView) -> None:
        write_once(folder / build_image_path(view), lambda: encode_png(view, is_finished=is_finished))

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for done, _ in enumerate(pool.map(draw, ordered), start=1):
            report(Progress(STAGES[1], done, len(ordered)))
