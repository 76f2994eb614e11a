"""The command `serve`."""

import os
import sys
from typing import Annotated

import typer


def serve_command(
    port: Annotated[int, typer.Option(envvar="PORT", help="Port to listen on.", min=1, max=65535)] = 8501,
    address: Annotated[str, typer.Option(help="Address to listen on.")] = "localhost",
) -> None:
    """Start the dashboard and print its address; missing data is fetched in the background."""
    from core.settings import REPOSITORY, read_settings

    read_settings()
    arguments = [
        "-m",
        "streamlit",
        "run",
        str(REPOSITORY / "serve.py"),
        "--server.headless=true",
        f"--server.port={port}",
        f"--server.address={address}",
    ]
    os.chdir(REPOSITORY)
    os.execv(sys.executable, [sys.executable, *arguments])  # noqa: S606 - our own interpreter, our own file
