"""The folder layout that lm-eval and lmms-eval share: one folder per model, with a samples file and a results file.

A benchmark is one task. All rows use the same score names, as readers of JSON lines expect. If cases ask different
questions, a row's scores are named by the truth alone, and the results contain the means by question.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from core import __version__
from core.exporters.export_data import ExportData
from core.exporters.export_job import ExportJob
from core.exporters.export_records import ExportedReply, ExportedRun
from core.exporters.field_names import make_unique, to_field_name, to_file_name, to_model_file_name
from core.exporters.prompt_and_target import build_prompt_text, format_target
from core.exporters.running_means import RunningMeans
from core.exporters.trilens_metadata import OURS, collect_run_facts, to_json_line

Json = dict[str, Any]

VERSION = 1.0
"""Version of every task; benchmark versions are not always numbers."""

NO_ERROR_KNOWN = "N/A"
"""Both programs' value for an unknown standard error. Ours would treat cases of one group as independent."""


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A reply as a row: its number, the prompt, the target, and the names of the scores it could have."""

    number: int
    prompt: str
    target: str
    metrics: list[str]
    one: ExportedReply


def write_runs(
    job: ExportJob,
    samples_name: Callable[[str, datetime], str],
    results_name: Callable[[datetime], str],
    row: Callable[[TaskRow], Json],
    results: Callable[[ExportedRun, Json], Json],
    own_scores: Callable[[str, ExportedReply], Json],
) -> None:
    """Write one folder per run.

    Args:
        job: the export.
        samples_name: name of a task's samples file, from the task's name and the run's start time.
        results_name: name of the results file, from the run's start time.
        row: builds a reply's row in the program's format, without scores.
        results: builds the whole results file from the part that both programs share.
        own_scores: scores that only this program needs, by task name and reply; they come first, since lmms-eval
            compares runs by the first name that contains `score`.
    """
    task, asks_everything = to_field_name(job.material.about.benchmark_id), job.material.asks_everything
    for run, folder in zip(job.material.runs, _name_folders(job.material), strict=True):
        means, n = RunningMeans(), 0
        with job.output.open_file(f"{folder}/{samples_name(task, run.began_at)}") as file:
            for reply in job.iterate_replies(run):
                expected = job.material.list_score_names(reply.case)
                names = {name: name for name in expected} if asks_everything else _map_score_fields(job.material, reply)
                scores = own_scores(task, reply) | {names[name]: score for name, score in reply.scores.items()}
                prompt, target = build_prompt_text(run.run, reply), format_target(job.material.about, reply)
                metrics = [names[name] for name in expected]
                line = row(TaskRow(n, prompt, target, metrics, reply)) | scores
                file.write(f"{to_json_line(line)}\n".encode())
                means.add(dict.fromkeys([*expected, *metrics, *own_scores(task, reply)]), reply.scores | scores)
                n += 1
        with job.output.open_file(f"{folder}/{results_name(run.began_at)}") as file:
            shared = _build_results(job.material, run, task, means, n)
            file.write(json.dumps(results(run, shared), allow_nan=False, indent=2).encode())


def _map_score_fields(material: ExportData, reply: ExportedReply) -> dict[str, str]:
    """Map score names in the results to names in a row: the frame, numbered for further questions."""
    places = {case_question.question_id: index for index, case_question in enumerate(reply.case.case.asks, start=1)}
    return {
        name: to_field_name(f"score_{frame}" if places[question_id] == 1 else f"score_{frame}_{places[question_id]}")
        for (question_id, frame), name in material.score_names.items()
        if question_id in places
    }


def compute_hashes(row: TaskRow) -> Iterator[tuple[str, str]]:
    """Yield name and checksum of the case, the prompt and the target."""
    for name, text in (("doc", row.one.case.case.case_id), ("prompt", row.prompt), ("target", row.target)):
        yield f"{name}_hash", sha256(text.encode()).hexdigest()


def _build_results(material: ExportData, run: ExportedRun, task: str, means: RunningMeans, n: int) -> Json:
    """Build the part of the results that both programs share. Means are over the answers that could be read."""
    about = {"task": task, "description": material.about.title, "metadata": {"version": VERSION}}
    return {
        "results": {task: {"name": task, "alias": task, "sample_len": n} | _collect_means(means)},
        "group_subtasks": {},
        "configs": {task: about},
        "versions": {task: VERSION},
        "n-shot": {task: 0},
        "higher_is_better": {task: dict.fromkeys(means.by_name, True)},
        "n-samples": {task: {"original": n, "effective": n}},
        "config": {
            "model": "trilens",
            "model_args": {"model": run.model_name},
            OURS: collect_run_facts(run.run, material.about.benchmark_id),
        },
        "model_source": f"Trilens {__version__}",
        "model_name": run.model_name,
        "model_name_sanitized": to_model_file_name(run.model_name),
    }


def _collect_means(means: RunningMeans) -> Json:
    values: Json = {}
    for name, mean in means.by_name.items():
        if mean.value is not None:
            values |= {f"{name},none": mean.value, f"{name}_stderr,none": NO_ERROR_KNOWN}
        if mean.missing:
            values[f"{name}_not_scored,none"] = mean.missing
    return values


def _name_folders(material: ExportData) -> list[str]:
    """Return one folder name per run: the model's name, plus the run's id if a model has several runs."""
    models = [to_model_file_name(run.model_name) for run in material.runs]
    return make_unique(
        model if models.count(model) == 1 else f"{model}__{to_file_name(run.run.run_id)}"
        for model, run in zip(models, material.runs, strict=True)
    )
