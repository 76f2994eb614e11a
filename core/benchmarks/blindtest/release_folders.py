"""The authors' folders `src/TouchingCircle/images/TASK-prompt/MODEL/correct` and `incorrect`, and the questions."""

import re
from dataclasses import dataclass, field
from pathlib import Path

from core.benchmarks.blindtest.circles import TASKS, CirclePair, parse_name
from core.errors import ReleaseError
from core.records import RejectedItem
from core.settings import PUBLISHED

IMAGES = "src/TouchingCircle/images"
PROMPTS = "src/prompts.md"
PROMPTS_HEADING = "Touching Circle"
CHECKSUM_LIST = PUBLISHED / "blindtest.sha256"
"""SHA-256 of the list of prompts by path, and of each image by the part of its name that states the circles."""

IS_RIGHT = {"correct": True, "incorrect": False}
"""Verdict on the answers in a folder, by its name."""

_ITEM = re.compile(r"^\s*\d+\.\s+(?P<question>\S.*?)\s*$", re.MULTILINE)


@dataclass(slots=True)
class VerdictFolders:
    """Contents of the folders.

    Attributes:
        images: the first file of each image, by its id.
        pairs: the circles of each image, by its id.
        verdicts: by task and model folder, whether the answer about an image was right; None if the image is in both
            folders.
        refusals: files and folders that were left out.
    """

    images: dict[str, Path] = field(default_factory=dict)
    pairs: dict[str, CirclePair] = field(default_factory=dict)
    verdicts: dict[tuple[str, str], dict[str, bool | None]] = field(default_factory=dict)
    refusals: list[RejectedItem] = field(default_factory=list)

    @property
    def model_folders(self) -> list[str]:
        """The names of the models' folders."""
        return sorted({model for _, model in self.verdicts})


def read_judged_images(folder: Path) -> VerdictFolders:
    """Read which images are in which folder.

    Args:
        folder: of the authors' repository.

    Raises:
        ReleaseError: a task has no image.
    """
    found = VerdictFolders()
    for task in TASKS:
        for model_folder in _list_folders(folder / IMAGES / f"{task}-prompt"):
            verdicts: dict[str, bool | None] = {}
            found.verdicts[task, model_folder.name] = verdicts
            for verdict_folder in _list_folders(model_folder):
                _read_verdict_folder(folder, verdict_folder, verdicts, found)
    for task in TASKS:
        if not any(verdicts for (own, _), verdicts in found.verdicts.items() if own == task):
            raise ReleaseError(
                f"{folder / IMAGES} has no image in {task}-prompt/MODEL/correct or incorrect. Get the authors' "
                "folders: trilens fetch --benchmark blindtest --source FOLDER"
            )
    return found


def get_checksum_key(name: str) -> str:
    """Return the part of an image's name that is its key in the list of checksums."""
    return name[name.index("pixels_") :]


def read_questions(folder: Path) -> dict[str, str]:
    """Read the question of each task from the authors' list of prompts.

    Raises:
        ReleaseError: the list is missing, or does not have exactly one question per task.
    """
    path = folder / PROMPTS
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ReleaseError(f"{path} cannot be read ({error}). Copy it from the authors' repository.") from error
    section = next(
        (part for part in re.split(r"^# +", text, flags=re.MULTILINE) if part.startswith(PROMPTS_HEADING)), ""
    )
    listed = [match["question"] for match in _ITEM.finditer(section)]
    questions = {}
    for task in TASKS:
        matching = [question for question in listed if task in question.lower()]
        if len(matching) != 1:
            raise ReleaseError(
                f"{path}, section {PROMPTS_HEADING!r}: {len(matching)} numbered questions contain {task!r} instead of "
                "one. Restore the authors' file."
            )
        questions[task] = matching[0]
    return questions


def _read_verdict_folder(
    folder: Path, verdict_folder: Path, verdicts: dict[str, bool | None], folders: VerdictFolders
) -> None:
    place = verdict_folder.relative_to(folder).as_posix()
    if (is_right := IS_RIGHT.get(verdict_folder.name)) is None:
        folders.refusals.append(RejectedItem(place, "whole folder", "neither correct nor incorrect"))
        return
    for path in sorted(verdict_folder.iterdir()):
        if path.name.startswith("."):
            continue
        if (pair := parse_name(path.name)) is None:
            reason = "the name does not state pixels, rotation, diameter and distance, and ends in .png"
            folders.refusals.append(RejectedItem(place, path.name, reason))
            continue
        image_id = pair.image_id
        if image_id in verdicts:
            folders.refusals.append(
                RejectedItem(place, path.name, "the image is already in another folder, or here twice")
            )
            verdicts[image_id] = None
            continue
        verdicts[image_id] = is_right
        folders.pairs.setdefault(image_id, pair)
        folders.images.setdefault(image_id, path)


def _list_folders(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_dir()) if folder.is_dir() else []
