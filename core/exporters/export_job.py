"""One export under way: what goes out, with which pictures, where to, and how far it is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.exporters.export_data import ExportData, ExportedCase, ExportedReply, ExportedRun
from core.exporters.export_images import ImageExporter
from core.exporters.field_names import make_unique, to_file_name
from core.exporters.output_targets import OutputTarget


@dataclass(slots=True)
class ExportJob:
    """What a form needs.

    Attributes:
        count: called after replies, with their number.
    """

    material: ExportData
    pictures: ImageExporter
    output: OutputTarget
    count: Callable[[int], None]

    def iterate_replies(self, run: ExportedRun) -> Iterator[ExportedReply]:
        """The replies of a run, counted."""
        for one in self.material.iterate_replies(run):
            yield one
            self.count(1)

    def iterate_cases(self) -> Iterator[tuple[ExportedCase, dict[str, ExportedReply]]]:
        """The cases with their replies by run, counted."""
        for case, replies in self.material.iterate_cases():
            yield case, replies
            self.count(len(replies))

    def list_run_files(self, suffix: str) -> list[tuple[ExportedRun, str]]:
        """Each run with the name of its file."""
        names = make_unique(to_file_name(run.run.run_id) for run in self.material.runs)
        return [(run, f"{name}{suffix}") for run, name in zip(self.material.runs, names, strict=True)]
