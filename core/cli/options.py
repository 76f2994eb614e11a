"""Options shared by several commands, and the workspace that they select. Heavy imports are deferred for fast help."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from core.workspace import Workspace

Benchmark = Annotated[
    str | None,
    typer.Option(
        help="Id of a benchmark: tri_bench, synthetic, gepbench, mmperspective, 3dsrbench, giq, measurements, "
        "visonlyqa, blindtest or your own. By default Tri-Bench if it is available."
    ),
]
Source = Annotated[Path | None, typer.Option(help="Release folder. By default the one in the data folder.")]


def find_workspace_to_read(benchmark: str | None) -> "Workspace":
    """Find the workspace of the benchmark whose warehouse a command reads.

    Raises:
        SettingsError: the benchmark or a setting in the environment is unknown.
    """
    from core.settings import read_settings
    from core.warehouse import default_benchmark

    return default_benchmark.find_workspace_to_read(read_settings().workspace, benchmark)


def find_workspace_to_build(benchmark: str | None, source: Path | None) -> "Workspace":
    """Find the workspace of the benchmark that a command builds or asks about.

    Raises:
        SettingsError: the benchmark or a setting in the environment is unknown.
        ReleaseError: the source's benchmark cannot be recognised.
    """
    from core.settings import read_settings
    from core.warehouse import default_benchmark

    return default_benchmark.find_workspace_to_build(read_settings().workspace, benchmark, source)
