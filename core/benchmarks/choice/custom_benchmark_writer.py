"""Writes a custom benchmark to a new folder, completely or not at all."""

import json
import shutil
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from core.atomic_files import compute_file_sha256, make_atomic_folder
from core.benchmarks.choice.cells import MAX_TEXT
from core.benchmarks.choice.custom_benchmark import (
    FACTOR_PREFIX,
    IMAGES,
    MARGIN_COLUMN,
    REFUSALS,
    SET_PREFIX,
    CustomBenchmarkFile,
    CustomBenchmarkInfo,
    build_custom_data,
    check_facts,
    has_any_foil,
)
from core.benchmarks.choice.image_validation import detect_suffix
from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.choice.name_cells import is_name
from core.benchmarks.choice.open_rows import describe_form
from core.benchmarks.choice.table_images import MOST_PICTURES
from core.benchmarks.choice.table_rows import MAX_ROWS, MAX_TABLE_BYTES
from core.benchmarks.data import BenchmarkData
from core.benchmarks.registry import OWN_IDENTITY, OWN_ITEMS
from core.errors import ImageError, ReleaseError
from core.records import RejectedItem


def write_custom_benchmark(
    folder: Path, items: Sequence[ChoiceItem], facts: CustomBenchmarkInfo, refusals: Sequence[RejectedItem] = ()
) -> BenchmarkData | None:
    """Write items and their images to a new folder, which gets its name only when it is complete.

    Args:
        folder: to create.
        items: with images anywhere on the disk.
        facts: the author's description.
        refusals: rows of the table that were left out; stored, because the table is not.

    Returns:
        The contents that `read_custom_benchmark` would read from the folder; None if it might refuse some of them.

    Raises:
        ReleaseError: the folder is not empty or cannot be written, or facts or items contradict themselves.
    """
    check_facts(facts)
    factors, sets = _collect_keys(item.factors for item in items), _collect_keys(item.sets for item in items)
    try:
        with make_atomic_folder(folder) as part:
            has_foils = has_any_foil(items)
            originals = dict.fromkeys(path for item in items for path in item.images)
            copies = {path: _copy_image(path, part) for path in originals}
            copied = [_as_read(item, copies, factors, sets) for item in items]
            contents = build_custom_data(copied, facts, part)
            contents.refusals += refusals
            names = {path: path.relative_to(part).as_posix() for path in copies.values()}
            with (part / OWN_ITEMS).open("w", encoding="utf-8") as file:
                for item in copied:
                    line = _build_item_line(item, names, factors, sets) | ({"foil": item.foil} if has_foils else {})
                    file.write(json.dumps(line, ensure_ascii=False) + "\n")
            left_out = (json.dumps(asdict(refusal), ensure_ascii=False) + "\n" for refusal in refusals)
            (part / REFUSALS).write_text("".join(left_out), encoding="utf-8")
            about = asdict(
                CustomBenchmarkFile(facts, factors, sets, _has_any(items, "margin"), _has_any(items, "form"), has_foils)
            )
            (part / OWN_IDENTITY).write_text(json.dumps(about, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
            return contents if _can_be_read_back(copied, names.values(), part / OWN_ITEMS) else None
    except FileExistsError as error:
        raise ReleaseError(str(error)) from error
    except (OSError, ImageError) as error:
        raise ReleaseError(f"{folder} could not be written: {error}") from error


def _as_read(item: ChoiceItem, copies: Mapping[Path, Path], factors: Sequence[str], sets: Sequence[str]) -> ChoiceItem:
    """Return the item with the copies of its images, and its keys in the order of the columns that are written."""
    return replace(
        item,
        images=tuple([copies[path] for path in item.images]),
        factors=_sort_levels(item.factors, factors),
        sets=_sort_levels(item.sets, sets),
    )


def _sort_levels(levels: Mapping[str, str], keys: Sequence[str]) -> Mapping[str, str]:
    given = [key for key in keys if key in levels]
    return levels if list(levels) == given else {key: levels[key] for key in given}


def _can_be_read_back(items: Sequence[ChoiceItem], pictures: Iterable[str], table: Path) -> bool:
    """Return whether `read_custom_benchmark` would read the items unchanged.

    It may not if something is too long, or cannot be stored in a table.
    """
    ids = {item.item_id for item in items}
    return (
        len(items) <= MAX_ROWS
        and table.stat().st_size <= MAX_TABLE_BYTES
        and ids.isdisjoint(pictures)  # a table may give an id in place of its images
        and all(map(_is_plain, items))
    )


def _is_plain(item: ChoiceItem) -> bool:
    names = [item.item_id, item.question_id, item.group_id, item.slot, *item.factors.values(), *item.sets.values()]
    texts = [item.question, *item.options]
    return (
        all(names[:3])
        and all(map(is_name, names))
        and all(text == text.strip() and 0 < len(text) <= MAX_TEXT for text in texts)
        and len(item.images) <= MOST_PICTURES
        and not (item.numbers or item.meanings)
    )


def _has_any(items: Sequence[ChoiceItem], attribute: str) -> bool:
    return any(getattr(item, attribute) is not None for item in items)


def _collect_keys(mappings: Iterable[Mapping[str, str]]) -> list[str]:
    return list(dict.fromkeys(key for mapping in mappings for key in mapping))


def _build_item_line(
    item: ChoiceItem, names: Mapping[Path, str], factors: list[str], sets: list[str]
) -> dict[str, object]:
    return {
        "item_id": item.item_id,
        "task": item.question_id,
        "group": item.group_id,
        "slot": item.slot,
        MARGIN_COLUMN: item.margin,
        "question": item.question,
        "options": item.options,
        "answer": item.answer,
        "form": describe_form(item.form),
        "images": [names[path] for path in item.images],
        **{FACTOR_PREFIX + key: item.factors.get(key, "") for key in factors},
        **{SET_PREFIX + key: item.sets.get(key, "") for key in sets},
    }


def _copy_image(path: Path, folder: Path) -> Path:
    """Copy an image below the folder, named by its content, so that a shared image is copied once; return its path."""
    target = folder / IMAGES / f"{compute_file_sha256(path)[:32]}{detect_suffix(path)}"
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        shutil.copyfile(path, target)
    return target
