"""Runs as lm-eval and lmms-eval lay them out: a folder a model, and in it a file of samples a task, and results.

All rows of a file have the same scores, as readers of JSON lines expect: cases that ask the same questions are a task.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any, BinaryIO

from core import __version__
from core.exports.asked import prompt_text, target_text
from core.exports.job import Job
from core.exports.material import ExportedReply, ExportedRun, Material
from core.exports.means import Means
from core.exports.names import distinct, field_name, file_name, model_file_name
from core.exports.ours import OURS, as_json, run_facts

Json = dict[str, Any]

VERSION = 1.0
"""Of every task: benchmarks have versions that are no numbers."""

NO_ERROR_KNOWN = "N/A"
"""What both programs write where there is no standard error. Ours would count cases of one group as independent."""


@dataclass(slots=True)
class Task:
    """A file of samples under way."""

    name: str
    file: BinaryIO = field(repr=False)
    n: int = 0
    means: Means = field(default_factory=Means)


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A reply as a row of a task: its number there, what was sent and what is right."""

    number: int
    prompt: str
    target: str
    one: ExportedReply


def write_runs(
    job: Job,
    samples_name: Callable[[str, datetime], str],
    results_name: Callable[[datetime], str],
    row: Callable[[TaskRow], Json],
    results: Callable[[ExportedRun, Json], Json],
    own_scores: Callable[[str, ExportedReply], Json],
) -> None:
    """Writes a folder a run.

    Args:
        job: what is exported.
        samples_name: of a task's file, by the task's name and the moment when the run began.
        results_name: of the file of results.
        row: a reply as the program writes it, without scores.
        results: the whole file of results, from the part that both programs share.
        own_scores: scores of a reply that only this program wants, by the name of the task.
    """
    for run, folder in zip(job.material.runs, _folders(job.material), strict=True):
        tasks: dict[tuple[str, ...], Task] = {}
        names = _task_names(job.material)
        with ExitStack() as opened:
            for one in job.replies(run):
                key = tuple(asked.question_id for asked in one.case.case.asks)
                if key not in tasks:
                    name = names(key)
                    file = opened.enter_context(job.output.file(f"{folder}/{samples_name(name, run.began_at)}"))
                    tasks[key] = Task(name, file)
                task = tasks[key]
                scores = one.scores | own_scores(task.name, one)
                prompt, target = prompt_text(run.run, one), target_text(job.material.about, one)
                line = row(TaskRow(task.n, prompt, target, one)) | scores
                task.file.write(f"{as_json(line)}\n".encode())
                task.n += 1
                task.means.add([*job.material.scores_of(one.case), *own_scores(task.name, one)], scores)
        shared = _results(job.material, run, list(tasks.values()))
        with job.output.file(f"{folder}/{results_name(run.began_at)}") as file:
            file.write(f"{as_json(results(run, shared))}\n".encode())


def hashes(row: TaskRow) -> Iterator[tuple[str, str]]:
    """Checksums of the case, the prompt and the target, by name."""
    for name, text in (("doc", row.one.case.case.case_id), ("prompt", row.prompt), ("target", row.target)):
        yield f"{name}_hash", sha256(text.encode()).hexdigest()


def _results(material: Material, run: ExportedRun, tasks: list[Task]) -> Json:
    """What both programs say of a run in the same words. A mean is over the answers that could be read."""
    return {
        "results": {task.name: _means(task) for task in tasks},
        "group_subtasks": {},
        "configs": {
            task.name: {"task": task.name, "description": material.about.title, "metadata": {"version": VERSION}}
            for task in tasks
        },
        "versions": {task.name: VERSION for task in tasks},
        "n-shot": {task.name: 0 for task in tasks},
        "higher_is_better": {task.name: dict.fromkeys(task.means.by_name, True) for task in tasks},
        "n-samples": {task.name: {"original": task.n, "effective": task.n} for task in tasks},
        "config": {
            "model": "trilens",
            "model_args": {"model": run.model_name},
            OURS: run_facts(run.run, material.about.benchmark_id),
        },
        "model_source": f"Trilens {__version__}",
        "model_name": run.model_name,
        "model_name_sanitized": model_file_name(run.model_name),
    }


def _means(task: Task) -> Json:
    values: Json = {"name": task.name, "alias": task.name, "sample_len": task.n}
    for name, mean in task.means.by_name.items():
        if mean.value is not None:
            values |= {f"{name},none": mean.value, f"{name}_stderr,none": NO_ERROR_KNOWN}
        if mean.missing:
            values[f"{name}_not_scored,none"] = mean.missing
    return values


def _folders(material: Material) -> list[str]:
    """A folder a run: the model's name, and the run's id where a model has several."""
    models = [model_file_name(run.model_name) for run in material.runs]
    return distinct(
        model if models.count(model) == 1 else f"{model}__{file_name(run.run.run_id)}"
        for model, run in zip(models, material.runs, strict=True)
    )


def _task_names(material: Material) -> Callable[[tuple[str, ...]], str]:
    """The task of cases with some questions: the benchmark where it asks everything of each, else with the question."""
    benchmark, everything = field_name(material.about.benchmark_id), tuple(material.about.questions)
    names: dict[tuple[str, ...], str] = {}

    def name_of(key: tuple[str, ...]) -> str:
        if key not in names:
            wanted = benchmark if key == everything else field_name("_".join((benchmark, *key)))
            (names[key],) = distinct([wanted], names.values())
        return names[key]

    return name_of
