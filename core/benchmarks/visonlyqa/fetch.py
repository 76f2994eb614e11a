"""Download of VisOnlyQA's files to the data folder: questions, images, and the released responses."""

import json
from pathlib import Path

from core.benchmarks.checksums import read_checksums
from core.benchmarks.fetching import FetchResult, FileSet, fetch_files
from core.benchmarks.visonlyqa.dataset_facts import FILES_URL, MODELS, PROMPTS, RESPONSES, TASKS
from core.benchmarks.visonlyqa.responses import list_response_files
from core.limits import FetchOptions
from core.progress import Report, ignore_progress
from core.settings import PUBLISHED
from core.workspace import Workspace

CHECKSUMS = "visonlyqa.sha256"
OPTION = "--benchmark visonlyqa"


def fetch(
    workspace: Workspace, options: FetchOptions, source: str | None = None, report: Report = ignore_progress
) -> FetchResult:
    """Fetch the files from a URL or a folder, which may be incomplete, into the release folder.

    Responses of models that are missing from the pinned list are accepted without a checksum if each line is JSON.

    Raises:
        FetchError: the source is not a folder, or the server cannot be reached at all.
        TrilensError: another process is fetching.
    """
    files = FileSet(
        title="VisOnlyQA",
        url=FILES_URL,
        checksums=read_checksums(PUBLISHED / CHECKSUMS),
        option=OPTION,
        list_unpinned=_list_unpinned,
        find_problem=_find_problem,
    )
    return fetch_files(files, workspace, options, source, report)


def _list_unpinned(folder: Path | None) -> list[str]:
    if folder is not None:
        return [path.relative_to(folder).as_posix() for path in list_response_files(folder)]
    return [
        (RESPONSES / f"eval_{split}" / task / f"prompt={prompt}" / f"{model}.jsonl").as_posix()
        for split, tasks in TASKS.items()
        for task in tasks
        for prompt in PROMPTS
        if split == "real" or prompt == "no_reasoning"
        for model in MODELS
    ]


def _find_problem(body: bytes) -> str:
    try:
        lines = [json.loads(line) for line in body.decode("utf-8").split("\n") if line.strip()]
    except (ValueError, RecursionError) as error:
        return f"not JSON Lines ({error})"
    return "" if lines and all(isinstance(line, dict) for line in lines) else "not all lines are JSON objects"
