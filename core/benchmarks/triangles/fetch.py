"""Download of Tri-Bench's files to the data folder."""

from core.benchmarks.fetching import FetchResult, FileSet, fetch_files
from core.benchmarks.triangles import dataset_facts
from core.benchmarks.triangles.checksums import read_pinned_checksums
from core.limits import FetchOptions
from core.progress import Report, ignore_progress
from core.workspace import Workspace

STAGE = "Fetching Tri-Bench"


def fetch(
    workspace: Workspace, options: FetchOptions, source: str | None = None, report: Report = ignore_progress
) -> FetchResult:
    """Download every file of the pinned list to the data folder, from a URL or a folder.

    Raises:
        FetchError: the source is not a folder, or the server cannot be reached at all.
        TrilensError: another process is fetching.
    """
    files = FileSet("Tri-Bench", dataset_facts.FILES, read_pinned_checksums())
    return fetch_files(files, workspace, options, source or options.tri_bench_source, report)
