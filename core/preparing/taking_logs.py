"""Dropped files on their way to runs, in a thread of their own: first planned, then taken, built and ranked.

The files lie in a folder that goes away with the object, and so does what was planned and not taken.
"""

import re
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from core.analyses import blind
from core.errors import TrilensError
from core.logs.known import known_benchmarks
from core.logs.planned import Planned
from core.logs.take import Wishes, plan
from core.progress import Progress
from core.settings import Settings
from core.text import printable
from core.warehouse.about import about
from core.warehouse.build import build
from core.warehouse.read import open_current

_MAX_NAME = 150


@dataclass(frozen=True, slots=True)
class Ranked:
    """A benchmark's ranking after new runs.

    Attributes:
        score: what the score in it is called.
        rows: of the query `ranking`, without runs that have no answers by their nature.
        run_ids: of the runs that came with the logs.
    """

    benchmark_id: str
    title: str
    score: str
    rows: pd.DataFrame
    run_ids: frozenset[str]


class TakingLogs:
    """The import of some files. Work begins at once; `take` goes on when what is planned was looked at.

    Attributes:
        progress: of the work under way.
        planned: what would be taken and refused; None until that is known.
        ranked: by benchmark, once the logs are taken.
        error: why the work stopped.
    """

    def __init__(
        self, settings: Settings, files: Iterable[tuple[str, bytes]], benchmark_id: str | None = None, model: str = ""
    ) -> None:
        """Puts the files on the disk and begins to read them.

        Args:
            settings: of any benchmark.
            files: name and content of each.
            benchmark_id: to which the rows belong; every benchmark that is here is tried by default.
            model: its name, for logs that do not say it.
        """
        self._settings, self._benchmark_id, self._model = settings, benchmark_id, model
        folder = tempfile.TemporaryDirectory(prefix="trilens-logs-")
        held: list[Planned] = []
        self._held = held
        self._clean = weakref.finalize(self, _clean, folder, held)
        self._is_closed = False
        self._folder = Path(folder.name)
        self._files = [self._put(name, body) for name, body in files]
        self.progress = Progress("Reading logs", 0, max(len(self._files), 1))
        self.ranked: list[Ranked] | None = None
        self.error: str | None = None
        self._are_taken = False
        self._start(self._plan)

    @property
    def planned(self) -> Planned | None:
        """What would be taken and refused; None until that is known."""
        return self._held[0] if self._held else None

    @property
    def is_running(self) -> bool:
        """Whether work is under way."""
        return self._thread.is_alive()

    def take(self) -> None:
        """Gives the planned runs their journals, builds the warehouses and ranks the runs, in a thread."""
        if not self.is_running and self.planned and self.planned.runs and self.ranked is None:
            self.error = None
            self.progress = Progress("Taking runs", 0, 1)
            self._start(self._take)

    def close(self) -> None:
        """Removes the files and what was not taken, as soon as no work is under way."""
        self._is_closed = True
        if not self.is_running:
            self._clean()

    def wait(self) -> None:
        """Waits until the work under way has ended."""
        self._thread.join()

    def shown(self, path: str) -> str:
        """A path, or a sentence with one, as the user knows the files: without the folder where they lie."""
        return re.sub(rf"{re.escape(str(self._folder))}/(?:\d+/)?", "", path)

    def _put(self, name: str, body: bytes) -> Path:
        """Writes a file; a name that is taken goes into a folder of its own, since files beside each other belong."""
        own = printable(re.split(r"[/\\]", name)[-1]).lstrip(".")[-_MAX_NAME:] or "log"
        number = 1
        while (path := self._folder / str(number) / own).exists():
            number += 1
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(body)
        return path

    def _start(self, work: Callable[[], None]) -> None:
        self._thread = threading.Thread(target=self._do, args=(work,), name="logs", daemon=True)
        self._thread.start()

    def _do(self, work: Callable[[], None]) -> None:
        try:
            work()
        except (TrilensError, OSError) as error:
            self.error = self.shown(str(error))
        except Exception as error:
            self.error = f"{type(error).__name__}: {self.shown(str(error))}"
            raise
        finally:
            if self._is_closed:
                self._clean()

    def _plan(self) -> None:
        known = known_benchmarks(self._settings, self._benchmark_id)
        self._held.append(plan(self._files, known, Wishes(model=self._model), self._report))

    def _take(self) -> None:
        (planned,) = self._held
        if not self._are_taken:
            planned.take()
        self._are_taken = True
        ranked = []
        for known in {run.known.benchmark_id: run.known for run in planned.runs}.values():
            build(known.settings, known.folder, self._report)
            run_ids = frozenset(run.journal.run.run_id for run in planned.runs if run.known is known)
            with open_current(known.settings) as warehouse:
                rows, described = warehouse.query("ranking", kinds=None), about(warehouse)
            rows = blind.counted(rows[~rows["run_label"].isin(blind.without_any(rows))])
            ranked.append(Ranked(known.benchmark_id, described.title, described.score, rows, run_ids))
        self.ranked = ranked

    def _report(self, progress: Progress) -> None:
        self.progress = progress


def _clean(folder: "tempfile.TemporaryDirectory[Any]", held: list[Planned]) -> None:
    for planned in held:
        planned.discard()
    folder.cleanup()
