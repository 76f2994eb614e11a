"""lmms-eval's logged samples and results, as written by `--log_samples --output_path FOLDER`.

A failed call has lmms-eval's failure text and no score: a failure is not a wrong answer.
Source: docs/using/exporting.md.
"""

from datetime import datetime
from statistics import fmean

from core import __version__
from core.exporters.export_job import ExportJob
from core.exporters.export_records import ExportedReply, ExportedRun
from core.exporters.harness_tasks import Json, TaskRow, compute_hashes, write_runs
from core.exporters.trilens_metadata import OURS, collect_reply_facts, to_json_line
from core.photographs.data_url import make_data_url

FAILED = "[LMMS_EVAL_REQUEST_FAILED after 0 retries]"
"""Beginning of the text of a failed call. Source: lmms-eval 0.6.1 and later."""


def write(job: ExportJob) -> None:
    """Write the folder."""
    truth_scores = set(job.material.truth_scores.values())

    def case_score(task: str, one: ExportedReply) -> Json:
        """Compute the mean over a case's questions, under the name by which lmms-eval compares runs."""
        found = [score for name, score in one.scores.items() if name in truth_scores]
        return {f"{task}_score": fmean(found)} if found else {}

    write_runs(
        job,
        samples_name=lambda task, moment: f"{_format_timestamp(moment)}_samples_{task}.jsonl",
        results_name=lambda moment: f"{_format_timestamp(moment)}_results.json",
        row=lambda row: _build_row(job, row),
        results=_build_results,
        own_scores=case_score,
    )


def _format_timestamp(moment: datetime) -> str:
    return f"{moment:%Y%m%d_%H%M%S}"


def _build_row(job: ExportJob, row: TaskRow) -> Json:
    """Build a row with the keys of lmms-eval's; images are data URIs, or the names of their files."""
    case, reply = row.one.case, row.one.reply
    pictures = job.pictures.find_images(case)
    names = [path.name for path in case.case.images]
    media = [
        make_data_url(found.body, found.media_type) if found else name
        for found, name in zip(pictures or [None] * len(names), names, strict=True)
    ]
    text = reply.raw or ""
    if reply.status == "api_error" and not text:
        text = f"{FAILED} {reply.error or ''}".rstrip()
    tokens = {"input_tokens": reply.input_tokens, "output_tokens": reply.output_tokens}
    known = {name: count for name, count in tokens.items() if count is not None}
    return {
        "doc_id": row.number,
        "target": row.target,
        "filtered_resps": text,
        **({"token_counts": [known]} if known else {}),
        "doc_hash": dict(compute_hashes(row))["doc_hash"],
        "input_media": media,
        "input": row.prompt,
        "case_id": case.case.case_id,
        "question": " ".join(case_question.question_id for case_question in case.case.asks),
        "trilens_status": reply.status,
        OURS: to_json_line(collect_reply_facts(reply)),
    }


def _build_results(run: ExportedRun, shared: Json) -> Json:
    config = shared["config"] | {"resolved_cli_args": {"timezone": "UTC"}}
    return shared | {
        "config": config,
        "date": _format_timestamp(run.began_at),
        "lmms_eval_version": f"exported by Trilens {__version__}",
    }
