"""A new benchmark from logs of an unknown task: the questions, images and answer keys that the logs contain.

The logs are converted to a table of questions, which is added as by `trilens add`. Questions with options are multiple
choice; of the others, the target decides whether the answer is a number, a text, a point or a box.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
from core.errors import ReleaseError
from core.importers.detect_format import find_logs
from core.importers.image_folder import ImageFolder, open_imported_image
from core.progress import Progress, Report, ignore_progress
from core.records import RejectedItem
from core.workflows.add_table import NOT_STATED, TableBenchmarkResult, add_table
from core.workflows.log_answers import check_rule
from core.workflows.log_questions import LogQuestions
from core.workspace import Workspace


@dataclass(frozen=True, slots=True)
class LogBenchmarkResult:
    """The result of making a benchmark from logs.

    Attributes:
        added: the added questions.
        refusals: the first refused rows, and all questions whose images cannot be used.
        refused: total number of refusals.
    """

    added: TableBenchmarkResult
    refusals: list[RejectedItem]
    refused: int

    @property
    def places(self) -> frozenset[tuple[str, str]]:
        """The file and location of each refusal."""
        return frozenset((refusal.source, refusal.location) for refusal in self.refusals)


def add_benchmark_of_logs(
    workspace: Workspace,
    benchmark_id: str,
    paths: Sequence[Path],
    report: Report = ignore_progress,
    *,
    pictures: ImageFolder | None = None,
    rule: str = "",
    is_built: bool = True,
    is_model_needed: bool = False,
) -> LogBenchmarkResult:
    """Add the questions of logs as a new benchmark, and build its warehouse; the replies are not imported yet.

    Args:
        workspace: of the data folder.
        benchmark_id: id of the new benchmark.
        paths: files and folders.
        report: receives the progress.
        pictures: images that the logs do not contain.
        rule: by which open questions of a type that has it are scored, such as `count`; by default that of the type.
        is_built: whether to build the warehouse.
        is_model_needed: whether every log must name its model, because the user names none.

    Raises:
        ReplyFileError: no log exists, or a log does not name its model; nothing is written.
        ReleaseError: the id is taken, no type of questions has the rule, or no row is a question with a key and an
            image.
    """
    check_rule(rule)
    logs = find_logs(paths)
    with tempfile.TemporaryDirectory(prefix="trilens_") as folder:
        table = Path(folder) / f"{benchmark_id}.jsonl"
        with (Path(folder) / "rows").open("w+", encoding="utf-8") as opened:
            rows = LogQuestions(Path(folder), opened, pictures, rule=rule)
            for done, log in enumerate(logs.logs):
                report(Progress("Reading questions", done, len(logs.logs)))
                rows.read(log)
            report(Progress("Reading questions", len(logs.logs), len(logs.logs)))
            rows.refuse_keyless()
            if not rows.ids:
                first = next((f" {refusal.location}: {refusal.reason}." for refusal in rows.refusals), "")
                raise ReleaseError(f"The logs contain no question that can be used.{first}")
            if is_model_needed:
                rows.check_models()
            rows.write(table)
        source = ", ".join(dict.fromkeys(rows.sources))[:400]
        facts = CustomBenchmarkInfo(
            benchmark_id, benchmark_id, NOT_STATED, source, "1", NOT_STATED, f"{benchmark_id}: {source}"
        )
        columns = rows.build_columns()
        added = add_table(
            workspace,
            table,
            facts,
            lambda _: columns,
            pictures=Path(folder),
            check=open_imported_image,
            is_built=is_built,
            report=report,
        )
    return LogBenchmarkResult(added, [*rows.refusals, *added.refusals], rows.refused + len(added.refusals))
