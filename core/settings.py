"""All settings that the environment can change."""

import os
import re
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

from pydantic import Field, PrivateAttr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import SettingsError

REPOSITORY = Path(__file__).resolve().parent.parent
PUBLISHED = REPOSITORY / "data" / "published"
PREFIX = "TRILENS_"
FIRST_BENCHMARK = "tri_bench"
"""Id of the benchmark that uses the data folder itself; every other one has a subfolder."""

BENCHMARK_ID = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")

OWN_FOLDERS = frozenset({"runs", "rereadings", "derived", "warehouse", "parts", "published"})
"""Folders of the first benchmark and of the repository in the data folder; a benchmark cannot have such an id."""


class Settings(BaseSettings):
    """Settings from the environment variables `TRILENS_*`, each with a working default.

    They apply to the first benchmark; `select_benchmark` returns those of another one.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    data: Annotated[Path, Field(description="data folder for fetched files, runs and warehouses")] = REPOSITORY / "data"
    read_only: Annotated[bool, Field(description="1: visitors of the dashboard cannot change files on the disk")] = (
        False
    )
    source: Annotated[
        str, Field(description="source from which `fetch` gets Tri-Bench, a URL or a folder; empty: public repository")
    ] = ""
    fetch_concurrency: Annotated[int, Field(ge=1, le=64, description="number of files fetched in parallel")] = 8
    fetch_timeout_s: Annotated[float, Field(gt=0, description="time limit per file and attempt, in seconds")] = 60.0
    fetch_attempts: Annotated[int, Field(ge=1, le=20, description="attempts per file")] = 4
    ask_concurrency: Annotated[int, Field(ge=1, le=64, description="number of parallel requests to a model")] = 4
    ask_attempts: Annotated[int, Field(ge=1, le=20, description="attempts per request to a model")] = 5
    ask_connect_timeout_s: Annotated[
        float, Field(gt=0, description="time limit for connecting to a model's server, in seconds")
    ] = 15.0
    ask_idle_timeout_s: Annotated[
        float, Field(gt=0, description="seconds that a model may send nothing, as some do while they reason")
    ] = 180.0
    ask_timeout_s: Annotated[float, Field(gt=0, description="time limit for a whole reply, in seconds")] = 300.0
    ask_max_side_px: Annotated[
        int,
        Field(
            ge=256, le=8000, description="longest side of an image sent to a model, in pixels; larger ones are shrunk"
        ),
    ] = 2048
    visitor_keys: Annotated[
        bool, Field(description="1: visitors of a read-only dashboard may query paid models with their own keys")
    ] = False
    visitor_questions: Annotated[
        int, Field(ge=0, description="requests to models per session of a visitor of a read-only dashboard")
    ] = 60
    visitor_questions_per_hour: Annotated[
        int, Field(ge=0, description="requests to models of all visitors together in any hour")
    ] = 600
    base_urls: Annotated[
        str, Field(description="addresses of your servers that visitors may query, separated by commas; no others")
    ] = ""

    hosts: Annotated[str, Field(description="host names of the dashboard, separated by commas")] = ""
    frame_ancestors: Annotated[
        str, Field(description="sites that may embed the dashboard, in the syntax of `frame-ancestors` (CSP)")
    ] = "'none'"

    @property
    def known_hosts(self) -> tuple[str, ...]:
        """The host names of the dashboard, in lower case."""
        return tuple(name.strip().lower() for name in self.hosts.split(",") if name.strip())

    @property
    def allowed_base_urls(self) -> list[str]:
        """The addresses that visitors may query."""
        return [url.strip().rstrip("/") for url in self.base_urls.split(",") if url.strip()]

    _benchmark_id: str = PrivateAttr(FIRST_BENCHMARK)

    @property
    def benchmark_id(self) -> str:
        """The id of the benchmark that these folders belong to."""
        return self._benchmark_id

    def select_benchmark(self, benchmark_id: str) -> "Settings":
        """Return the same settings with the folders of another benchmark.

        Raises:
            SettingsError: the id does not consist of lower-case letters, digits and underscores.
        """
        if not BENCHMARK_ID.fullmatch(benchmark_id):
            raise SettingsError(f"{benchmark_id!r} is not a valid benchmark id. Use a-z, 0-9 and _ only.")
        if benchmark_id == self.benchmark_id:
            return self
        settings = self.model_copy(
            update={"data": self.home if benchmark_id == FIRST_BENCHMARK else self.home / benchmark_id}
        )
        settings._benchmark_id = benchmark_id
        return settings

    @property
    def home(self) -> Path:
        """The folder that holds the data of all benchmarks."""
        return self.data if self.benchmark_id == FIRST_BENCHMARK else self.data.parent

    @property
    def prices(self) -> Path:
        """The folder of the user's `prices.csv`, shared by all benchmarks."""
        return self.home

    @property
    def release(self) -> Path:
        """The folder of the benchmark's files, with Tri-Bench's layout: `data`, `images`, `prompts`."""
        return self.data / ("tri-bench" if self.benchmark_id == FIRST_BENCHMARK else "release")

    @property
    def runs(self) -> Path:
        """The folder of the runs' journals."""
        return self.data / "runs"

    @property
    def rereadings(self) -> Path:
        """The folder of the answers that second readers extracted from replies, with a subfolder per run."""
        return self.data / "rereadings"

    @property
    def derived_images(self) -> Path:
        """The folder of the upright WebP copies of photographs for pages."""
        return self.data / "derived"

    @property
    def warehouse(self) -> Path:
        """The folder of the warehouse's generations and of the pointer to the current one."""
        return self.data / "warehouse"

    @property
    def parts(self) -> Path:
        """The folder of intermediate results per journal, which builds reuse."""
        return self.data / "parts"


DEFAULT_PORT = 8501


def format_benchmark_option(benchmark_id: str) -> str:
    """Return the option that selects a benchmark in a command, with a space before it; empty for the default one."""
    return "" if benchmark_id in ("", FIRST_BENCHMARK) else f" --benchmark {benchmark_id}"


def read_port(text: str) -> int:
    """Parse a port from `PORT` or an option.

    Raises:
        SettingsError: the text is not a number from 1 to 65535.
    """
    port = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 0 < port < 65536:
        raise SettingsError(f"PORT={text[:40]!r} is not a port. Use a number from 1 to 65535, as in PORT=8502.")
    return port


def read_settings() -> Settings:
    """Read the settings from the environment.

    Raises:
        SettingsError: a variable has an invalid value, or its name is a misspelled setting.
    """
    _refuse_misspelled()
    try:
        settings = Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = f"TRILENS_{'_'.join(str(part) for part in first['loc']).upper()}"
        raise SettingsError(f"{name}={first['input']!r}: {first['msg']}. See docs/using/configuration.md.") from error
    try:
        data = settings.data.expanduser().resolve()
    except (RuntimeError, OSError) as error:
        raise SettingsError(f"TRILENS_DATA={str(settings.data)!r} is not a folder: {error}. Name a folder.") from error
    if str(data) != str(data).encode("utf-8", "replace").decode():
        shown = str(data).encode("ascii", "replace").decode()
        raise SettingsError(f"The path {shown} cannot be read as UTF-8. Set PYTHONUTF8=1, or name a folder in ASCII.")
    if data.exists() and not data.is_dir():
        raise SettingsError(f"TRILENS_DATA={str(settings.data)!r} is a file. Name a folder.")
    return settings.model_copy(update={"data": data})


def _refuse_misspelled() -> None:
    """Reject misspelled names of settings, so that TRILENS_READONLY=1 does not pass unnoticed."""
    known = [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    for name in (name.upper() for name in os.environ):
        near = get_close_matches(name, known, n=1, cutoff=0.9) if name.startswith(PREFIX) else []
        if near and name not in known:
            raise SettingsError(f"{name} is not a setting. Did you mean {near[0]}? See docs/using/configuration.md.")
