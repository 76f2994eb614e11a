"""Reader of GIQ's released folders: `shapes.json`, `hard_examples.json`, renderings and photographs, in any layout.

An image's solid is the nearest part of its path that matches `wid_12`, `cid 3` or `jid_7`. Its domain comes from the
names of the folders above it. Group and symmetry come from `shapes.json`, never from the folder.

Source: docs/benchmarks/giq.md, reading the released folders.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.giq import mental_rotation, naming, symmetry
from core.benchmarks.giq.items import NAMING, ROTATION, SAME, SYMMETRY, PolyhedronItem
from core.benchmarks.giq.naming_rules import PICTURES_OF_THREE, get_face_band
from core.benchmarks.giq.set_reader import PolyhedronItemRecord
from core.benchmarks.item_set import ImageResolver, ItemSet, LineError
from core.errors import ReleaseError
from core.polyhedra.catalogue import load_catalogue
from core.records import RejectedItem

SHAPES, HARD = "shapes.json", "hard_examples.json"
SHAPE_ID = re.compile(r"\b(wid|cid|jid)[ _](\d{1,3})\b", re.IGNORECASE)
SUFFIXES = (".jpg", ".jpeg", ".png")
RENDERING, PHOTOGRAPH = "rendering", "photograph"
PHOTOGRAPHS = re.compile(r"wild|photo|real", re.IGNORECASE)

SYMMETRIES = {
    symmetry.CENTRAL: "central point reflection",
    symmetry.FOURFOLD: "4-fold rotation",
    symmetry.FIVEFOLD: "5-fold rotation",
}
GROUPS = {"stellations": "stellation", "compound": "compounds"}
"""Group names by alternative spelling."""

_PART = re.compile(r"[ _]")


@dataclass(frozen=True, slots=True)
class SolidRecord:
    """Record of a solid in the released list.

    Attributes:
        symmetries: keys of the symmetries of the solid; None if the list does not state them.
    """

    shape_id: str
    group: str
    name: str
    symmetries: frozenset[str] | None


def read_released(folder: Path, check: PictureCheck) -> ItemSet[PolyhedronItemRecord]:
    """Read naming and symmetry for the first rendering and the first photograph of each solid, and the hard pairs.

    Args:
        folder: contains `shapes.json` at some depth, and images.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: the list of shapes or every image of a shape is missing.
    """
    item_set: ItemSet[PolyhedronItemRecord] = ItemSet()
    path = _find(folder, SHAPES)
    if path is None:
        raise ReleaseError(f"{folder} has neither items.jsonl nor {SHAPES}; is it a GIQ set?")
    shapes = dict(_read_shapes(path, folder, item_set.refusals))
    pictures = _find_images(folder, shapes, ImageResolver(folder, check, follows_links=False), item_set.refusals)
    if not pictures:
        raise ReleaseError(f"{folder} has no image whose path names one of the {len(shapes)} solids of {SHAPES}")
    for (shape_id, domain), paths in pictures.items():
        item_set.items += _build_solid_items(shapes[shape_id], domain, paths, item_set.refusals)
    item_set.items += _build_pair_items(folder, pictures, item_set.refusals)
    if not item_set.items:
        raise ReleaseError(f"{folder} has images, but no question can be asked about any of them")
    return item_set


def find_shape_id(path: Path) -> str | None:
    """Return the id in the nearest part of a path that has one, written with `_`."""
    for part in reversed(path.parts):
        if match := SHAPE_ID.search(_PART.sub("_", part).replace("_", " ")):
            return f"{match.group(1).lower()}_{int(match.group(2))}"
    return None


def _find(folder: Path, name: str) -> Path | None:
    return next(iter(sorted(folder.rglob(name))), None)


def _load_json(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except (OSError, ValueError, RecursionError) as error:
        raise ReleaseError(f"{path.name} is not valid JSON: {error}") from error


def _read_shapes(path: Path, folder: Path, refusals: list[RejectedItem]) -> Iterator[tuple[str, SolidRecord]]:
    stored_shapes = _load_json(path)
    if not isinstance(stored_shapes, dict):
        raise ReleaseError(f"{path.name} is not a mapping from ids to shapes")
    source = path.relative_to(folder).as_posix()
    for key, about in stored_shapes.items():
        shape_id = find_shape_id(Path(key))
        if shape_id is None or not isinstance(about, dict) or not isinstance(about.get("group"), str):
            refusals.append(RejectedItem(source, str(key)[:60], "not the id of a solid, or without a group"))
            continue
        group = str(about["group"]).strip().lower()
        entry = load_catalogue().get(shape_id)
        symmetries = _parse_symmetries(about.get("sym"))
        yield (
            shape_id,
            SolidRecord(
                shape_id, GROUPS.get(group, group), str(about.get("name") or (entry.name if entry else "")), symmetries
            ),
        )


def _parse_symmetries(text: object) -> frozenset[str] | None:
    if not isinstance(text, str):
        return None
    parts = {part.strip().lower() for part in text.split(",")}
    return frozenset(label for label, words in SYMMETRIES.items() if words in parts)


def _find_images(
    folder: Path, shapes: Mapping[str, SolidRecord], pictures: ImageResolver, refusals: list[RejectedItem]
) -> dict[tuple[str, str], list[Path]]:
    """Return usable images by solid and domain, at most three each, sorted by name."""
    paths_by_key: dict[tuple[str, str], list[Path]] = {}
    for path in sorted(file for file in folder.rglob("*") if file.suffix.lower() in SUFFIXES and file.is_file()):
        relative = path.relative_to(folder)
        shape_id = find_shape_id(relative)
        key = (shape_id or "", PHOTOGRAPH if PHOTOGRAPHS.search(relative.parts[0]) else RENDERING)
        if shape_id not in shapes or len(paths_by_key.get(key, [])) == PICTURES_OF_THREE:
            continue
        try:
            paths_by_key.setdefault(key, []).append(pictures.resolve_path(relative.as_posix()))
        except LineError as error:
            refusals.append(RejectedItem(relative.as_posix(), "", str(error)))
    return {key: paths for key, paths in paths_by_key.items() if paths}


def _build_solid_items(
    shape: SolidRecord, domain: str, paths: Sequence[Path], refusals: list[RejectedItem]
) -> Iterator[PolyhedronItemRecord]:
    """Yield naming by the first image and, if there are three, by all of them, and the symmetries by the first."""
    entry = load_catalogue().get(shape.shape_id)
    factors = {"solid_group": shape.group, "domain": domain} | ({"family": entry.family} if entry else {})
    if entry is None:
        refusals.append(
            RejectedItem(SHAPES, f"{shape.shape_id}, {domain}", "not asked by name: its synonyms are not known here")
        )
    else:
        more = {"convex": "convex" if entry.is_convex else "not convex", "faces": get_face_band(entry.counts[2])}
        item_id = f"{NAMING}-{domain}-{shape.shape_id}"
        item = PolyhedronItem(
            item_id, NAMING, naming.NAME, shape.shape_id, (), naming.ASKED, (), shape.shape_id, factors=factors | more
        )
        yield PolyhedronItemRecord(item, (paths[0],))
        if len(paths) == PICTURES_OF_THREE:
            three_id = f"{NAMING}-three-{domain}-{shape.shape_id}"
            three = replace(item, item_id=three_id, question_id=naming.THREE, question=naming.ASKED_OF_THREE)
            yield PolyhedronItemRecord(three, tuple(paths))
    if shape.symmetries is None:
        return
    for label, question in symmetry.QUESTIONS.items():
        answer = symmetry.YES if label in shape.symmetries else symmetry.NO
        item_id = f"{SYMMETRY}-{label}-{domain}-{shape.shape_id}"
        options = (symmetry.YES, symmetry.NO) if _is_even(item_id) else (symmetry.NO, symmetry.YES)
        right = {"right_is": answer.lower()}
        yield PolyhedronItemRecord(
            PolyhedronItem(
                item_id, SYMMETRY, label, shape.shape_id, (), question, options, answer, factors=factors | right
            ),
            (paths[0],),
        )


def _build_pair_items(
    folder: Path, pictures: Mapping[tuple[str, str], list[Path]], refusals: list[RejectedItem]
) -> Iterator[PolyhedronItemRecord]:
    """Yield the hard pairs as the paper tests them: two renderings, and a rendering with a photograph."""
    path = _find(folder, HARD)
    pairs = _load_json(path) if path else {}
    for key, answer in (("negative", mental_rotation.DIFFERENT), ("positive", SAME)):
        for index, pair in enumerate(pairs.get(key, []) if isinstance(pairs, dict) else []):
            ids = [
                find_shape_id(Path(name)) if isinstance(name, str) else None for name in pair if isinstance(pair, list)
            ]
            if len(ids) != 2 or None in ids:
                refusals.append(RejectedItem(HARD, f"{key} {index}", "not two ids of solids"))
                continue
            first, second = map(str, ids)
            for domain in (RENDERING, PHOTOGRAPH):
                left, right = pictures.get((first, RENDERING), []), pictures.get((second, domain), [])
                if left and right and left[0] != right[:2][-1]:
                    kind = mental_rotation.classify_hard_pair((first, second))
                    item = PolyhedronItem(
                        f"{ROTATION}-{domain}-{first}-{second}-{index}", ROTATION, SAME,
                        " ".join(dict.fromkeys((first, second))), (), mental_rotation.ASKED, mental_rotation.OPTIONS,
                        answer,
                        factors={"pair": kind, "right_is": answer, "domain": domain if domain == RENDERING else "both",
                                 **mental_rotation.build_share_factor((first, second))},
                    )  # fmt: skip
                    yield PolyhedronItemRecord(item, (left[0], right[:2][-1]))


def _is_even(text: str) -> bool:
    """Return a coin flip determined by the text, so that both orders of the options are about equally frequent."""
    return sha256(text.encode()).digest()[0] % 2 == 0
