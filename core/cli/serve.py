"""The command `serve`."""

import os
import sys
from typing import Annotated

import typer

GIVES_BACK = {"PYTHONMALLOC": "malloc", "MALLOC_ARENA_MAX": "2"}
"""Environment of a long-running, read-only dashboard, with which freed memory returns to the system page by page.

Python's allocator keeps an arena of 1 MB as long as a single object in it is alive. This costs processor time
(docs/using/hosting.md).
"""


def serve_command(
    port: Annotated[str, typer.Option(envvar="PORT", help="Port to listen on.")] = "8501",
    address: Annotated[str, typer.Option(help="Address to listen on.")] = "localhost",
) -> None:
    """Start the dashboard and print its address. Missing data is fetched in the background."""
    from core.cli.port_check import check_free
    from core.settings import REPOSITORY, read_port, read_settings

    if read_settings().read_only:
        os.environ.update({name: value for name, value in GIVES_BACK.items() if name not in os.environ})
    number = read_port(port)
    check_free(address, number)
    arguments = [
        "-m",
        "streamlit",
        "run",
        str(REPOSITORY / "serve.py"),
        "--server.headless=true",
        f"--server.port={number}",
        f"--server.address={address}",
        # Streamlit prints this as the address of the dashboard.
        *([f"--browser.serverAddress=[{address}]"] if ":" in address else []),
    ]
    os.chdir(REPOSITORY)
    os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606 - our own interpreter, our own file
