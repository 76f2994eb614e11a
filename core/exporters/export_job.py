"""One export in progress: its data, images, output and progress."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.exporters.export_data import ExportData
from core.exporters.export_images import ImageExporter
from core.exporters.export_records import ExportedCase, ExportedReply, ExportedRun
from core.exporters.field_names import make_unique, to_file_name
from core.exporters.output_targets import OutputTarget


@dataclass(slots=True)
class ExportJob:
    """Everything that a format's writer needs.

    Attributes:
        count: called with the number of replies just written.
    """

    material: ExportData
    pictures: ImageExporter
    output: OutputTarget
    count: Callable[[int], None]

    def iterate_replies(self, run: ExportedRun) -> Iterator[ExportedReply]:
        """Yield the replies of a run and count them."""
        for reply in self.material.iterate_replies(run):
            yield reply
            self.count(1)

    def iterate_cases(self) -> Iterator[tuple[ExportedCase, dict[str, ExportedReply]]]:
        """Yield the cases with their replies by run and count the replies."""
        for case, replies in self.material.iterate_cases():
            yield case, replies
            self.count(len(replies))

    def list_run_files(self, suffix: str) -> list[tuple[ExportedRun, str]]:
        """Return each run with the name of its file."""
        names = make_unique(to_file_name(run.run.run_id) for run in self.material.runs)
        return [(run, f"{name}{suffix}") for run, name in zip(self.material.runs, names, strict=True)]
