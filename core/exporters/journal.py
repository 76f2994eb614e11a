"""Trilens' own JSON lines: a run's journal, as `trilens import` takes it."""

from core.exporters.export_job import Job
from core.runs.journal import manifest_line, reply_line

SUFFIX = ".jsonl"


def write(job: Job) -> None:
    """Writes one journal a run: the manifest, then a line a reply."""
    for run, name in job.run_files(SUFFIX):
        with job.output.file(name) as file:
            file.write(manifest_line(run.run))
            for one in job.replies(run):
                file.write(reply_line(one.reply))
