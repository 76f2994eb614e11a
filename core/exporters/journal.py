"""Trilens' JSON lines: a run's journal, as `trilens import` accepts it."""

from core.exporters.export_job import ExportJob
from core.runs.journal import encode_manifest, encode_reply

SUFFIX = ".jsonl"


def write(job: ExportJob) -> None:
    """Write one journal per run: the manifest, then one line per reply."""
    for run, name in job.list_run_files(SUFFIX):
        with job.output.open_file(name) as file:
            file.write(encode_manifest(run.run))
            for reply in job.iterate_replies(run):
                file.write(encode_reply(reply.reply))
