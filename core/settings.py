"""All settings that the environment can change."""

import os
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from core.errors import SettingsError
from core.limits import FetchOptions, RequestLimits, VisitorLimits
from core.workspace import Workspace

REPOSITORY = Path(__file__).resolve().parent.parent
PUBLISHED = REPOSITORY / "data" / "published"
PREFIX = "TRILENS_"


class Settings(BaseSettings):
    """Settings from the environment variables `TRILENS_*`, each with a working default.

    Only entry points hold them; functions take a part: the workspace, or limits.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, env_ignore_empty=True, frozen=True)

    data: Annotated[Path, Field(description="data folder for fetched files, runs and warehouses")] = REPOSITORY / "data"
    read_only: Annotated[bool, Field(description="1: visitors of the dashboard cannot change files on the disk")] = (
        False
    )
    source: Annotated[
        str, Field(description="source from which `fetch` gets Tri-Bench, a URL or a folder; empty: public repository")
    ] = ""
    fetch_concurrency: Annotated[int, Field(ge=1, le=64, description="number of files fetched in parallel")] = (
        FetchOptions.concurrency
    )
    fetch_timeout_s: Annotated[float, Field(gt=0, description="time limit per file and attempt, in seconds")] = (
        FetchOptions.timeout_s
    )
    fetch_attempts: Annotated[int, Field(ge=1, le=20, description="attempts per file")] = FetchOptions.attempts
    ask_concurrency: Annotated[int, Field(ge=1, le=64, description="number of parallel requests to a model")] = 4
    ask_attempts: Annotated[int, Field(ge=1, le=20, description="attempts per request to a model")] = (
        RequestLimits.attempts
    )
    ask_connect_timeout_s: Annotated[
        float, Field(gt=0, description="time limit for connecting to a model's server, in seconds")
    ] = RequestLimits.connect_timeout_s
    ask_idle_timeout_s: Annotated[
        float, Field(gt=0, description="seconds that a model may send nothing, as some do while they reason")
    ] = RequestLimits.idle_timeout_s
    ask_timeout_s: Annotated[float, Field(gt=0, description="time limit for a whole reply, in seconds")] = (
        RequestLimits.timeout_s
    )
    ask_max_side_px: Annotated[
        int,
        Field(
            ge=256, le=8000, description="longest side of an image sent to a model, in pixels; larger ones are shrunk"
        ),
    ] = RequestLimits.max_side_px
    visitor_keys: Annotated[
        bool, Field(description="1: visitors of a read-only dashboard may query paid models with their own keys")
    ] = False
    visitor_questions: Annotated[
        int, Field(ge=0, description="requests to models per session of a visitor of a read-only dashboard")
    ] = VisitorLimits.questions
    visitor_questions_per_hour: Annotated[
        int, Field(ge=0, description="requests to models of all visitors together in any hour")
    ] = VisitorLimits.questions_per_hour
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
    def allowed_base_urls(self) -> tuple[str, ...]:
        """The addresses that visitors may query."""
        return tuple(url.strip().rstrip("/") for url in self.base_urls.split(",") if url.strip())

    @property
    def workspace(self) -> Workspace:
        """The folders of the first benchmark; its `select_benchmark` returns those of another one."""
        return Workspace(self.data, is_read_only=self.read_only)

    @property
    def fetch_options(self) -> FetchOptions:
        """The source and the limits of a download."""
        return FetchOptions(self.source, self.fetch_concurrency, self.fetch_timeout_s, self.fetch_attempts)

    @property
    def request_limits(self) -> RequestLimits:
        """The limits of a request to a model."""
        return RequestLimits(
            attempts=self.ask_attempts,
            connect_timeout_s=self.ask_connect_timeout_s,
            idle_timeout_s=self.ask_idle_timeout_s,
            timeout_s=self.ask_timeout_s,
            max_side_px=self.ask_max_side_px,
        )

    @property
    def visitor_limits(self) -> VisitorLimits:
        """The limits of the dashboard's visitors."""
        return VisitorLimits(
            is_read_only=self.read_only,
            with_own_keys=self.visitor_keys,
            base_urls=self.allowed_base_urls,
            questions=self.visitor_questions,
            questions_per_hour=self.visitor_questions_per_hour,
        )


DEFAULT_PORT = 8501


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
