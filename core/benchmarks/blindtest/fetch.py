"""Download of the authors' folders, from a copy of their repository or from GitHub at the pinned commit.

The list `blindtest.sha256` pins the content of each image. The list does not state whether an image is in the folder
correct or incorrect: that is the authors' result, read from the copy or from GitHub's listing of the commit.
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
from core.limits import FetchOptions
from core.progress import Report, ignore_progress
from core.workspace import Workspace

TITLE, COMMAND = "BlindTest", "trilens fetch --benchmark blindtest"
REPOSITORY = "anguyen8/vision-llms-are-blind"
COMMIT = "dd2a28d96b3befa4674fc8504a9b944d6ad36fdb"
FILES = f"https://raw.githubusercontent.com/{REPOSITORY}/{COMMIT}"
TREES = f"https://api.github.com/repos/{REPOSITORY}/git/trees"


def fetch(
    workspace: Workspace, options: FetchOptions, source: str | None = None, report: Report = ignore_progress
) -> FetchResult:
    """Fetch every image into its folder, and the list of prompts.

    Args:
        workspace: of the benchmark.
        options: limits of the download.
        source: a folder with a copy of the repository; GitHub by default.
        report: receives the progress.

    Raises:
        FetchError: the source is not a folder, or GitHub cannot be reached.
        TrilensError: another process is fetching.
    """
    if source and "://" in source:
        raise FetchError(f"{source}: --source must be a folder with a copy of {REPOSITORY}. Omit it to use GitHub.")
    listed = _list_folder(Path(source).expanduser()) if source else _list_repository(options.timeout_s)
    files = FileSet(TITLE, FILES, _select_checksums(listed), option="--benchmark blindtest")
    return fetch_files(files, workspace, options, source or FILES, report)


def _select_checksums(paths: Iterable[str]) -> dict[str, str]:
    """Return the checksum of each listed image path, and of the list of prompts."""
    checksums = read_checksums(CHECKSUM_LIST)
    found = {PROMPTS: checksums[PROMPTS]}
    for path in paths:
        name = PurePosixPath(path).name
        if parse_name(name) and (checksum := checksums.get(get_checksum_key(name))):
            found[path] = checksum
    return found


def _list_folder(folder: Path) -> list[str]:
    if not (folder / IMAGES).is_dir():
        raise FetchError(f"{folder / IMAGES} is not a folder. Give --source a folder with a copy of {REPOSITORY}.")
    return sorted(path.relative_to(folder).as_posix() for path in (folder / IMAGES).rglob("*.png"))


def _list_repository(timeout_s: float) -> list[str]:
    """Return the paths of the images at the pinned commit, walking down the tree to their folder."""
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
        f"GitHub's listing of {REPOSITORY} cannot be read ({reason}). Try again later, or use a local copy: "
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
            f"{response.url} answered with only a part of the listing. Use a local copy: {COMMAND} --source FOLDER"
        )
    return list(entries)


def _find_tree_sha(entries: Iterable[dict[str, Any]], name: str) -> str:
    for entry in entries:
        if entry["path"] == name and entry["type"] == "tree":
            return str(entry["sha"])
    raise FetchError(f"{REPOSITORY} has no folder {IMAGES} at {COMMIT}. Use a local copy: {COMMAND} --source FOLDER")
