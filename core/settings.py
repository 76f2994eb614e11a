"""Everything that the environment can set, in one place."""

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
"""Id of the benchmark that has the data folder itself; every other one has a folder in it."""

BENCHMARK_ID = re.compile(r"[a-z0-9][a-z0-9_]{0,39}")

OWN_FOLDERS = frozenset({"runs", "rereadings", "derived", "warehouse", "parts", "published"})
"""Folders of the first benchmark and of the repository in the data folder: no benchmark can be called so."""


class Settings(BaseSettings):
    """The settings, each with a default that works; read from `TRILENS_*` variables.

    They are those of the first benchmark; `of` gives those of another one.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    data: Annotated[Path, Field(description="data folder: fetched files, runs, warehouse")] = REPOSITORY / "data"
    read_only: Annotated[bool, Field(description="1: visitors of the dashboard change nothing on the disk")] = False
    source: Annotated[
        str, Field(description="where `fetch` takes Tri-Bench from, a URL or a folder; empty: the public repository")
    ] = ""
    fetch_concurrency: Annotated[int, Field(ge=1, le=64, description="files fetched at a time")] = 8
    fetch_timeout_s: Annotated[
        float, Field(gt=0, description="seconds that one file may take before the attempt is given up")
    ] = 60.0
    fetch_attempts: Annotated[int, Field(ge=1, le=20, description="attempts per file")] = 4
    ask_concurrency: Annotated[int, Field(ge=1, le=64, description="questions to a model at a time")] = 4
    ask_attempts: Annotated[int, Field(ge=1, le=20, description="attempts per question to a model")] = 5
    ask_connect_timeout_s: Annotated[float, Field(gt=0, description="seconds to reach a model's server")] = 15.0
    ask_idle_timeout_s: Annotated[
        float, Field(gt=0, description="seconds that a model may be silent, as some are while they think")
    ] = 180.0
    ask_timeout_s: Annotated[float, Field(gt=0, description="seconds that one reply may take altogether")] = 300.0
    ask_max_side_px: Annotated[
        int, Field(ge=256, le=8000, description="longest side of a picture as sent to a model; larger ones are shrunk")
    ] = 2048
    visitor_keys: Annotated[
        bool, Field(description="1: visitors of a read-only dashboard may ask paid models with keys of their own")
    ] = False
    visitor_questions: Annotated[
        int, Field(ge=0, description="questions to models that a visitor of a read-only dashboard may ask in a session")
    ] = 60
    visitor_questions_per_hour: Annotated[
        int, Field(ge=0, description="the same, of all visitors together, in any hour")
    ] = 600
    base_urls: Annotated[
        str, Field(description="addresses of own servers that visitors may ask, separated by commas; no others")
    ] = ""

    hosts: Annotated[str, Field(description="names under which the dashboard is reached, separated by commas")] = ""
    frame_ancestors: Annotated[
        str, Field(description="sites that may show the dashboard in a frame, as the content policy writes them")
    ] = "'none'"

    @property
    def known_hosts(self) -> tuple[str, ...]:
        """The names under which the dashboard is reached, in small letters."""
        return tuple(name.strip().lower() for name in self.hosts.split(",") if name.strip())

    @property
    def allowed_base_urls(self) -> list[str]:
        """The addresses that the host lists for visitors."""
        return [url.strip().rstrip("/") for url in self.base_urls.split(",") if url.strip()]

    _benchmark_id: str = PrivateAttr(FIRST_BENCHMARK)

    @property
    def benchmark_id(self) -> str:
        """Whose folders these are."""
        return self._benchmark_id

    def select_benchmark(self, benchmark_id: str) -> "Settings":
        """The same settings with the folders of a benchmark.

        Raises:
            SettingsError: the id is not a folder's name of small letters, digits and underscores.
        """
        if not BENCHMARK_ID.fullmatch(benchmark_id):
            raise SettingsError(f"{benchmark_id!r} is not an id of a benchmark: write a-z, 0-9 and _ only.")
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
        """The folder of the user's own `prices.csv`, one for all benchmarks."""
        return self.home

    @property
    def release(self) -> Path:
        """The folder of the benchmark's files, laid out as Tri-Bench's: `data`, `images`, `prompts`."""
        return self.data / ("tri-bench" if self.benchmark_id == FIRST_BENCHMARK else "release")

    @property
    def runs(self) -> Path:
        """The folder of the runs' journals."""
        return self.data / "runs"

    @property
    def rereadings(self) -> Path:
        """The folder of what second readers extracted from replies, a folder per run in it."""
        return self.data / "rereadings"

    @property
    def derived_images(self) -> Path:
        """The folder of the upright WebP copies of the photographs that pages show."""
        return self.data / "derived"

    @property
    def warehouse(self) -> Path:
        """The folder of the warehouse's generations and of the pointer to the current one."""
        return self.data / "warehouse"

    @property
    def parts(self) -> Path:
        """The folder of what builds have made of each journal, and take again."""
        return self.data / "parts"


DEFAULT_PORT = 8501


def read_port(text: str) -> int:
    """The port that `PORT` or an option names.

    Raises:
        SettingsError: it is no number, or none of a port.
    """
    port = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else 0
    if not 0 < port < 65536:
        raise SettingsError(f"PORT={text[:40]!r} is no port. Write a number from 1 to 65535, as in PORT=8502.")
    return port


def read_settings() -> Settings:
    """The settings of the present environment.

    Raises:
        SettingsError: a variable cannot be read as what it has to be, or is called almost like a setting.
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
        raise SettingsError(f"TRILENS_DATA={str(settings.data)!r} is no folder: {error}. Name a folder.") from error
    if str(data) != str(data).encode("utf-8", "replace").decode():
        shown = str(data).encode("ascii", "replace").decode()
        raise SettingsError(f"The path {shown} cannot be read as UTF-8. Set PYTHONUTF8=1, or name a folder in ASCII.")
    if data.exists() and not data.is_dir():
        raise SettingsError(f"TRILENS_DATA={str(settings.data)!r} is a file. Name a folder.")
    return settings.model_copy(update={"data": data})


def _refuse_misspelled() -> None:
    """Nobody may believe that a dashboard is read-only because of TRILENS_READONLY=1."""
    known = [f"{PREFIX}{name.upper()}" for name in Settings.model_fields]
    for name in (name.upper() for name in os.environ):
        near = get_close_matches(name, known, n=1, cutoff=0.9) if name.startswith(PREFIX) else []
        if near and name not in known:
            raise SettingsError(f"{name} is not a setting. {near[0]} is one; see docs/using/configuration.md.")
