"""Brings the authors' folders to the data folder: from a copy of their repository, or from GitHub at the pinned commit.

The content of each image is pinned by the list `blindtest.sha256`. Which folder it lies in, correct or incorrect, is
the authors' result and not on that list: it is taken from the copy, or from GitHub's listing of the commit.
"""

from collections.abc import Iterable
from pathlib import Path, PurePosixPath
from typing import Any

import httpx

from core import __version__
from core.benchmarks.blindtest.circles import parse_name
from core.benchmarks.blindtest.release_folders import CHECKSUM_LIST, IMAGES, PROMPTS, get_checksum_key
from core.benchmarks.checksums import read_checksums
from core.benchmarks.fetching import FetchResult, FileSet, fetch_files
from core.errors import FetchError
from core.progress import Report, ignore_progress
from core.settings import Settings

TITLE, COMMAND = "BlindTest", "trilens fetch --benchmark blindtest"
REPOSITORY = "anguyen8/vision-llms-are-blind"
COMMIT = "dd2a28d96b3befa4674fc8504a9b944d6ad36fdb"
FILES = f"https://raw.githubusercontent.com/{REPOSITORY}/{COMMIT}"
TREES = f"https://api.github.com/repos/{REPOSITORY}/git/trees"


def fetch(settings: Settings, source: str | None = None, report: Report = ignore_progress) -> FetchResult:
    """Bring every image in its folders, and the list of prompts.

    Args:
        settings: of the benchmark.
        source: a folder with a copy of the repository; GitHub by default.
        report: takes the progress.

    Raises:
        FetchError: the source is not a folder, or GitHub cannot be reached.
        TrilensError: another process is fetching.
    """
    if source and "://" in source:
        raise FetchError(f"{source}: --source has to be a folder with a copy of {REPOSITORY}. Leave it out for GitHub.")
    listed = _list_folder(Path(source).expanduser()) if source else _list_repository(settings.fetch_timeout_s)
    files = FileSet(TITLE, FILES, _select_checksums(listed), option="--benchmark blindtest")
    return fetch_files(files, settings, source or FILES, report)


def _select_checksums(paths: Iterable[str]) -> dict[str, str]:
    """Return the checksum of each path of an image that is on the list, and of the list of prompts."""
    known = read_checksums(CHECKSUM_LIST)
    found = {PROMPTS: known[PROMPTS]}
    for path in paths:
        name = PurePosixPath(path).name
        if parse_name(name) and (checksum := known.get(get_checksum_key(name))):
            found[path] = checksum
    return found


def _list_folder(folder: Path) -> list[str]:
    if not (folder / IMAGES).is_dir():
        raise FetchError(f"{folder / IMAGES} is not a folder. Give --source a folder with a copy of {REPOSITORY}.")
    return sorted(path.relative_to(folder).as_posix() for path in (folder / IMAGES).rglob("*.png"))


def _list_repository(timeout_s: float) -> list[str]:
    """Return the paths of the images at the pinned commit, folder by folder down to theirs."""
    headers = {"User-Agent": f"trilens/{__version__}", "Accept": "application/vnd.github+json"}
    try:
        with httpx.Client(timeout=timeout_s, headers=headers) as client:
            tree = COMMIT
            for name in PurePosixPath(IMAGES).parts:
                tree = _find_tree_sha(_read_tree(client, tree), name)
            entries = _read_tree(client, tree, {"recursive": "1"})
    except httpx.HTTPStatusError as error:
        raise _build_listing_error(f"the server answered {error.response.status_code}") from None
    except httpx.HTTPError as error:
        raise _build_listing_error(str(error) or type(error).__name__) from None
    return [f"{IMAGES}/{entry['path']}" for entry in entries if entry["type"] == "blob"]


def _build_listing_error(reason: str) -> FetchError:
    return FetchError(
        f"GitHub's listing of {REPOSITORY} cannot be read ({reason}). Try again later, or take a local copy: "
        f"{COMMAND} --source FOLDER"
    )


def _read_tree(client: httpx.Client, tree: str, parameters: dict[str, str] | None = None) -> list[dict[str, Any]]:
    response = client.get(f"{TREES}/{tree}", params=parameters).raise_for_status()
    try:
        listing = response.json()
        entries, is_cut = listing["tree"], listing["truncated"]
    except (ValueError, KeyError, TypeError):
        raise FetchError(f"{response.url} did not answer with a listing. Try again later.") from None
    if is_cut:
        raise FetchError(
            f"{response.url} answered with a part of the listing only. Take a local copy: {COMMAND} --source FOLDER"
        )
    return list(entries)


def _find_tree_sha(entries: Iterable[dict[str, Any]], name: str) -> str:
    for entry in entries:
        if entry["path"] == name and entry["type"] == "tree":
            return str(entry["sha"])
    raise FetchError(f"{REPOSITORY} has no folder {IMAGES} at {COMMIT}. Take a local copy: {COMMAND} --source FOLDER")
