"""A question table dropped on a page: read as a draft first, then added as a benchmark, in a thread.

The files are in a temporary folder that is removed with the object.
"""

import re
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from core.benchmarks.choice.columns import find_columns
from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
from core.benchmarks.choice.object_columns import open_question_table
from core.benchmarks.choice.table_rows import TABLE_SUFFIXES
from core.errors import ReleaseError
from core.formatting import to_single_line
from core.importers.image_folder import ENDINGS
from core.progress import Progress
from core.workflows.add_table import NOT_STATED, TableBenchmarkResult, add_table, check_free
from core.workflows.background_job import BackgroundJob
from core.workflows.spreadsheet_table import SPREADSHEET, convert_spreadsheet
from core.workspace import FIRST_BENCHMARK, Workspace

TABLE_ENDINGS = (*TABLE_SUFFIXES, SPREADSHEET)
"""Ends of the names of files that can hold a question table."""

_MAX_NAME = 150
_DRAFT = "draft"


@dataclass(frozen=True, slots=True)
class TableRequest:
    """The user's choices for a dropped table.

    Attributes:
        benchmark_id: id of the new benchmark.
        title: on pages; the id if empty.
        columns: columns by role, as attributes of `TableColumns`, if the user corrects the detection.
    """

    benchmark_id: str
    title: str = ""
    columns: Mapping[str, Any] = field(default_factory=dict)


class TableJob(BackgroundJob):
    """The addition of a dropped table. Reading starts at once; call `add` after the user has reviewed the draft.

    Attributes:
        columns: names of the table's columns; empty until they are known.
        draft: what would be added; None until it is known.
        added: what was added; None before.
    """

    def __init__(self, workspace: Workspace, files: Iterable[tuple[str, bytes]], request: TableRequest) -> None:
        """Write the files to the disk and start reading them.

        Args:
            workspace: of any benchmark.
            files: name and content of the table and of the images that it names.
            request: the user's choices.
        """
        super().__init__("table", Progress("Reading the table", 0, 1))
        self._workspace, self._request = workspace.select_benchmark(FIRST_BENCHMARK), request
        self._temporary = tempfile.TemporaryDirectory(prefix="trilens-table-")
        self._folder = Path(self._temporary.name)
        self._files = [self._put(name, body) for name, body in files]
        self.columns: tuple[str, ...] = ()
        self.draft: TableBenchmarkResult | None = None
        self.added: TableBenchmarkResult | None = None
        self.start_work(self._read)

    @property
    def benchmark_id(self) -> str:
        """Return the id of the new benchmark."""
        return self._request.benchmark_id

    @property
    def is_adding(self) -> bool:
        """Return whether the benchmark is being added, after the draft."""
        return self.is_running and self.draft is not None

    def add(self) -> None:
        """Add the benchmark and build its warehouse, in a thread; do nothing without a draft."""
        if self.draft is not None and self.added is None:
            self.start_work(self._add)

    def format_error(self, text: str) -> str:
        """Remove the temporary folder from a sentence, so that the user recognises the file names."""
        return re.sub(rf"{re.escape(str(self._folder))}/", "", text)

    def _put(self, name: str, body: bytes) -> Path:
        file_name = to_single_line(re.split(r"[/\\]", name)[-1]).lstrip(".")[-_MAX_NAME:] or "table"
        path = self._folder / file_name
        path.write_bytes(body)
        return path

    def _find_table(self) -> Path:
        tables = [path for path in self._files if path.suffix.lower() in TABLE_ENDINGS]
        unknown_files = [path for path in self._files if path not in tables and not path.name.lower().endswith(ENDINGS)]
        if unknown_files:
            raise ReleaseError(
                f"{unknown_files[0].name} is neither a table nor an image. Drop one file that ends in "
                f"{', '.join(TABLE_ENDINGS)}, with the images that it names."
            )
        if len(tables) != 1:
            count = "No table is" if not tables else f"{len(tables)} tables are"
            raise ReleaseError(f"{count} among the files. Drop one table, with the images that it names.")
        return tables[0]

    def _read(self) -> None:
        check_free(self._workspace.select_benchmark(self._request.benchmark_id))
        table = self._find_table()
        with tempfile.TemporaryDirectory(prefix="trilens_") as folder:
            readable = convert_spreadsheet(table, Path(folder)) if table.suffix.lower() == SPREADSHEET else table
            self.columns = open_question_table(readable).columns
        draft = replace(self._workspace, data=self._folder / _DRAFT)
        self.draft = self._add_table(draft, table, is_built=False)

    def _add(self) -> None:
        self.added = self._add_table(self._workspace, self._find_table(), is_built=True)

    def _add_table(self, workspace: Workspace, table: Path, *, is_built: bool) -> TableBenchmarkResult:
        benchmark_id, title = self._request.benchmark_id, self._request.title or self._request.benchmark_id
        facts = CustomBenchmarkInfo(benchmark_id, title, NOT_STATED, table.name, "1", NOT_STATED, title)
        choose = partial(find_columns, named=self._request.columns)
        return add_table(
            workspace, table, facts, choose, strip_letters=True, is_built=is_built, report=self.report_progress
        )
