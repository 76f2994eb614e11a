"""Options that several commands take, and the settings that they choose. Heavy imports wait, so help is fast."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from core.settings import Settings

Benchmark = Annotated[
    str | None,
    typer.Option(
        help="Id of a benchmark: tri_bench, synthetic, gepbench, mmperspective, 3dsrbench, giq, visonlyqa, blindtest "
        "or one of your own; by default Tri-Bench if it is available."
    ),
]
Source = Annotated[Path | None, typer.Option(help="Release folder; the one in the data folder by default.")]


def find_settings_to_read(benchmark: str | None) -> "Settings":
    """The settings of the benchmark whose warehouse a command reads.

    Raises:
        SettingsError: the benchmark or a setting of the environment is unknown.
    """
    from core.settings import read_settings
    from core.warehouse import default_benchmark

    return default_benchmark.find_settings_to_read(read_settings(), benchmark)


def find_settings_to_build(benchmark: str | None, source: Path | None) -> "Settings":
    """The settings of the benchmark that a command builds or asks about.

    Raises:
        SettingsError: the benchmark or a setting of the environment is unknown.
        ReleaseError: the source does not say which benchmark it holds.
    """
    from core.settings import read_settings
    from core.warehouse import default_benchmark

    return default_benchmark.find_settings_to_build(read_settings(), benchmark, source)
