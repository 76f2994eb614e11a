"""Interface of a benchmark to the rest of the program. Each benchmark is one module; nothing else knows its name."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pandas as pd

from core.benchmarks.cases import Case
from core.benchmarks.data import BenchmarkData
from core.limits import FetchOptions
from core.parsing.deciding_words import DecidingWords
from core.progress import Report
from core.records import Answer
from core.workspace import Workspace

if TYPE_CHECKING:  # derived images load OpenCV, which pages do not need
    from core.benchmarks.fetching import FetchResult
    from core.photographs.derived_images import DerivedImage

Fetch = Callable[[Workspace, FetchOptions, str | None, Report], "FetchResult"]
"""Fetches a benchmark's files to its folder from a source, a public repository by default, and reports progress."""

Derive = Callable[[Iterable[Path]], Mapping[Path, "DerivedImage"]]
"""Makes the copies of images for the pages, by path within the benchmark's folder; missing images are left out."""


def skip_images(_: Iterable[Path]) -> "Mapping[Path, DerivedImage]":
    """Derive no images, for callers that need only the contents."""
    return {}


class Benchmark(Protocol):
    """Contents of a benchmark, and the parser of its replies. The registry has its title, pages and SQL folder.

    Attributes:
        benchmark_id: key, in links, folders and on the command line.
        is_measured: whether the geometry measures its images.
        prompts: folder with variants of its prompt; None without variants.
        image_views: what a model may be shown instead of the unchanged images. A view keeps every truth, or
            `map_case` adapts the question to it so that the right letter stays the same.
    """

    benchmark_id: str
    is_measured: bool
    prompts: Path | None
    image_views: tuple[str, ...]

    def is_here(self, folder: Path) -> bool:
        """Return whether the benchmark's files are in the folder."""

    def list_source_files(self, folder: Path) -> Iterable[Path]:
        """Return the files whose content determines what is read, except for images."""

    def list_images(self, folder: Path) -> Iterable[Path]:
        """Return the image files in the folder."""

    def read(self, folder: Path, derive: Derive = skip_images) -> BenchmarkData:
        """Read all contents of the benchmark.

        Raises:
            ReleaseError: a file is missing or not valid.
        """

    def map_case(self, case: Case, view: str) -> Case:
        """Adapt the question and the options of a case to an image view; options keep their letters."""

    def read_reply(self, raw: str | None, case: Case) -> Mapping[str, Answer]:
        """Return the answers that a reply gives to the questions of its case."""

    def find_deciding_words(self, raw: str, case: Case) -> tuple[DecidingWords, ...]:
        """Return the words of a reply that determined how it was read."""

    def find_contradictions(self, answers: pd.DataFrame) -> pd.DataFrame:
        """Return one row per contradiction within a reply: run_id, case_id, kind, question_ids, sentence."""
