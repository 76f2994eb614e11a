"""Processes that have imported the product before they begin: what one does is tried, not how long Python starts."""

import os
import sys
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

from core.__main__ import main
from core.settings import REPOSITORY

IMPORTED = ["core.warehouse.build", "core.cli.run", "openai.resources", "tests.forked"]
"""Modules of the process that the others are forked from; each process of the tests has one at most."""


def context() -> ForkServerContext:
    """What makes such processes, for what needs more than one function."""
    made = get_context("forkserver")
    made.set_forkserver_preload(IMPORTED)
    return made


def begin(function: Callable[..., object], *arguments: object) -> ForkServerProcess:
    """Begins a function in a process of its own; gives the process."""
    process = context().Process(target=function, args=arguments)
    process.start()
    return process


def _command(arguments: Sequence[str], environment: dict[str, str], outputs: Sequence[str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(REPOSITORY)
    for stream, path in zip((sys.stdout, sys.stderr), outputs, strict=True):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream.fileno())
    sys.argv = ["core", *arguments]
    main()


class Command:
    """A command of the product in a process of its own, with the methods of `subprocess.Popen` that tests use.

    That `python -m core` does the same is tried in `test_main`.
    """

    def __init__(self, arguments: Sequence[str], folder: Path) -> None:
        number = len(list(folder.glob("stdout-*")))
        self._outputs = [folder / f"{stream}-{number}" for stream in ("stdout", "stderr")]
        for path in self._outputs:
            path.touch()
        self._process = begin(_command, list(arguments), dict(os.environ), [str(path) for path in self._outputs])

    @property
    def returncode(self) -> int | None:
        """The exit code; minus the signal's number where one ended it; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """The same."""
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Sends it a signal, where it still runs."""
        if self.poll() is None:
            os.kill(self._process.pid, number)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it has printed, once it has ended.

        Raises:
            TimeoutError: it has not within so many seconds, and is killed.
        """
        self._process.join(timeout)
        if self.poll() is None:
            self._process.kill()
            raise TimeoutError(f"the command has not ended after {timeout} s")
        stdout, stderr = (path.read_text(encoding="utf-8") for path in self._outputs)
        return stdout, stderr
