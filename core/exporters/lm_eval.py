"""lm-eval's logged samples and results: one folder per model, as written by `--log_samples --output_path FOLDER`.

The format has no fields for status, error, tokens and time: `doc.trilens` holds them. Source: docs/using/exporting.md.
"""

from datetime import datetime

from core import __version__
from core.exporters.export_job import ExportJob
from core.exporters.export_records import ExportedReply, ExportedRun
from core.exporters.harness_tasks import Json, TaskRow, compute_hashes, write_runs
from core.exporters.prompt_and_target import get_seen_options
from core.exporters.trilens_metadata import OURS, collect_reply_facts, to_json_line

NO_FILTER = "none"


def write(job: ExportJob) -> None:
    """Write the folder."""
    write_runs(
        job,
        samples_name=lambda task, moment: f"samples_{task}_{_format_timestamp(moment)}.jsonl",
        results_name=lambda moment: f"results_{_format_timestamp(moment)}.json",
        row=lambda row: _build_row(job, row),
        results=_build_results,
        own_scores=_return_empty,
    )


def _format_timestamp(moment: datetime) -> str:
    return f"{moment:%Y-%m-%dT%H-%M-%S.%f}"


def _return_empty(_task: str, _one: ExportedReply) -> Json:
    return {}


def _build_row(job: ExportJob, row: TaskRow) -> Json:
    """Build a row with the keys of lm-eval's. Everything in `doc` is text, so that each column has one type."""
    case, reply = row.one.case.case, row.one.reply
    text = reply.raw or ""
    message = {"role": "user", "content": row.prompt}
    return {
        "doc_id": row.number,
        "doc": {
            "case_id": case.case_id,
            "group_id": case.group_id,
            "slot": case.slot,
            "question": " ".join(case_question.question_id for case_question in case.asks),
            "images": to_json_line([path.name for path in case.images]),
            "options": to_json_line(get_seen_options(row.one)),
            **{factor.key: case.factors.get(factor.key, "") for factor in job.material.about.case_factors},
            "trilens_status": reply.status,
            OURS: to_json_line(collect_reply_facts(reply)),
        },
        "target": row.target,
        "arguments": {"gen_args_0": {"arg_0": [to_json_line([message])], "arg_1": {"until": []}}},
        "resps": [[text]],
        "filtered_resps": [text],
        "filter": NO_FILTER,
        "metrics": row.metrics,
        **dict(compute_hashes(row)),
    }


def _build_results(run: ExportedRun, shared: Json) -> Json:
    return shared | {"date": run.began_at.timestamp(), "lm_eval_version": f"exported by Trilens {__version__}"}
