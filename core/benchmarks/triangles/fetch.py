"""Brings a benchmark's files to the data folder: each checked, none half-written; a call resumes an interrupted one.

Files are Tri-Bench's unless the caller names others.
"""

import asyncio
import hashlib
from collections.abc import Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from core import __version__
from core.benchmarks.pinned import PinnedFiles
from core.benchmarks.triangles.checksums import PINNED
from core.errors import FetchError
from core.files import atomic_write, exclusive, remove_parts, sha256_of
from core.progress import Progress, Report, silent
from core.settings import Settings

MAX_FILE_BYTES = 64 * 2**20
MAX_RETRY_AFTER_S = 60.0
_NO_CONNECTION = (httpx.ConnectError, httpx.ConnectTimeout)


@dataclass(slots=True)
class FetchResult:
    """What a call of `fetch` found and did; paths as in the release.

    Attributes:
        kept: already in the data folder with the right checksum.
        fetched: brought by this call.
        absent: missing in the source folder; only a folder may be partial.
        failed: the reason in one line, by path.
    """

    kept: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Whether nothing went wrong; a partial source folder is fine."""
        return not self.failed


class _UnreachableError(Exception):
    """The server cannot be reached at all; the other files are not requested."""


class _TryAgainError(Exception):
    """This attempt failed for a reason that may pass."""

    def __init__(self, reason: str, retry_after_s: float | None = None) -> None:
        super().__init__(reason)
        self.retry_after_s = retry_after_s


def fetch(
    settings: Settings, source: str | None = None, report: Report = silent, pinned: PinnedFiles = PINNED
) -> FetchResult:
    """Brings every file of the pinned list to the data folder, from a URL or a folder.

    Args:
        settings: of the benchmark.
        source: a URL or a folder; the environment's for Tri-Bench, else the pinned repository by default.
        report: takes the progress.
        pinned: the files.

    Raises:
        FetchError: the source is not a folder, or the server cannot be reached at all.
        TrilensError: another process is fetching.
    """
    source = source or (settings.source if pinned is PINNED else "") or pinned.url
    checksums = pinned.checksums()
    result, wanted = _look(settings.release, checksums)
    # What is complete may lie in a folder that cannot be written, where no lock can be held.
    with exclusive(settings.data, "fetch") if wanted else nullcontext():
        if wanted:
            remove_parts(settings.release)
            result, wanted = _look(settings.release, checksums)
        work = _Work(pinned, checksums, settings, result, report)
        work.report_progress()
        if "://" in source:
            asyncio.run(_fetch_from_server(server_url(source), wanted, work))
        else:
            _copy_from_folder(Path(source).expanduser(), wanted, work)
    return result


@dataclass(frozen=True, slots=True)
class _Work:
    """One call of `fetch`: which files, where to, and what has been done."""

    pinned: PinnedFiles
    checksums: Mapping[str, str]
    settings: Settings
    result: FetchResult
    report: Report

    def report_progress(self) -> None:
        result = self.result
        done = len(result.kept) + len(result.fetched) + len(result.absent) + len(result.failed)
        self.report(Progress(f"Fetching {self.pinned.title}", done, len(self.checksums)))

    def store(self, path: str, body: bytes) -> None:
        """Writes a file's body if it is the body that the pinned list names."""
        found, expected = hashlib.sha256(body).hexdigest(), self.checksums[path]
        if found != expected:
            raise _TryAgainError(f"wrong body: SHA-256 {found[:12]}…, the list says {expected[:12]}…")
        with atomic_write(self.settings.release / path) as file:
            file.write(body)


def _look(folder: Path, checksums: Mapping[str, str]) -> tuple[FetchResult, list[str]]:
    """What is there with the right checksum, and the paths that are wanted."""
    result, wanted = FetchResult(), []
    for path, checksum in checksums.items():
        target = folder / path
        if target.is_file() and sha256_of(target) == checksum:
            result.kept.append(path)
        else:
            wanted.append(path)
    return result, wanted


def server_url(source: str) -> str:
    """Return the address of a server.

    Raises:
        FetchError: it is not a valid one.
    """
    try:
        url = httpx.URL(source)
    except httpx.InvalidURL as error:
        raise FetchError(f"{source} is not a valid URL: {error}") from error
    if url.scheme not in ("http", "https") or not url.host or not 0 < (url.port or 80) < 65536:
        raise FetchError(f"{source} is not a valid URL: it has to begin with http:// or https:// and name a host.")
    return str(url)


def _copy_from_folder(folder: Path, wanted: Iterable[str], work: _Work) -> None:
    result, title = work.result, work.pinned.title
    if not folder.is_dir():
        raise FetchError(f"{folder} is not a folder. Give --source a folder with {title}'s files, or a URL.")
    for path in wanted:
        original = folder / path
        if not original.is_file():
            result.absent.append(path)
        else:
            try:
                work.store(path, original.read_bytes())
                result.fetched.append(path)
            except (OSError, _TryAgainError) as error:
                result.failed[path] = str(error)
        work.report_progress()
    if len(result.absent) == len(work.checksums):
        raise FetchError(f"{folder} holds none of {title}'s files: {result.absent[0]} is missing.")


async def _fetch_from_server(url: str, wanted: Iterable[str], work: _Work) -> None:
    """Fetches each content once, and stores it at every path that has it."""
    settings, result = work.settings, work.result
    paths_of: dict[str, list[str]] = {}
    for path in wanted:
        paths_of.setdefault(work.checksums[path], []).append(path)
    limit = asyncio.Semaphore(settings.fetch_concurrency)
    timeout = httpx.Timeout(settings.fetch_timeout_s, connect=min(15.0, settings.fetch_timeout_s))
    headers = {"User-Agent": f"trilens/{__version__}"}
    async with httpx.AsyncClient(timeout=timeout, headers=headers, follow_redirects=True) as client:

        async def fetch_one(paths: list[str]) -> None:
            async with limit:
                try:
                    await _fetch_file(client, f"{url.rstrip('/')}/{quote(paths[0])}", paths, work)
                    result.fetched.extend(paths)
                except (_TryAgainError, FetchError, OSError) as error:
                    result.failed.update(dict.fromkeys(paths, str(error)))
                work.report_progress()

        try:
            async with asyncio.TaskGroup() as group:
                for paths in paths_of.values():
                    group.create_task(fetch_one(paths))
        except* _UnreachableError as errors:
            reason = errors.exceptions[0]
            raise FetchError(
                f"{httpx.URL(url).host} cannot be reached ({reason}). What was fetched is kept; try again later, "
                f"or take a local copy: {work.pinned.command} --source FOLDER"
            ) from None


async def _fetch_file(client: httpx.AsyncClient, url: str, paths: Iterable[str], work: _Work) -> None:
    """Brings one file to each of its paths; lost connections, 5xx, 429, a stall and a wrong body are retried."""
    settings = work.settings

    def wait_s(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked_for = error.retry_after_s if isinstance(error, _TryAgainError) else None
        return asked_for if asked_for is not None else backoff_s(state)

    backoff_s = wait_exponential_jitter(initial=0.5, max=8.0)
    async for attempt in AsyncRetrying(
        stop=stop_after_attempt(settings.fetch_attempts),
        retry=retry_if_exception(lambda error: isinstance(error, (_TryAgainError, *_NO_CONNECTION))),
        wait=wait_s,
        reraise=True,
    ):
        with attempt:
            try:
                async with asyncio.timeout(settings.fetch_timeout_s):
                    body = await _download(client, url)
            except TimeoutError:
                raise _TryAgainError(f"not complete after {settings.fetch_timeout_s:g} s") from None
            except _NO_CONNECTION as error:
                if attempt.retry_state.attempt_number >= settings.fetch_attempts:
                    raise _UnreachableError(str(error) or type(error).__name__) from None
                raise
            except httpx.TransportError as error:
                raise _TryAgainError(f"the connection failed: {error or type(error).__name__}") from None
            for path in paths:
                work.store(path, body)


async def _download(client: httpx.AsyncClient, url: str) -> bytes:
    async with client.stream("GET", url) as response:
        if response.status_code == 429 or response.status_code >= 500:
            raise _TryAgainError(f"the server answered {response.status_code}", _retry_after_s(response))
        if response.status_code != 200:
            raise FetchError(f"the server answered {response.status_code} {response.reason_phrase} for {url}")
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > MAX_FILE_BYTES:
                raise FetchError(f"{url} is larger than {MAX_FILE_BYTES // 2**20} MiB")
        return bytes(body)


def _retry_after_s(response: httpx.Response) -> float | None:
    value = response.headers.get("Retry-After", "")
    return min(float(value), MAX_RETRY_AFTER_S) if value.isascii() and value.isdigit() else None
