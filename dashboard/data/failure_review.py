"""The failure review of the selected benchmark: codes, samples and cohorts, cached per version of the file."""

from pathlib import Path

from core.review.codebook import ReviewState, replay_entries
from core.review.entries import Entry
from core.review.review_file import CODES, ReviewEntries, read_entries
from dashboard.data.current_benchmark import get_benchmark_id, get_settings
from dashboard.runtime.bounded_cache import cache_with_limits


def load_review() -> ReviewState:
    """Load the review at every rerun, since other coders write too; visitors do not see the coders' names."""
    settings = get_settings()
    path = settings.workspace.home / CODES
    status = path.stat() if path.is_file() else None
    version = (status.st_mtime_ns, status.st_size) if status else (0, 0)
    return _load_review(str(settings.workspace.home), get_benchmark_id(), version, settings.read_only)


@cache_with_limits(max_entries=8, max_mb=40)
def _load_review(folder: str, benchmark_id: str, version: tuple[int, int], is_read_only: bool) -> ReviewState:  # noqa: ARG001 - keys of the cache
    return read_review(Path(folder), benchmark_id, is_read_only=is_read_only)


def read_review(folder: Path, benchmark_id: str, *, is_read_only: bool) -> ReviewState:
    """Read the review of a benchmark without a session; visitors of a read-only dashboard see no names of authors.

    Args:
        folder: the data folder.
        benchmark_id: of the benchmark.
        is_read_only: whether the names are hidden.
    """
    read = read_entries(folder)
    return replay_entries(_hide_authors(read) if is_read_only else read.entries, benchmark_id)


def _hide_authors(read: ReviewEntries) -> tuple[Entry, ...]:
    names: dict[str, str] = {}
    return tuple(
        entry.model_copy(
            update={"author": names.setdefault(entry.author.casefold(), f"Reviewer {len(names) + 1}"), "writer": ""}
        )
        for entry in read.entries
    )
