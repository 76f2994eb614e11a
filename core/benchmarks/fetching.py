"""Download of a benchmark's files to the data folder, verified and atomic; a second call resumes an interrupted one."""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import quote

import httpx
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_exponential_jitter

from core import __version__
from core.atomic_files import compute_file_sha256, lock_folder, open_atomic_file, remove_partial_files
from core.errors import FetchError
from core.limits import FetchOptions
from core.progress import Progress, Report, ignore_progress
from core.workspace import Workspace

MAX_FILE_BYTES = 64 * 2**20
MAX_RETRY_AFTER_S = 60.0
_NO_CONNECTION = (httpx.ConnectError, httpx.ConnectTimeout)


def _list_no_paths(_: Path | None) -> list[str]:
    return []


def _accept(_: bytes) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class FileSet:
    """Files of a benchmark that can be fetched.

    Attributes:
        title: for messages.
        option: options of the command `fetch` that precede `--source`.
        url: the pinned public URL.
        checksums: SHA-256 in hexadecimal, by path.
        list_unpinned: lists the other paths in a source folder, or on the server without a folder.
        find_problem: returns what is wrong with the content of an unpinned file; empty if nothing is.
    """

    title: str
    url: str
    checksums: Mapping[str, str]
    option: str = ""
    list_unpinned: Callable[[Path | None], list[str]] = _list_no_paths
    find_problem: Callable[[bytes], str] = _accept


@dataclass(slots=True)
class FetchResult:
    """Result of a call of `fetch`; paths are those of the release.

    Attributes:
        kept: files that were already in the data folder with the right checksum.
        fetched: files that this call downloaded or copied.
        absent: files that the source lacks; only a folder may be partial, and only files without a checksum may be
            missing.
        failed: the reason in one line, by path.
    """

    kept: list[str] = field(default_factory=list)
    fetched: list[str] = field(default_factory=list)
    absent: list[str] = field(default_factory=list)
    failed: dict[str, str] = field(default_factory=dict)

    @property
    def is_complete(self) -> bool:
        """Return whether nothing failed; a partial source folder is fine."""
        return not self.failed


class _UnreachableError(Exception):
    """Error for a server that cannot be reached at all; the other files are not requested."""


class _AbsentError(FetchError):
    """Error for a file that the server does not have."""


class _TryAgainError(Exception):
    """Error for a failed attempt that may succeed when repeated."""

    def __init__(self, reason: str, retry_after_s: float | None = None) -> None:
        super().__init__(reason)
        self.retry_after_s = retry_after_s


def fetch_files(
    files: FileSet,
    workspace: Workspace,
    options: FetchOptions,
    source: str | None = None,
    report: Report = ignore_progress,
) -> FetchResult:
    """Fetch every file of the set from a URL or a folder into the release folder.

    Raises:
        FetchError: the source is not a folder, or the server cannot be reached at all.
        TrilensError: another process is fetching.
    """
    source = source or files.url
    folder = None if "://" in source else Path(source).expanduser()
    if folder is not None and not folder.is_dir():
        raise FetchError(f"{folder} is not a folder. Give --source a folder with {files.title}'s files, or a URL.")
    paths = [*files.checksums, *(path for path in files.list_unpinned(folder) if path not in files.checksums)]
    result, wanted = _split_present_files(workspace.release, files, paths)
    # A complete release may be in a read-only folder, which cannot be locked.
    with lock_folder(workspace.data, "fetch") if wanted else nullcontext():
        if wanted:
            remove_partial_files(workspace.release)
            result, wanted = _split_present_files(workspace.release, files, paths)
        task = _Task(files, workspace.release, options, result, report, len(paths))
        task.report_progress()
        if folder is None:
            asyncio.run(_fetch_from_server(_validate_server_url(source), wanted, task))
        else:
            _copy_from_folder(folder, wanted, task)
    return result


@dataclass(frozen=True, slots=True)
class _Task:
    """State of a running call."""

    files: FileSet
    release: Path
    options: FetchOptions
    result: FetchResult
    report: Report
    total: int

    def report_progress(self) -> None:
        result = self.result
        done = len(result.kept) + len(result.fetched) + len(result.absent) + len(result.failed)
        self.report(Progress(f"Fetching {self.files.title}", done, self.total))

    def store(self, path: str, body: bytes) -> None:
        """Write a file's body if it matches the pinned checksum or passes the file set's check.

        Raises:
            _TryAgainError: the body is wrong.
        """
        checksum = self.files.checksums.get(path)
        found = hashlib.sha256(body).hexdigest()
        if checksum is not None and found != checksum:
            raise _TryAgainError(f"wrong body: SHA-256 {found[:12]}…, expected {checksum[:12]}…")
        if checksum is None and (problem := self.files.find_problem(body)):
            raise _TryAgainError(f"wrong body: {problem}")
        with open_atomic_file(self.release / path) as file:
            file.write(body)


def _split_present_files(folder: Path, files: FileSet, paths: Iterable[str]) -> tuple[FetchResult, list[str]]:
    """Return the files that are present with the right checksum, and the paths that are still wanted."""
    result, wanted = FetchResult(), []
    for path in paths:
        target, checksum = folder / path, files.checksums.get(path)
        if target.is_file() and (checksum is None or compute_file_sha256(target) == checksum):
            result.kept.append(path)
        else:
            wanted.append(path)
    return result, wanted


def _validate_server_url(source: str) -> str:
    try:
        url = httpx.URL(source)
    except httpx.InvalidURL as error:
        raise FetchError(f"{source} is not a valid URL: {error}") from error
    if url.scheme not in ("http", "https") or not url.host or not 0 < (url.port or 80) < 65536:
        raise FetchError(f"{source} is not a valid URL: use http:// or https:// followed by a host name.")
    return str(url)


def _copy_from_folder(folder: Path, wanted: Iterable[str], task: _Task) -> None:
    result = task.result
    for path in wanted:
        original = folder / path
        if not original.is_file():
            result.absent.append(path)
        else:
            try:
                task.store(path, original.read_bytes())
                result.fetched.append(path)
            except (OSError, _TryAgainError) as error:
                result.failed[path] = str(error)
        task.report_progress()
    if result.absent and len(result.absent) == task.total:
        raise FetchError(
            f"{folder} has none of {task.files.title}'s files; for example, {result.absent[0]} is missing."
        )


async def _fetch_from_server(url: str, wanted: Iterable[str], task: _Task) -> None:
    """Fetch each content once and store it at all of its paths; contents without a checksum count as distinct."""
    options, result = task.options, task.result
    paths_by_content: dict[str, list[str]] = {}
    for path in wanted:
        paths_by_content.setdefault(task.files.checksums.get(path, path), []).append(path)
    limit = asyncio.Semaphore(options.concurrency)
    timeout = httpx.Timeout(options.timeout_s, connect=min(15.0, options.timeout_s))
    headers = {"User-Agent": f"trilens/{__version__}"}
    async with httpx.AsyncClient(timeout=timeout, headers=headers, follow_redirects=True) as client:

        async def fetch_one(paths: list[str]) -> None:
            path = paths[0]
            async with limit:
                try:
                    await _fetch_file(client, f"{url.rstrip('/')}/{quote(path, safe='/=')}", paths, task)
                    result.fetched.extend(paths)
                except _AbsentError as error:
                    if path in task.files.checksums:
                        result.failed.update(dict.fromkeys(paths, str(error)))
                    else:
                        result.absent.append(path)
                except (_TryAgainError, FetchError, OSError) as error:
                    result.failed.update(dict.fromkeys(paths, str(error)))
                task.report_progress()

        try:
            async with asyncio.TaskGroup() as group:
                for paths in paths_by_content.values():
                    group.create_task(fetch_one(paths))
        except* _UnreachableError as errors:
            reason = errors.exceptions[0]
            option = f"{task.files.option} " if task.files.option else ""
            raise FetchError(
                f"{httpx.URL(url).host} cannot be reached ({reason}). The files fetched so far are kept. Try again "
                f"later, or use a local copy: trilens fetch {option}--source FOLDER"
            ) from None


async def _fetch_file(client: httpx.AsyncClient, url: str, paths: Iterable[str], task: _Task) -> None:
    """Fetch one file to each of its paths; retry after lost connections, 5xx, 429, stalls and wrong bodies."""

    def wait_s(state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome else None
        asked_for = error.retry_after_s if isinstance(error, _TryAgainError) else None
        return asked_for if asked_for is not None else backoff_s(state)

    options = task.options
    backoff_s = wait_exponential_jitter(initial=0.5, max=8.0)
    async for attempt in AsyncRetrying(
        stop=stop_after_attempt(options.attempts),
        retry=retry_if_exception(lambda error: isinstance(error, (_TryAgainError, *_NO_CONNECTION))),
        wait=wait_s,
        reraise=True,
    ):
        with attempt:
            try:
                async with asyncio.timeout(options.timeout_s):
                    body = await _download(client, url)
            except TimeoutError:
                raise _TryAgainError(f"not complete after {options.timeout_s:g} s") from None
            except _NO_CONNECTION as error:
                if attempt.retry_state.attempt_number >= options.attempts:
                    raise _UnreachableError(str(error) or type(error).__name__) from None
                raise
            except httpx.TransportError as error:
                raise _TryAgainError(f"the connection failed: {error or type(error).__name__}") from None
            for path in paths:
                task.store(path, body)


async def _download(client: httpx.AsyncClient, url: str) -> bytes:
    async with client.stream("GET", url) as response:
        if response.status_code == 429 or response.status_code >= 500:
            raise _TryAgainError(f"the server answered {response.status_code}", _parse_retry_after_s(response))
        if response.status_code != 200:
            error = _AbsentError if response.status_code == 404 else FetchError
            raise error(f"the server answered {response.status_code} {response.reason_phrase} for {url}")
        body = bytearray()
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > MAX_FILE_BYTES:
                raise FetchError(f"{url} is larger than {MAX_FILE_BYTES // 2**20} MiB")
        return bytes(body)


def _parse_retry_after_s(response: httpx.Response) -> float | None:
    value = response.headers.get("Retry-After", "")
    return min(float(value), MAX_RETRY_AFTER_S) if value.isascii() and value.isdigit() else None
