"""Import of dropped files in a separate thread: first planned, then imported, built and ranked.

The files are in a temporary folder that is removed with the object, as are planned runs that were not imported.
"""

import re
import tempfile
import weakref
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pandas as pd

from core.analyses import blind_references
from core.analyses.answered import describe_unranked
from core.formatting import to_single_line
from core.importers.benchmark_index import BenchmarkIndex, load_benchmark_indexes
from core.importers.case_matching import read_map
from core.importers.image_folder import ENDINGS, ImageFolder
from core.importers.import_plan import ImportPlan
from core.importers.importer import ImportOptions, plan_import
from core.progress import Progress
from core.warehouse.build import build
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import open_current
from core.workflows.add_table import check_free
from core.workflows.background_job import BackgroundJob
from core.workflows.benchmark_from_logs import LogBenchmarkResult, add_benchmark_of_logs
from core.workspace import FIRST_BENCHMARK, Workspace

_MAX_NAME = 150
_PICTURES, _DRAFT = "pictures", "draft"
"""Folders beside those of the logs: dropped images, and a draft of the new benchmark."""


@dataclass(frozen=True, slots=True)
class ImportRequest:
    """The user's choices for dropped logs.

    Attributes:
        benchmark_id: benchmark of the rows; by default every available benchmark is tried.
        model: name of the model, for logs that do not state it.
        mapping: a CSV file with the case of each index, as `read_map` accepts it; None for none.
        as_benchmark: id of a new benchmark to make from the questions in the logs; empty for none.
    """

    benchmark_id: str | None = None
    model: str = ""
    mapping: bytes | None = None
    as_benchmark: str = ""


@dataclass(frozen=True, slots=True)
class BenchmarkRanking:
    """A benchmark's ranking after new runs.

    Attributes:
        score: name of its score.
        rows: rows of the query `ranking`, without references that cannot answer this benchmark.
        run_ids: ids of the runs in the logs.
        unranked: sentence from `describe_unranked`.
    """

    benchmark_id: str
    title: str
    score: str
    rows: pd.DataFrame
    run_ids: frozenset[str]
    unranked: str = ""


class LogImportJob(BackgroundJob):
    """The import of some files. Work starts at once; call `take` after the user has reviewed the plan.

    Attributes:
        planned: rows that would be imported and refused; None until they are known.
        added: draft of the new benchmark, if one was requested.
        ranked: rankings by benchmark, once the logs are imported.
    """

    def __init__(
        self, workspace: Workspace, files: Iterable[tuple[str, bytes]], request: ImportRequest | None = None
    ) -> None:
        """Write the files to the disk and start reading them.

        Args:
            workspace: of any benchmark.
            files: name and content of each; images among them are those that the logs only name.
            request: the user's choices.
        """
        super().__init__("logs", Progress("Reading logs", 0, 1))
        self._workspace, self._said = workspace.select_benchmark(FIRST_BENCHMARK), request or ImportRequest()
        folder = tempfile.TemporaryDirectory(prefix="trilens-logs-")
        held: list[ImportPlan] = []
        self._held = held
        self._clean = weakref.finalize(self, _clean, folder, held)
        self._is_closed = False
        self._folder = Path(folder.name)
        self._files: list[Path] = []
        for name, body in files:
            if name.lower().endswith(ENDINGS):
                self._put(name, body, self._folder / _PICTURES)
            else:
                self._files.append(self._put(name, body, self._folder))
        self.progress = Progress("Reading logs", 0, max(len(self._files), 1))
        self.added: LogBenchmarkResult | None = None
        self.ranked: list[BenchmarkRanking] | None = None
        self._is_added = self._are_taken = False
        self.start_work(self._plan)

    @property
    def planned(self) -> ImportPlan | None:
        """The rows that would be imported and refused; None until they are known."""
        return self._held[0] if self._held else None

    def take(self) -> None:
        """Write the journals of the planned runs, build the warehouses and rank the runs, in a thread."""
        if not self.is_running and self.planned and self.planned.runs and self.ranked is None:
            self.progress = Progress("Importing runs", 0, 1)
            self.start_work(self._take)

    def close(self) -> None:
        """Remove the files and the runs that were not imported, as soon as no work is under way."""
        self._is_closed = True
        if not self.is_running:
            self._clean()

    def format_path(self, path: str) -> str:
        """Remove the temporary folder from a path or a sentence, so that the user recognises the file names."""
        return re.sub(rf"{re.escape(str(self._folder))}/(?:\d+/)?", "", path)

    def format_error(self, text: str) -> str:
        """Name the files of an error as the user does."""
        return self.format_path(text)

    def finish(self) -> None:
        """Remove the files if the job was closed while it worked."""
        if self._is_closed:
            self._clean()

    def _put(self, name: str, body: bytes, folder: Path) -> Path:
        """Write a file; if its name exists, use another folder, since files in one folder belong together."""
        own = to_single_line(re.split(r"[/\\]", name)[-1]).lstrip(".")[-_MAX_NAME:] or "log"
        number = 1
        while (path := folder / str(number) / own).exists():
            number += 1
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(body)
        return path

    def _plan(self) -> None:
        if self._said.as_benchmark:
            check_free(self._workspace.select_benchmark(self._said.as_benchmark))
            known = self._add(replace(self._workspace, data=self._folder / _DRAFT))
        else:
            known = load_benchmark_indexes(self._workspace, self._said.benchmark_id)
        self._held.append(plan_import(self._files, known, self._build_options(), self.report_progress))

    def _add(self, workspace: Workspace) -> list[BenchmarkIndex]:
        """Add the new benchmark to the workspace's data folder, without a warehouse."""
        name = self._said.as_benchmark
        self.added = add_benchmark_of_logs(
            workspace, name, self._files, self.report_progress, pictures=self._build_image_folder(), is_built=False
        )
        return load_benchmark_indexes(workspace, name)

    def _build_options(self) -> ImportOptions:
        return ImportOptions(
            model=self._said.model,
            mapping=self._read_mapping(),
            pictures=self._build_image_folder(),
            said=self.added.places if self.added else frozenset(),
        )

    def _build_image_folder(self) -> ImageFolder | None:
        folder = self._folder / _PICTURES
        return ImageFolder(folder) if folder.is_dir() else None

    def _read_mapping(self) -> dict[str, str]:
        if self._said.mapping is None:
            return {}
        path = self._folder / "map.csv"
        path.write_bytes(self._said.mapping)
        return read_map(path)

    def _take(self) -> None:
        if self._said.as_benchmark and not self._is_added:
            known = self._add(self._workspace)
            self._is_added = True
            for draft in self._held:
                draft.discard()
            self._held[:] = [plan_import(self._files, known, self._build_options(), self.report_progress)]
        (planned,) = self._held
        if not self._are_taken:
            planned.take()
        self._are_taken = True
        ranked = []
        for one in {run.known.benchmark_id: run.known for run in planned.runs}.values():
            build(one.workspace, one.folder, self.report_progress)
            run_ids = frozenset(run.journal.run.run_id for run in planned.runs if run.known is one)
            with open_current(one.workspace) as warehouse:
                rows, described = warehouse.query("ranking", kinds=None), read_benchmark_info(warehouse)
            rows = blind_references.clear_unreadable_counts(
                rows[~rows["run_label"].isin(blind_references.list_unanswered_references(rows))]
            )
            unranked = describe_unranked(rows, described.words)
            ranked.append(BenchmarkRanking(one.benchmark_id, described.title, described.score, rows, run_ids, unranked))
        self.ranked = ranked


def _clean(folder: "tempfile.TemporaryDirectory[Any]", plans: list[ImportPlan]) -> None:
    for planned in plans:
        planned.discard()
    folder.cleanup()
