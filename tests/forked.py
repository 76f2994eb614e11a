"""Processes forked after the product was imported, so that tests need not wait for Python's start."""

import os
import sys
from collections.abc import Callable, Sequence
from multiprocessing import get_context
from multiprocessing.context import ForkServerContext, ForkServerProcess
from pathlib import Path

from core.__main__ import main
from core.settings import REPOSITORY

IMPORTED = ["core.warehouse.build", "core.cli.run", "openai.resources", "tests.forked"]
"""Modules imported by the process that others are forked from; each test process has at most one."""


def make_fork_context() -> ForkServerContext:
    """Return the context that starts such processes."""
    made = get_context("forkserver")
    made.set_forkserver_preload(IMPORTED)
    return made


def start_process(function: Callable[..., object], *arguments: object) -> ForkServerProcess:
    """Start a function in a separate process, and return the process."""
    process = make_fork_context().Process(target=function, args=arguments)
    process.start()
    return process


def _run_command(arguments: Sequence[str], environment: dict[str, str], outputs: Sequence[str]) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(REPOSITORY)
    for stream, path in zip((sys.stdout, sys.stderr), outputs, strict=True):
        os.dup2(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), stream.fileno())
    sys.argv = ["core", *arguments]
    main()


class Command:
    """A command of the product in a separate process, with the methods of `subprocess.Popen` that tests use.

    `test_main` tests that `python -m core` does the same.
    """

    def __init__(self, arguments: Sequence[str], folder: Path) -> None:
        number = len(list(folder.glob("stdout-*")))
        self._outputs = [folder / f"{stream}-{number}" for stream in ("stdout", "stderr")]
        for path in self._outputs:
            path.touch()
        self._process = start_process(
            _run_command, list(arguments), dict(os.environ), [str(path) for path in self._outputs]
        )

    @property
    def returncode(self) -> int | None:
        """Exit code; minus the number of the signal that ended it; None while it runs."""
        return self._process.exitcode

    def poll(self) -> int | None:
        """Return `returncode`."""
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal if the command still runs."""
        if self.poll() is None:
            os.kill(self._process.pid, number)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Return what the command printed, after its end.

        Raises:
            TimeoutError: it did not end in time and was killed.
        """
        self._process.join(timeout)
        if self.poll() is None:
            self._process.kill()
            raise TimeoutError(f"the command has not ended after {timeout} s")
        stdout, stderr = (path.read_text(encoding="utf-8") for path in self._outputs)
        return stdout, stderr
