"""One export under way: what goes out, with which pictures, where to, and how far it is."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.exporters.export_data import ExportedCase, ExportedReply, ExportedRun, Material
from core.exporters.export_images import PictureBox
from core.exporters.field_names import distinct, file_name
from core.exporters.output_targets import Output


@dataclass(slots=True)
class Job:
    """What a form needs.

    Attributes:
        count: called after replies, with their number.
    """

    material: Material
    pictures: PictureBox
    output: Output
    count: Callable[[int], None]

    def replies(self, run: ExportedRun) -> Iterator[ExportedReply]:
        """The replies of a run, counted."""
        for one in self.material.replies(run):
            yield one
            self.count(1)

    def cases(self) -> Iterator[tuple[ExportedCase, dict[str, ExportedReply]]]:
        """The cases with their replies by run, counted."""
        for case, replies in self.material.cases():
            yield case, replies
            self.count(len(replies))

    def run_files(self, suffix: str) -> list[tuple[ExportedRun, str]]:
        """Each run with the name of its file."""
        names = distinct(file_name(run.run.run_id) for run in self.material.runs)
        return [(run, f"{name}{suffix}") for run, name in zip(self.material.runs, names, strict=True)]
