"""Parts made in worker processes of this machine, or in this process if there is little to do.

`ProcessPoolExecutor` does not replace them: one killed process ends the whole pool, so parts of others are lost and the
journal that killed it is unknown; and its processes import the web server's main module.
"""

import os
import pickle
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, cast

from core.errors import BuildError, JournalError, TrilensError
from core.settings import REPOSITORY
from core.warehouse.run_cache.entry import RunCacheEntry
from core.warehouse.run_cache.task import BuildSpec, forget_contents, make_part

Made = Iterable[tuple[Path, RunCacheEntry | JournalError]]
"""Journals with their parts, or the errors if their files cannot be read, in any order."""

Make = Callable[[BuildSpec, Sequence[Path]], Made]
"""Makes the parts of journals."""

LITTLE = 2**20
"""Bytes of journals up to which it is faster to read them than to start a process."""

COMMAND = [sys.executable, "-m", "core.warehouse.run_cache.workers"]

ATTEMPTS = 3
"""Maximum attempts to make a part whose worker is killed."""


def build_locally(order: BuildSpec, journals: Sequence[Path]) -> Made:
    """Make parts in this process if there is little to do, else in one process per core.

    Raises:
        BuildError: a worker is killed repeatedly.
        OSError: a part cannot be written.
    """
    if sum(path.stat().st_size for path in journals if path.is_file()) > LITTLE:
        return make_in_processes(order, journals)
    return make_in_this_process(order, journals)


def make_in_this_process(order: BuildSpec, journals: Iterable[Path]) -> Made:
    """Make parts one by one in this process."""
    try:
        for journal in journals:
            yield journal, try_make_part(order, journal)
    finally:
        forget_contents()


def try_make_part(order: BuildSpec, journal: Path) -> RunCacheEntry | JournalError:
    """Return the part of a journal, or the error if its file cannot be read."""
    try:
        return make_part(order, journal)
    except JournalError as error:
        return error


def make_in_processes(order: BuildSpec, journals: Sequence[Path], n_processes: int | None = None) -> Made:
    """Make parts in processes that read the contents once each.

    The processes are started as commands, not forked, because the build may run in a web server with threads.
    """
    n = max(1, min(n_processes or os.cpu_count() or 1, len(journals)))
    workers = [_Worker() for _ in range(n)]
    idle: SimpleQueue[_Worker] = SimpleQueue()
    for worker in workers:
        idle.put(worker)

    def make(journal: Path) -> tuple[Path, RunCacheEntry | JournalError]:
        worker = idle.get()
        try:
            return journal, worker.make(order, journal)
        finally:
            idle.put(worker)

    with ThreadPoolExecutor(n) as pool:
        tasks = [pool.submit(make, journal) for journal in journals]
        try:
            for task in as_completed(tasks):
                yield task.result()
        finally:
            for task in tasks:
                task.cancel()
            for worker in workers:
                worker.stop()


class _Worker:
    """A process that makes one part after the other, and is restarted if it is killed."""

    def __init__(self) -> None:
        self._begin()
        self._is_stopped = False

    def _begin(self) -> None:
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(COMMAND, cwd=REPOSITORY, stdin=pipe, stdout=pipe)  # noqa: S603 - our own
        self._tasks = cast("BinaryIO", self._process.stdin)
        self._answers = cast("BinaryIO", self._process.stdout)

    def make(self, order: BuildSpec, journal: Path) -> RunCacheEntry | JournalError:
        """Let the process make a part.

        Raises:
            BuildError: the process was killed in every attempt.
            TrilensError: an error that making the part raised.
        """
        for _ in range(ATTEMPTS):
            try:
                made = self._answer(order, journal)
            except (EOFError, BrokenPipeError, pickle.UnpicklingError):
                if self._is_stopped:
                    break
                self._process.wait()
                self._begin()
            else:
                if isinstance(made, JournalError) or not isinstance(made, Exception):
                    return made
                raise made
        raise BuildError(
            f"The process that reads {journal.name} was killed {ATTEMPTS} times. Is there enough memory? The parts of "
            "other journals are kept: build again."
        )

    def stop(self) -> None:
        """Kill the process, even in the middle of a part."""
        self._is_stopped = True
        self._process.kill()
        self._process.wait()

    def _answer(self, order: BuildSpec, journal: Path) -> RunCacheEntry | Exception:
        pickle.dump((order, journal), self._tasks)
        self._tasks.flush()
        answer: RunCacheEntry | Exception = pickle.load(self._answers)  # noqa: S301 - from our own process
        return answer


def _serve_tasks() -> None:
    """Execute tasks from standard input until it ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # keep the output of libraries out of the answers
    with suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        while True:
            order, journal = pickle.load(sys.stdin.buffer)  # noqa: S301 - from the parent process
            try:
                made: RunCacheEntry | Exception = try_make_part(order, journal)
            except (TrilensError, OSError) as error:
                made = error
            except Exception as error:  # noqa: BLE001 - the parent process raises it
                traceback.print_exc()
                made = BuildError(f"{journal} could not be read: {type(error).__name__}: {error}")
            pickle.dump(made, answers)
            answers.flush()


if __name__ == "__main__":
    _serve_tasks()
