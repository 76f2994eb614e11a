"""Trilens' own JSON lines: a run's journal, as `trilens import` takes it."""

from core.exporters.export_job import ExportJob
from core.runs.journal import encode_manifest, encode_reply

SUFFIX = ".jsonl"


def write(job: ExportJob) -> None:
    """Writes one journal a run: the manifest, then a line a reply."""
    for run, name in job.list_run_files(SUFFIX):
        with job.output.open_file(name) as file:
            file.write(encode_manifest(run.run))
            for one in job.iterate_replies(run):
                file.write(encode_reply(one.reply))
