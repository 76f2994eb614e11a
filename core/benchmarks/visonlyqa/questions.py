"""Reader of the questions of VisOnlyQA: their texts, options, keys, prompts and images."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from string import ascii_lowercase
from typing import Any

from core.benchmarks.visonlyqa.dataset_facts import DATASET, MULTIPLE_ANSWERS, PROMPTS, TASKS
from core.errors import ReleaseError
from core.parsing.choice.letter_sets import join_letters

_INLINE_OPTION = re.compile(r"\(([a-z])\)\s+")
_TEXT_COLUMNS = ("image_path", "question", "answer", "image_category", "question_type", "source", "id")
_NOISE = re.compile(r"noise_\d+$")


@dataclass(frozen=True, slots=True)
class VisQuestion:
    """A question of VisOnlyQA.

    Attributes:
        case_id: the task and the row in its file.
        question: the text without the options that the authors write into it.
        names: the authors' names of the options: True and False, or lower-case letters.
        options: their texts; for a question about four lettered figures, the letters themselves.
        answer: the letter of the right option, or the sorted letters of all right ones.
        key: the key as the authors wrote it.
        image: path below the repository's root.
        prompts: the complete prompt, by the authors' name for it.
        figure: the figure that the image shows; noisy copies of one figure share it.
    """

    case_id: str
    split: str
    task: str
    question: str
    names: tuple[str, ...]
    options: tuple[str, ...]
    answer: str
    key: str
    has_multiple_answers: bool
    image: PurePosixPath
    prompts: dict[str, str]
    image_category: str
    source: str
    figure: str


def list_question_files() -> list[PurePosixPath]:
    """Return the paths of all files of questions, in the order of pages."""
    return [DATASET / split / f"{task}.jsonl" for split, tasks in TASKS.items() for task in tasks]


def read_questions(folder: Path) -> list[VisQuestion]:
    """Read the questions of every task whose file is in the folder.

    Raises:
        ReleaseError: a file or a row is not valid; names file, row and column.
    """
    return [
        _parse_question(path, number, row)
        for path in list_question_files()
        if (folder / path).is_file()
        for number, row in enumerate(read_json_rows(folder / path), start=1)
    ]


def read_json_rows(path: Path) -> list[dict[str, Any]]:
    """Read the objects of a JSON Lines file.

    Raises:
        ReleaseError: the file cannot be read or a line is not a JSON object.
    """
    try:
        lines = path.read_text(encoding="utf-8").split("\n")
    except (OSError, UnicodeDecodeError) as error:
        raise ReleaseError(f"{path.name} cannot be read: {error}") from error
    rows = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise ReleaseError(
                f"{path.name}, line {number} is not valid JSON: {error}. Fetch the file again."
            ) from None
        if not isinstance(row, dict):
            raise ReleaseError(f"{path.name}, line {number} is not a JSON object. Fetch the file again.")
        rows.append(row)
    return rows


def _parse_question(path: PurePosixPath, number: int, row: dict[str, Any]) -> VisQuestion:
    place = f"{path}, row {number}"
    prompt_columns = [f"prompt_{prompt}" for prompt in PROMPTS]
    for column in (*_TEXT_COLUMNS, *prompt_columns):
        if not isinstance(row.get(column), str) or not row[column].strip():
            raise ReleaseError(f"{place}, column {column}: not a text, or empty. Fetch the file again.")
    names = row.get("response_options")
    if not isinstance(names, list) or len(names) < 2 or not all(isinstance(name, str) for name in names):
        raise ReleaseError(f"{place}, column response_options: not a list of texts. Fetch the file again.")
    image = PurePosixPath(row["image_path"])
    if image.is_absolute() or ".." in image.parts:
        raise ReleaseError(
            f"{place}, column image_path: {row['image_path']!r} is outside the folder. Fetch the file again."
        )
    has_multiple_answers = row["question_type"] == MULTIPLE_ANSWERS
    question, options = split_options(row["question"], names)
    keys = row["answer"].split(",") if has_multiple_answers else [row["answer"]]
    unknown = [key for key in keys if key.strip() not in names]
    if unknown:
        raise ReleaseError(f"{place}, column answer: {unknown[0]!r} is not one of {', '.join(names)}.")
    indexes = [names.index(key.strip()) for key in keys]
    return VisQuestion(
        case_id=f"{path.stem}-{number:03d}",
        split=path.parent.name,
        task=path.stem,
        question=question,
        names=tuple(names),
        options=options,
        answer=join_letters(indexes),
        key=row["answer"],
        has_multiple_answers=has_multiple_answers,
        image=DATASET / image,
        prompts={prompt: row[f"prompt_{prompt}"] for prompt in PROMPTS},
        image_category=row["image_category"],
        source=row["source"],
        figure=_find_figure(image),
    )


def split_options(text: str, names: Sequence[str]) -> tuple[str, tuple[str, ...]]:
    """Split a question's text into the question without its options, and the options' texts.

    Only a complete run "(a) ... (b) ..." at the end of the text, with every name in order, is split off. Otherwise the
    names are the options: True and False, or the letters of figures within the image.
    """
    matches = list(_INLINE_OPTION.finditer(text))[-len(names) :]
    if tuple(names) != tuple(ascii_lowercase[: len(names)]) or [match[1] for match in matches] != list(names):
        return text.strip(), tuple(names)
    stops = [match.start() for match in matches[1:]] + [len(text)]
    options = tuple(text[match.end() : stop].strip() for match, stop in zip(matches, stops, strict=True))
    if not all(options) or len(set(options)) < len(options):
        return text.strip(), tuple(names)
    return text[: matches[0].start()].strip(), options


def _find_figure(image: PurePosixPath) -> str:
    """Return the name of the figure: the image's path without the folder `images`, the suffix and the noise number."""
    return "/".join([*(part for part in image.parent.parts if part != "images"), _NOISE.sub("", image.stem)])
