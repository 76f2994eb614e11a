"""The real server as a separate process, on a free port of loopback."""

import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.settings import REPOSITORY

ALTERED = "tests.browser.altered:app"
"""The application as tests alter it: `altered.py` says how."""

OF_UVICORN = {"TRILENS_READ_ONLY": "0", "TRILENS_HOSTS": "127.0.0.1"}
"""What a server that does not say where it listens has to be told, to be as it is for its owner."""


def free_port() -> int:
    """Return a port that is free at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


LOGS: dict[str, Path] = {}
"""What each server has written, by its address."""

LEAVING: dict[str, list[Callable[[], None]]] = defaultdict(list)
"""What makes the pages that show a server leave it, by its address: without it they would report that it is gone."""


def read_errors(url: str) -> str:
    """Return the lines of a server's log about errors, for the message of a test that fails."""
    lines = LOGS[url].read_text(errors="replace").splitlines()
    return "\n".join(line for line in lines if '"kind": "error"' in line)


@contextmanager
def dashboard(data: Path, entry: str = "serve.py", **environment: str) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    """Address and process of a dashboard that answers, for as long as the block lasts; its pages leave at the end.

    `entry` is a file for `streamlit run`, or an application for uvicorn, as module:name.
    """
    port = free_port()
    options = ["--server.headless=true", f"--server.port={port}", "--server.address=127.0.0.1"]
    program = ["uvicorn", entry, f"--port={port}"] if ":" in entry else ["streamlit", "run", entry, *options]
    command = [sys.executable, "-m", *program]
    log = data.parent / f"server-{port}.log"
    with log.open("wb") as output:
        variables = {**os.environ, "TRILENS_DATA": str(data), **(OF_UVICORN if ":" in entry else {}), **environment}
        process = subprocess.Popen(command, cwd=REPOSITORY, env=variables, stdout=output, stderr=output)
        url = f"http://127.0.0.1:{port}"
        LOGS[url] = log
        try:
            _wait_until_up(url, process, log)
            yield url, process
            for leave in LEAVING.pop(url, []):
                leave()
        finally:
            process.terminate()
            process.wait(20)


def _wait_until_up(url: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and process.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2):
                return
        except urllib.error.HTTPError:  # below a base path there is nothing at this address
            return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError(f"the server does not answer:\n{log.read_text()}")
