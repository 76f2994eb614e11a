"""A folder that FiftyOne imports as `LegacyFiftyOneDataset`: one sample per image, with every run's answer.

FiftyOne infers the field types, so missing values are left out. Source: docs/using/exporting.md.
"""

from typing import Any

from core import __version__
from core.exporters.export_job import ExportJob
from core.exporters.export_records import ExportedCase, ExportedReply, ExportedRun
from core.exporters.field_names import make_unique, to_field_name, to_file_name
from core.exporters.prompt_and_target import build_prompt_text
from core.exporters.trilens_metadata import OURS, collect_reply_facts, collect_run_facts, to_json_line
from core.records import Question, Value

Json = dict[str, Any]

FOLDER = "data"
"""Folder of the images."""


def write(job: ExportJob) -> None:
    """Write the folder; a case with several images becomes as many samples."""
    fields = _name_run_fields(job)
    with job.output.open_file("metadata.json") as file:
        file.write(to_json_line(_build_metadata(job, fields)).encode())
    names = dict(zip(job.material.case_ids, make_unique(map(to_file_name, job.material.case_ids)), strict=True))
    with job.output.open_file("samples.json") as file:
        file.write(b'{"samples": [')
        is_first = True
        for case, replies in job.iterate_cases():
            case_fields = _build_case_fields(job, case, replies, fields)
            for index, picture in enumerate(job.pictures.find_images(case), start=1):
                if picture is None:
                    continue
                many = f"-{index}" if len(case.pictures) > 1 else ""
                path = f"{FOLDER}/{names[case.case.case_id]}{many}{picture.suffix}"
                with job.output.open_file(path) as image:
                    image.write(picture.body)
                sample = {"filepath": path, "picture": index, "original_name": picture.name, **case_fields}
                file.write((b"\n" if is_first else b",\n") + to_json_line(sample).encode())
                is_first = False
        file.write(b"\n]}\n")


def _name_run_fields(job: ExportJob) -> dict[str, str]:
    """Return each run's field prefix: the model's name, numbered if it occurs twice."""
    names = make_unique(
        (to_field_name(run.run.model.display_name).lower() for run in job.material.runs), ["truth", "case"]
    )
    return {run.run.run_id: name for run, name in zip(job.material.runs, names, strict=True)}


def _build_metadata(job: ExportJob, fields: dict[str, str]) -> Json:
    about = job.material.about
    runs = {fields[run.run.run_id]: collect_run_facts(run.run, about.benchmark_id) for run in job.material.runs}
    return {
        "name": f"{about.title} by Trilens",
        "media_type": "image",
        "info": {
            "exported_by": f"Trilens {__version__}",
            "credit": job.material.facts["credit"],
            "licence": job.material.facts["licence"],
            "source": job.material.facts["source"],
            OURS: to_json_line(runs),
        },
        "default_classes": [],
        "classes": {},
    }


def _build_case_fields(
    job: ExportJob, case: ExportedCase, replies: dict[str, ExportedReply], fields: dict[str, str]
) -> Json:
    """Build the fields of a case: its truths and every run's answer."""
    one, questions = case.case, job.material.about.questions
    keys = [factor.key for factor in job.material.about.case_factors]
    own = dict(zip(keys, make_unique(f"factor_{key}" for key in keys), strict=True))
    case_fields: Json = {"tags": [one.slot] if one.slot else [], "case_id": one.case_id, "group_id": one.group_id}
    case_fields |= {own[key]: level for key, level in one.factors.items() if key in own}
    if one.text:
        case_fields["question"] = one.text
    for question_id, truths in case.truths.items():
        case_fields |= {
            to_field_name(f"truth_{question_id}_{frame}"): _build_label(questions[question_id], value)
            for frame, value in truths.items()
        }
    for run in job.material.runs:
        if run.run.run_id in replies:
            case_fields |= _build_run_fields(job, run, replies[run.run.run_id], fields[run.run.run_id])
    return case_fields


def _build_run_fields(job: ExportJob, run: ExportedRun, reply: ExportedReply, begin: str) -> Json:
    values: Json = {
        f"{begin}_status": reply.reply.status,
        f"{begin}_{OURS}": to_json_line(collect_reply_facts(reply.reply)),
        f"{begin}_prompt": build_prompt_text(run.run, reply),
    }
    if reply.reply.raw is not None:
        values[f"{begin}_reply"] = reply.reply.raw
    for question_id, answer in reply.answers.items():
        if answer.status == "ok" and answer.value is not None:
            question = job.material.about.questions[question_id]
            values[f"{begin}_answer_{to_field_name(question_id)}"] = _build_label(question, answer.value)
    return values | {f"{begin}_{name}": score for name, score in reply.scores.items()}


def _build_label(question: Question, value: Value) -> Json | float:
    """Return a word as a FiftyOne label and a number unchanged."""
    if question.is_number:
        return float(value)
    return {"_cls": "Classification", "tags": [], "label": str(value)}
