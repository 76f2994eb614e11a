"""Writer of a set of GePBench items as a folder in the layout of the authors' code, with every parameter."""

import math
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

from core.atomic_files import write_once
from core.benchmarks.gepbench import vocabulary
from core.benchmarks.gepbench.figure import NOISES, FigureQuestion, QuestionSheet
from core.benchmarks.gepbench.ground_truth import compute_truth
from core.benchmarks.gepbench.shapes import describe
from core.errors import SceneError
from core.generators.gepbench.exact import engine as exact_engine
from core.generators.gepbench.render import encode_png
from core.generators.set_folder import SetCounts, create_set_folder, write_engine_file, write_json_lines
from core.progress import Progress, Report, ignore_progress
from core.research_tools import require_tools

AS_PUBLISHED = "as-published"
MODES = (exact_engine.MODE, AS_PUBLISHED)
"""Engines of figures with questions, by their names on the command line; `tools` has the authors' one."""

LEVELS = {"easy": ("easy",), "hard": ("hard",), "both": vocabulary.LEVELS}
DEFAULT_ITEMS = 480
MOST_ITEMS = 300_000
"""About as many questions as the paper has."""

FIGURES = "dataset/figures"
ITEMS, ENGINE = "items.jsonl", "engine.json"
STAGE = "Drawing figures"


@dataclass(frozen=True, slots=True)
class _NumberedSheet:
    """A sheet with the number of its figure within its level, from 0."""

    image_id: int
    sheet: QuestionSheet

    def format_figure_name(self, *, as_noisy: bool = False) -> str:
        prefix = "en" if as_noisy else self.sheet.drawing.level
        return f"{prefix}_{self.image_id:08d}.png"


def synthesize(
    folder: Path,
    items: int = DEFAULT_ITEMS,
    *,
    mode: str = exact_engine.MODE,
    level: str = "both",
    seed: int = 0,
    noise_pairs: bool = False,
    noise: str = NOISES[0],
    report: Report = ignore_progress,
) -> SetCounts:
    """Write a set.

    Args:
        folder: new or empty.
        items: number of questions, spread evenly over aspects and levels.
        mode: a member of `MODES`.
        level: a key of `LEVELS`.
        seed: the same seed gives the same set.
        noise_pairs: draw each easy figure a second time with noise, as `en_...`; its questions are the same.
        noise: a member of `NOISES`.
        report: called after each figure.

    Raises:
        SceneError: the folder is not empty, or the set is impossible.
        CheckoutError: the authors' engine is requested, and this installation has no tools.
    """
    _check(items, mode, level, noise)
    make_sheets, engine_version = _load_engine(mode)
    depends_on = [engine_version, items, mode, level, seed, noise_pairs, noise]
    with create_set_folder(folder, depends_on) as part:
        laid_out = (
            replace(sheet, drawing=replace(sheet.drawing, noise=noise))
            for sheet in make_sheets(items, LEVELS[level], seed)
        )
        sheets = _draw_items(part, laid_out, items, noise_pairs, report)
        _write_tables(part, sheets)
        about = {"mode": mode, "level": level, "items": items, "seed": seed, "noise_pairs": noise_pairs, "noise": noise}
        write_engine_file(part / ENGINE, "gepbench", engine_version, about)
    return SetCounts(items, len(sheets))


def _load_engine(mode: str) -> tuple[Callable[[int, tuple[str, ...], int], Iterator[QuestionSheet]], str]:
    """Load the generator of sheets of a mode, and its version."""
    if mode == exact_engine.MODE:
        return exact_engine.generate_sheets, exact_engine.ENGINE_VERSION
    require_tools("The mode as-published")
    from tools.gepbench_as_published import engine

    return engine.generate_sheets, engine.ENGINE_VERSION


def _check(items: int, mode: str, level: str, noise: str) -> None:
    if not 1 <= items <= MOST_ITEMS:
        raise SceneError(f"a set of {items} items cannot be made; choose 1 to {MOST_ITEMS}")
    if mode not in MODES:
        raise SceneError(f"GePBench has no mode {mode!r}; choose {', '.join(MODES)}")
    if level not in LEVELS:
        raise SceneError(f"GePBench has no level {level!r}; choose {', '.join(LEVELS)}")
    if noise not in NOISES:
        raise SceneError(f"GePBench has no noise {noise!r}; choose {', '.join(NOISES)}")


def _number_sheets(sheets: Iterable[QuestionSheet]) -> Iterator[_NumberedSheet]:
    counts = dict.fromkeys(vocabulary.LEVELS, 0)
    for sheet in sheets:
        yield _NumberedSheet(counts[sheet.drawing.level], sheet)
        counts[sheet.drawing.level] += 1


def _draw_items(
    folder: Path, sheets: Iterable[QuestionSheet], items: int, noise_pairs: bool, report: Report
) -> list[_NumberedSheet]:
    """Draw figures while others are still being laid out."""
    figures = folder / FIGURES
    figures.mkdir(parents=True, exist_ok=True)

    def draw(numbered: _NumberedSheet) -> None:
        sheet = numbered.sheet
        write_once(figures / numbered.format_figure_name(), partial(encode_png, sheet.figure, sheet.drawing))
        if noise_pairs and sheet.drawing.level == "easy":
            noisy = replace(sheet.drawing, is_noisy=True)
            write_once(figures / numbered.format_figure_name(as_noisy=True), partial(encode_png, sheet.figure, noisy))

    done, drawn, waiting = 0, [], []
    # OpenCV mostly works without Python's lock.
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for numbered in _number_sheets(sheets):
            drawn.append(numbered)
            waiting.append(pool.submit(draw, numbered))
            done += len(numbered.sheet.questions)
            report(Progress(STAGE, done, items))
    for future in waiting:
        future.result()
    return drawn


def _write_tables(folder: Path, sheets: list[_NumberedSheet]) -> None:
    lines: dict[str, list[dict[str, object]]] = {}
    rules: dict[str, list[dict[str, object]]] = {}
    question_ids: dict[str, int] = {}
    for numbered in sheets:
        sheet = numbered.sheet
        level = sheet.drawing.level
        description: dict[str, object] = {
            "shapes": [describe(shape) for shape in sheet.figure.shapes],
            "relations": [list(relation) for relation in sheet.figure.relations],
        }
        rules.setdefault(f"dataset/rules-{level}.json", []).append(description)
        for question in sheet.questions:
            table = f"dataset/vqa-{level}/{question.aspect}.jsonl"
            question_ids[table] = question_id = question_ids.get(table, -1) + 1
            line: dict[str, object] = {
                "image_id": numbered.image_id,
                "question_id": question_id,
                "question": question.text,
                "choices": list(question.choices),
                "answer": question.answer,
            }
            lines.setdefault(table, []).append(line)
            lines.setdefault(ITEMS, []).append(_build_item_row(numbered, question, line, description))
    for table, rows in lines.items():
        write_json_lines(folder / table, rows)
    for table, descriptions in rules.items():
        write_json_lines(folder / table, [descriptions])


def _build_item_row(
    numbered: _NumberedSheet, question: FigureQuestion, line: dict[str, object], description: dict[str, object]
) -> dict[str, object]:
    """Build the row of one item: its question, every parameter, the truth and its margin."""
    sheet = numbered.sheet
    return {
        "item_id": f"{sheet.drawing.level}-{question.aspect}-{line['question_id']:06d}",
        "figure": f"{FIGURES}/{numbered.format_figure_name()}",
        "aspect": question.aspect,
        "level": sheet.drawing.level,
        **line,
        "letter": question.letter,
        "query": asdict(question.query),
        **description,
        "colours": list(sheet.figure.colours),
        "drawing": asdict(sheet.drawing),
        "truth": _build_truth(sheet, question),
    }


def _build_truth(sheet: QuestionSheet, question: FigureQuestion) -> dict[str, object]:
    """Build the truth of the figure as drawn; as published, it may differ from the answer."""
    truth = compute_truth(question, sheet.figure)
    margins = [_round_finite(verdict.margin) for verdict in truth.verdicts]
    return {
        "value": _round_finite(truth.value) if isinstance(truth.value, float) else truth.value,
        "is_true": [verdict.is_true for verdict in truth.verdicts],
        "margins": margins,
        "margin": _round_finite(truth.margin),
    }


def _round_finite(number: float) -> float | None:
    """Round a number; None if no parameter could change the option's truth."""
    return round(number, 6) if math.isfinite(number) else None
