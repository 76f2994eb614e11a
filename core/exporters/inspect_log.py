"""A run as Inspect describes it: the parts of a log, and its samples one by one."""

import json
from collections import Counter
from hashlib import sha256
from typing import Any

from core import __version__
from core.exporters.export_data import ExportData
from core.exporters.export_images import ExportImage
from core.exporters.export_records import ExportedReply, ExportedRun
from core.exporters.field_names import make_unique, to_file_name
from core.exporters.prompt_and_target import build_prompt_text, format_target, get_seen_options, to_seen_value
from core.exporters.running_means import RunningMeans
from core.exporters.trilens_metadata import OURS, collect_reply_facts, collect_run_facts
from core.formatting import format_value
from core.photographs.data_url import make_data_url
from core.records import ORIGINAL_VIEW, ReplyStatus

_ID_DIGITS, _ATTACHMENT_DIGITS = 22, 32

_SUMMARY_CHARACTERS = 1000
"""Length to which a prompt is cut in a summary; the list of samples shows no more."""

_STOP_REASONS: dict[ReplyStatus, str] = {"cut": "max_tokens", "filtered": "content_filter"}

_WITHOUT_OUTPUT: tuple[ReplyStatus, ...] = ("api_error", "missing")

Json = dict[str, Any]


class InspectLog:
    """A run as Inspect describes it; accumulates means and token counts while samples are written."""

    def __init__(self, material: ExportData, run: ExportedRun) -> None:
        self._material, self._run = material, run
        self._began_at = run.began_at.isoformat()
        self._ids = dict(
            zip(material.case_ids, make_unique(to_file_name(case_id) for case_id in material.case_ids), strict=True)
        )
        self._means, self._usage, self._n, self._n_whole = RunningMeans(), Counter[str](), 0, 0

    def build_spec(self, *, has_pictures: bool) -> Json:
        """Build the header's `eval` part: the task, the model and the settings."""
        about, facts, run = self._material.about, self._material.facts, self._run.run
        asked_ids = self._material.list_asked_ids(self._run)
        return {
            "eval_id": self._make_id("eval"),
            "run_id": self._make_id("run"),
            "created": self._began_at,
            "task": about.benchmark_id,
            "task_id": self._make_id("task"),
            "task_version": 0,
            "task_attribs": {},
            "task_args": {"prompt": run.prompt_id, "image_view": run.image_view},
            "dataset": {
                "name": about.title,
                "location": facts["source"],
                "samples": self._run.n_replies,
                "sample_ids": [self._ids[case_id] for case_id in asked_ids],
                "shuffled": False,
            },
            "model": self._run.model_name,
            "model_generate_config": _build_generate_config(self._run),
            "model_args": {},
            "config": {"epochs": 1, "fail_on_error": False, "log_images": has_pictures},
            "packages": {"trilens": __version__},
            "metadata": {
                "exported_by": f"Trilens {__version__}",
                "benchmark_version": facts["version"],
                "credit": facts["credit"],
                OURS: collect_run_facts(run, about.benchmark_id),
            },
            "scorers": [
                {"name": name, "options": {}, "metrics": [{"name": "mean", "options": {}}], "metadata": {}}
                for name in self._material.score_names.values()
            ],
        }

    def plan(self) -> Json:
        """Return the header's `plan` part: one question, one reply."""
        return {"name": "plan", "steps": [{"solver": "generate", "params": {}}], "config": {}}

    def sample(self, one: ExportedReply, pictures: list[ExportImage]) -> tuple[Json, Json]:
        """Build a sample and its entry in the list of samples."""
        reply, case = one.reply, one.case.case
        attachments = {
            sha256(picture.body).hexdigest()[:_ATTACHMENT_DIGITS]: make_data_url(picture.body, picture.media_type)
            for picture in pictures
        }
        prompt = build_prompt_text(self._run.run, one)
        user_message = self._build_user_message(
            one, [f"attachment://{key}" for key in self._make_attachment_keys(pictures)], prompt
        )
        output, answered = self._build_output(one)
        usage = {self._run.model_name: tokens} if (tokens := _collect_usage(one)) else {}
        self._add(one, usage)
        shared: Json = {
            "id": self._ids[case.case_id],
            "epoch": 1,
            "target": format_target(self._material.about, one),
            "metadata": self._build_metadata(one, with_pictures=bool(pictures)),
            "scores": self._build_scores(one),
            "model_usage": usage,
            "uuid": self._make_id("sample", case.case_id),
        }
        if reply.latency_s is not None:
            shared |= {"total_time": reply.latency_s, "working_time": reply.latency_s}
        options = get_seen_options(one)
        sample = shared | {
            "input": [user_message],
            "choices": list(options) or None,
            "messages": [user_message, *answered],
            "output": output,
            "store": {},
            "events": [self._build_event(one, user_message, output)],
            "attachments": attachments,
        }
        short = [{"type": "text", "text": "(Image)"}] * len(pictures)
        short.append({"type": "text", "text": prompt[:_SUMMARY_CHARACTERS]})
        summary = shared | {
            "input": [user_message | {"content": short}],
            "retries": 0,
            "completed": True,
            "message_count": 1 + len(answered),
        }
        if (message := _describe_failure(one)) is not None:
            sample["error"] = {"message": message, "traceback": "", "traceback_ansi": ""}
            summary["error"] = message
        return sample, summary

    def build_results(self) -> Json:
        """Build the results: means over the scored answers, with the number of unscored ones."""
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

    def build_stats(self) -> Json:
        """Return the start time (the end time is unknown) and the total of the known token counts."""
        usage = {self._run.model_name: dict(self._usage)} if self._usage else {}
        return {"started_at": self._began_at, "model_usage": usage}

    def _add(self, reply: ExportedReply, usage: Json) -> None:
        self._n += 1
        self._n_whole += reply.reply.status not in _WITHOUT_OUTPUT
        self._means.add(self._material.list_score_names(reply.case), reply.scores)
        for tokens in usage.values():
            self._usage.update(tokens)

    def _build_user_message(self, reply: ExportedReply, images: list[str], prompt: str) -> Json:
        parts: list[Json] = [{"type": "image", "image": image, "detail": "auto"} for image in images]
        parts.append({"type": "text", "text": prompt})
        return {
            "id": self._make_id("user", reply.case.case.case_id),
            "role": "user",
            "source": "input",
            "content": parts,
        }

    def _build_output(self, one: ExportedReply) -> tuple[Json, list[Json]]:
        """Build the model's output and message; no message if the call failed or was never made."""
        reply = one.reply
        model = reply.api_model or self._run.model_name
        output: Json = {"model": model, "choices": [], "completion": ""}
        if reply.latency_s is not None:
            output["time"] = reply.latency_s
        if usage := _collect_usage(one):
            output["usage"] = usage
        if reply.status in _WITHOUT_OUTPUT and not reply.raw:
            return output, []
        text = reply.raw or ""
        refused = [{"type": "text", "text": text, "refusal": True}]
        message = {
            "id": self._make_id("assistant", one.case.case.case_id),
            "role": "assistant",
            "source": "generate",
            "model": model,
            "content": refused if reply.status == "refused" else text,
        }
        choice = {"message": message, "stop_reason": _STOP_REASONS.get(reply.status, "stop")}
        return output | {"choices": [choice], "completion": text}, [message]

    def _build_event(self, reply: ExportedReply, asked: Json, output: Json) -> Json:
        """Build the event of the model call, or an info event if the model was not asked."""
        common = {
            "uuid": self._make_id("event", reply.case.case.case_id),
            "span_id": "solvers",
            "timestamp": self._began_at,
            "working_start": 0.0,
        }
        if reply.reply.status == "missing":
            return common | {"event": "info", "source": "trilens", "data": _describe_failure(reply)}
        call = common | {
            "event": "model",
            "model": self._run.model_name,
            "input": [asked],
            "tools": [],
            "tool_choice": "none",
            "config": {},
            "output": output,
        }
        if reply.reply.latency_s is not None:
            call["working_time"] = reply.reply.latency_s
        if reply.reply.status == "api_error":
            call["error"] = _describe_failure(reply)
        return call

    def _build_scores(self, reply: ExportedReply) -> Json:
        scores = {}
        for (question_id, frame), name in self._material.score_names.items():
            if name not in reply.scores:
                continue
            question, answer = self._material.about.questions[question_id], reply.answers[question_id]
            truth = format_value(
                to_seen_value(reply, question_id, reply.case.truths[question_id][frame]), question.kind
            )
            scores[name] = {
                "value": reply.scores[name],
                "answer": "" if answer.value is None else str(to_seen_value(reply, question_id, answer.value)),
                "explanation": f"{question.title}, {frame}: {truth} is right"
                + (f"; {answer.note}" if answer.note else ""),
            }
        return scores

    def _build_metadata(self, reply: ExportedReply, *, with_pictures: bool) -> Json:
        case = reply.case.case
        metadata: Json = {
            "case_id": case.case_id,
            "group_id": case.group_id,
            "slot": case.slot,
            "status": reply.reply.status,
            "file_names": [path.name for path in case.images],
            **case.factors,
            OURS: collect_reply_facts(reply.reply),
        }
        if unread := {q: f"{a.status}: {a.reason}" for q, a in reply.answers.items() if a.status != "ok"}:
            metadata["not_scored"] = unread
        if with_pictures and self._run.run.image_view != ORIGINAL_VIEW:
            metadata["pictures_are"] = f"the original ones; the model was shown the view {self._run.run.image_view}"
        return metadata

    def _make_attachment_keys(self, pictures: list[ExportImage]) -> list[str]:
        return [sha256(picture.body).hexdigest()[:_ATTACHMENT_DIGITS] for picture in pictures]

    def _make_id(self, *parts: str) -> str:
        name = json.dumps([self._material.about.benchmark_id, self._run.run.run_id, *parts])
        return sha256(name.encode()).hexdigest()[:_ID_DIGITS]


def _build_generate_config(run: ExportedRun) -> Json:
    """Return the settings that Inspect has names for."""
    settings = run.run.settings
    known = {"max_tokens": settings.get("max_output_tokens"), "temperature": settings.get("temperature")}
    return {name: value for name, value in known.items() if isinstance(value, int | float)}


def _collect_usage(reply: ExportedReply) -> dict[str, int]:
    """Return input, output and total tokens; empty if a count is unknown, since Inspect would show 0."""
    tokens_in, tokens_out = reply.reply.input_tokens, reply.reply.output_tokens
    if tokens_in is None or tokens_out is None:
        return {}
    return {"input_tokens": tokens_in, "output_tokens": tokens_out, "total_tokens": tokens_in + tokens_out}


def _describe_failure(reply: ExportedReply) -> str | None:
    """Return why there is no output; None if there is one."""
    if reply.reply.status == "missing":
        return f"CancelledError: {reply.reply.error or 'there is no reply'}"
    return (reply.reply.error or "the call failed") if reply.reply.status == "api_error" else None
