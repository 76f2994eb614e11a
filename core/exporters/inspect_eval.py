"""Inspect's `.eval` log: a zip with one JSON member per sample, which `inspect view` and `read_eval_log` open.

Members are deflated so that old versions can read them. Equal content gives equal bytes. Everything that Inspect has
no field for is below `metadata.trilens`. Source: docs/using/exporting.md.
"""

import shutil
import tempfile
import zipfile
from typing import BinaryIO

from core.exporters.export_job import ExportJob
from core.exporters.export_records import ExportedRun
from core.exporters.inspect_log import InspectLog
from core.exporters.output_targets import FAST_DEFLATE_LEVEL, make_zip_info
from core.exporters.trilens_metadata import to_json_line

SUFFIX = ".eval"
FORMAT = 2
"""Format version stated in every Inspect file."""


def write(job: ExportJob) -> None:
    """Write one log per run."""
    for run, name in job.list_run_files(SUFFIX):
        with job.output.open_file(name) as file:
            _write_log(job, run, file)


def _write_log(job: ExportJob, run: ExportedRun, file: BinaryIO) -> None:
    """Write the members in Inspect's order, one sample and one summary at a time."""
    log = InspectLog(job.material, run)
    head = {"version": FORMAT, "eval": log.build_spec(has_pictures=job.pictures.wanted != "none"), "plan": log.plan()}
    with zipfile.ZipFile(file, "w") as archive, tempfile.TemporaryFile() as summaries:
        archive.writestr(make_zip_info("_journal/start.json"), to_json_line(head))
        for reply in job.iterate_replies(run):
            sample, summary = log.sample(reply, [image for image in job.pictures.find_images(reply.case) if image])
            archive.writestr(
                make_zip_info(f"samples/{sample['id']}_epoch_1.json"),
                to_json_line(sample),
                compresslevel=FAST_DEFLATE_LEVEL,
            )
            summaries.write((b"," if summaries.tell() else b"[") + to_json_line(summary).encode())
        summaries.write(b"]" if summaries.tell() else b"[]")
        summaries.seek(0)
        with archive.open(make_zip_info("summaries.json"), "w") as target:
            shutil.copyfileobj(summaries, target)
        end = {"status": "success", "results": log.build_results(), "stats": log.build_stats()}
        archive.writestr(make_zip_info("header.json"), to_json_line(head | end))
