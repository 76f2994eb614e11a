"""Reader of the replies that the authors of VisOnlyQA released, matched to their questions."""

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.benchmarks.visonlyqa.dataset_facts import PROMPTS, RESPONSES, SPLITS, TASK_MARK
from core.benchmarks.visonlyqa.questions import VisQuestion, read_json_rows
from core.errors import ReleaseError


@dataclass(frozen=True, slots=True)
class Response:
    """A released reply.

    Attributes:
        prompt: the authors' name of the prompt.
        text: the reply; a list of answers is joined with commas.
        y_pred: the answer that the authors extracted.
        is_right: whether it equals their key, letter by letter.
    """

    question: VisQuestion
    model: str
    prompt: str
    text: str
    y_pred: str
    is_right: bool


def list_response_files(folder: Path) -> list[Path]:
    """Return the files of responses in a folder, sorted by split, task, prompt and model.

    Models that the authors trained on a task are left out, because they answered only that task.
    """
    return sorted(
        path
        for split in SPLITS
        for prompt in PROMPTS
        for path in (folder / RESPONSES / f"eval_{split}").glob(f"*/prompt={prompt}/*.jsonl")
        if TASK_MARK not in path.stem
    )


def read_responses(folder: Path, questions: Sequence[VisQuestion]) -> Iterator[Response]:
    """Yield the responses to these questions, file by file.

    A row belongs to the question with its prompt and its key. If several questions have both, the order decides.
    Text that a model adds around the prompt, such as a placeholder for the image, is ignored.

    Raises:
        ReleaseError: a row is not valid, or no remaining question matches it; names file and row.
    """
    by_task: dict[tuple[str, str], list[VisQuestion]] = defaultdict(list)
    for question in questions:
        by_task[question.split, question.task].append(question)
    for path in list_response_files(folder):
        split = path.parents[2].name.removeprefix("eval_")
        task_questions = by_task.get((split, path.parents[1].name))
        if task_questions:
            yield from _read_file(path, path.relative_to(folder).as_posix(), task_questions)


def _read_file(path: Path, place: str, questions: Sequence[VisQuestion]) -> Iterator[Response]:
    prompt = path.parent.name.removeprefix("prompt=")
    waiting: dict[tuple[str, str], deque[VisQuestion]] = defaultdict(deque)
    for question in questions:
        waiting[question.prompts[prompt].strip(), question.key].append(question)
    texts = sorted({text for text, _ in waiting}, key=len, reverse=True)
    for number, row in enumerate(read_json_rows(path), start=1):
        for column in ("prompt", "y_pred", "y_true"):
            if not isinstance(row.get(column), str):
                raise ReleaseError(f"{place}, row {number}, column {column}: not a text. Fetch the file again.")
        sent = next((text for text in texts if text in row["prompt"]), "")
        matching = waiting.get((sent, row["y_true"]))
        if not matching:
            raise ReleaseError(
                f"{place}, row {number}: no question of the task has this prompt and the key {row['y_true']!r}. "
                "Take questions and responses from the same commit."
            )
        yield Response(
            question=matching.popleft(),
            model=path.stem,
            prompt=prompt,
            text=_join_response(row.get("response"), f"{place}, row {number}"),
            y_pred=row["y_pred"],
            is_right=row["y_pred"] == row["y_true"],
        )


def _join_response(response: Any, place: str) -> str:  # noqa: ANN401 - any JSON value
    if isinstance(response, str):
        return response
    if isinstance(response, list) and all(isinstance(part, str) for part in response):
        return ", ".join(response)
    raise ReleaseError(f"{place}, column response: neither a text nor a list of texts. Fetch the file again.")
