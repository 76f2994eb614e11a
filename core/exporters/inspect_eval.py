"""Inspect's `.eval`: a zip with one JSON member a sample, which `inspect view` and `read_eval_log` open.

Members are deflated, so that old versions read them too. Equal content has equal bytes. What Inspect has no place for
stands below `metadata.trilens`. Source: docs/using/exporting.md.
"""

import json
import shutil
import tempfile
import zipfile
from collections import Counter
from hashlib import sha256
from typing import Any, BinaryIO

from core import __version__
from core.exporters.export_data import ExportedReply, ExportedRun, Material
from core.exporters.export_images import Picture
from core.exporters.export_job import Job
from core.exporters.field_names import distinct, file_name
from core.exporters.output_targets import QUICKLY, member
from core.exporters.prompt_and_target import as_seen, prompt_text, seen_options, target_text
from core.exporters.running_means import Means
from core.exporters.trilens_metadata import OURS, as_json, reply_facts, run_facts
from core.formatting import value_text
from core.photographs.data_url import data_url
from core.records import ReplyStatus

SUFFIX = ".eval"
FORMAT = 2
"""Version that every file of Inspect's states."""

_ID_DIGITS, _ATTACHMENT_DIGITS = 22, 32

_SUMMARY_CHARACTERS = 1000
"""Of the prompt in a summary; the list of samples shows no more."""

_STOP_REASONS: dict[ReplyStatus, str] = {"cut": "max_tokens", "filtered": "content_filter"}

_WITHOUT_OUTPUT: tuple[ReplyStatus, ...] = ("api_error", "missing")

Json = dict[str, Any]


def write(job: Job) -> None:
    """Writes one log a run."""
    for run, name in job.run_files(SUFFIX):
        with job.output.file(name) as file:
            _write_log(job, run, file)


def _write_log(job: Job, run: ExportedRun, file: BinaryIO) -> None:
    """Writes the members in the order in which Inspect writes them; samples and their summaries go by one by one."""
    log = _Log(job.material, run)
    head = {"version": FORMAT, "eval": log.spec(has_pictures=job.pictures.wanted != "none"), "plan": log.plan()}
    with zipfile.ZipFile(file, "w") as archive, tempfile.TemporaryFile() as summaries:
        archive.writestr(member("_journal/start.json"), as_json(head))
        for one in job.replies(run):
            sample, summary = log.sample(one, [found for found in job.pictures.of(one.case) if found])
            archive.writestr(member(f"samples/{sample['id']}_epoch_1.json"), as_json(sample), compresslevel=QUICKLY)
            summaries.write((b"," if summaries.tell() else b"[") + as_json(summary).encode())
        summaries.write(b"]" if summaries.tell() else b"[]")
        summaries.seek(0)
        with archive.open(member("summaries.json"), "w") as target:
            shutil.copyfileobj(summaries, target)
        end = {"status": "success", "results": log.results(), "stats": log.stats()}
        archive.writestr(member("header.json"), as_json(head | end))


class _Log:
    """A run as Inspect describes it, with what its samples add up to while they go by."""

    def __init__(self, material: Material, run: ExportedRun) -> None:
        self._material, self._run = material, run
        self._began_at = run.began_at.isoformat()
        self._ids = dict(
            zip(material.case_ids, distinct(file_name(case_id) for case_id in material.case_ids), strict=True)
        )
        self._means, self._usage, self._n, self._n_whole = Means(), Counter[str](), 0, 0

    def spec(self, *, has_pictures: bool) -> Json:
        """The member's part `eval`: what was asked of whom."""
        about, facts, run = self._material.about, self._material.facts, self._run.run
        asked = self._material.asked_ids(self._run)
        return {
            "eval_id": self._id("eval"),
            "run_id": self._id("run"),
            "created": self._began_at,
            "task": about.benchmark_id,
            "task_id": self._id("task"),
            "task_version": 0,
            "task_attribs": {},
            "task_args": {"prompt": run.prompt_id, "image_view": run.image_view},
            "dataset": {
                "name": about.title,
                "location": facts["source"],
                "samples": self._run.n_replies,
                "sample_ids": [self._ids[case_id] for case_id in asked],
                "shuffled": False,
            },
            "model": self._run.model_name,
            "model_generate_config": _generate_config(self._run),
            "model_args": {},
            "config": {"epochs": 1, "fail_on_error": False, "log_images": has_pictures},
            "packages": {"trilens": __version__},
            "metadata": {
                "exported_by": f"Trilens {__version__}",
                "benchmark_version": facts["version"],
                "credit": facts["credit"],
                OURS: run_facts(run, about.benchmark_id),
            },
            "scorers": [
                {"name": name, "options": {}, "metrics": [{"name": "mean", "options": {}}], "metadata": {}}
                for name in self._material.score_names.values()
            ],
        }

    def plan(self) -> Json:
        """The member's part `plan`: one question, one reply."""
        return {"name": "plan", "steps": [{"solver": "generate", "params": {}}], "config": {}}

    def sample(self, one: ExportedReply, pictures: list[Picture]) -> tuple[Json, Json]:
        """A sample, and its line in the list of samples."""
        reply, case = one.reply, one.case.case
        attachments = {
            sha256(found.body).hexdigest()[:_ATTACHMENT_DIGITS]: data_url(found.body, found.media_type)
            for found in pictures
        }
        prompt = prompt_text(self._run.run, one)
        asked = self._user(one, [f"attachment://{key}" for key in self._keys(pictures)], prompt)
        output, answered = self._output(one)
        usage = {self._run.model_name: tokens} if (tokens := _usage(one)) else {}
        self._add(one, usage)
        shared: Json = {
            "id": self._ids[case.case_id],
            "epoch": 1,
            "target": target_text(self._material.about, one),
            "metadata": self._metadata(one, with_pictures=bool(pictures)),
            "scores": self._scores(one),
            "model_usage": usage,
            "uuid": self._id("sample", case.case_id),
        }
        if reply.latency_s is not None:
            shared |= {"total_time": reply.latency_s, "working_time": reply.latency_s}
        options = seen_options(one)
        sample = shared | {
            "input": [asked],
            "choices": list(options) or None,
            "messages": [asked, *answered],
            "output": output,
            "store": {},
            "events": [self._event(one, asked, output)],
            "attachments": attachments,
        }
        short = [{"type": "text", "text": "(Image)"}] * len(pictures)
        short.append({"type": "text", "text": prompt[:_SUMMARY_CHARACTERS]})
        summary = shared | {
            "input": [asked | {"content": short}],
            "retries": 0,
            "completed": True,
            "message_count": 1 + len(answered),
        }
        if (message := _failure(one)) is not None:
            sample["error"] = {"message": message, "traceback": "", "traceback_ansi": ""}
            summary["error"] = message
        return sample, summary

    def results(self) -> Json:
        """What the samples add up to: means over the answers that could be read, the others counted."""
        return {
            "total_samples": self._n,
            "completed_samples": self._n_whole,
            "scores": [
                {
                    "name": name,
                    "scorer": name,
                    "scored_samples": mean.n,
                    "unscored_samples": mean.missing,
                    "params": {},
                    "metrics": {"mean": {"name": "mean", "value": mean.value, "params": {}}},
                }
                for name, mean in self._means.by_name.items()
                if mean.value is not None
            ],
        }

    def stats(self) -> Json:
        """When it began, since nobody knows when it ended, and the tokens of the replies whose tokens are known."""
        usage = {self._run.model_name: dict(self._usage)} if self._usage else {}
        return {"started_at": self._began_at, "model_usage": usage}

    def _add(self, one: ExportedReply, usage: Json) -> None:
        self._n += 1
        self._n_whole += one.reply.status not in _WITHOUT_OUTPUT
        self._means.add(self._material.scores_of(one.case), one.scores)
        for tokens in usage.values():
            self._usage.update(tokens)

    def _user(self, one: ExportedReply, images: list[str], prompt: str) -> Json:
        parts: list[Json] = [{"type": "image", "image": image, "detail": "auto"} for image in images]
        parts.append({"type": "text", "text": prompt})
        return {"id": self._id("user", one.case.case.case_id), "role": "user", "source": "input", "content": parts}

    def _output(self, one: ExportedReply) -> tuple[Json, list[Json]]:
        """What the model gave: the output, and its message, none where the call failed or never was."""
        reply = one.reply
        model = reply.api_model or self._run.model_name
        output: Json = {"model": model, "choices": [], "completion": ""}
        if reply.latency_s is not None:
            output["time"] = reply.latency_s
        if usage := _usage(one):
            output["usage"] = usage
        if reply.status in _WITHOUT_OUTPUT and not reply.raw:
            return output, []
        text = reply.raw or ""
        refused = [{"type": "text", "text": text, "refusal": True}]
        message = {
            "id": self._id("assistant", one.case.case.case_id),
            "role": "assistant",
            "source": "generate",
            "model": model,
            "content": refused if reply.status == "refused" else text,
        }
        choice = {"message": message, "stop_reason": _STOP_REASONS.get(reply.status, "stop")}
        return output | {"choices": [choice], "completion": text}, [message]

    def _event(self, one: ExportedReply, asked: Json, output: Json) -> Json:
        """The call; where nothing was asked, a sentence that says so."""
        common = {
            "uuid": self._id("event", one.case.case.case_id),
            "span_id": "solvers",
            "timestamp": self._began_at,
            "working_start": 0.0,
        }
        if one.reply.status == "missing":
            return common | {"event": "info", "source": "trilens", "data": _failure(one)}
        call = common | {
            "event": "model",
            "model": self._run.model_name,
            "input": [asked],
            "tools": [],
            "tool_choice": "none",
            "config": {},
            "output": output,
        }
        if one.reply.latency_s is not None:
            call["working_time"] = one.reply.latency_s
        if one.reply.status == "api_error":
            call["error"] = _failure(one)
        return call

    def _scores(self, one: ExportedReply) -> Json:
        scores = {}
        for (question_id, frame), name in self._material.score_names.items():
            if name not in one.scores:
                continue
            question, answer = self._material.about.questions[question_id], one.answers[question_id]
            truth = value_text(as_seen(one, question_id, one.case.truths[question_id][frame]), question.kind)
            scores[name] = {
                "value": one.scores[name],
                "answer": "" if answer.value is None else str(as_seen(one, question_id, answer.value)),
                "explanation": f"{question.title}, {frame}: {truth} is right"
                + (f"; {answer.note}" if answer.note else ""),
            }
        return scores

    def _metadata(self, one: ExportedReply, *, with_pictures: bool) -> Json:
        case = one.case.case
        metadata: Json = {
            "case_id": case.case_id,
            "group_id": case.group_id,
            "slot": case.slot,
            "status": one.reply.status,
            "file_names": [path.name for path in case.images],
            **case.factors,
            OURS: reply_facts(one.reply),
        }
        if unread := {q: f"{a.status}: {a.reason}" for q, a in one.answers.items() if a.status != "ok"}:
            metadata["not_scored"] = unread
        if with_pictures and self._run.run.image_view != "original":
            metadata["pictures_are"] = f"the original ones; the model was shown the view {self._run.run.image_view}"
        return metadata

    def _keys(self, pictures: list[Picture]) -> list[str]:
        return [sha256(found.body).hexdigest()[:_ATTACHMENT_DIGITS] for found in pictures]

    def _id(self, *parts: str) -> str:
        name = json.dumps([self._material.about.benchmark_id, self._run.run.run_id, *parts])
        return sha256(name.encode()).hexdigest()[:_ID_DIGITS]


def _generate_config(run: ExportedRun) -> Json:
    """The settings that Inspect knows by name."""
    settings = run.run.settings
    known = {"max_tokens": settings.get("max_output_tokens"), "temperature": settings.get("temperature")}
    return {name: value for name, value in known.items() if isinstance(value, int | float)}


def _usage(one: ExportedReply) -> dict[str, int]:
    """Tokens in and out; empty where one of them is unknown, since Inspect would show 0."""
    tokens_in, tokens_out = one.reply.input_tokens, one.reply.output_tokens
    if tokens_in is None or tokens_out is None:
        return {}
    return {"input_tokens": tokens_in, "output_tokens": tokens_out, "total_tokens": tokens_in + tokens_out}


def _failure(one: ExportedReply) -> str | None:
    """Why there is no output; None where there is one."""
    if one.reply.status == "missing":
        return f"CancelledError: {one.reply.error or 'there is no reply'}"
    return (one.reply.error or "the call failed") if one.reply.status == "api_error" else None
