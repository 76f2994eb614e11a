"""What a benchmark is to the rest of the program. Each is one module; nothing else knows its name."""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pandas as pd

from core.benchmarks.data import BenchmarkData, Case
from core.parsing.deciding_words import DecidingWords
from core.progress import Report
from core.records import Answer
from core.settings import Settings

if TYPE_CHECKING:  # what derives loads OpenCV, which pages do not need
    from core.benchmarks.fetching import FetchResult
    from core.photographs.derived_images import DerivedImage

Fetch = Callable[["Settings", str | None, Report], "FetchResult"]
"""Brings a benchmark's files to its folder from a source, a public repository by default; reports its progress."""

Derive = Callable[[Iterable[Path]], Mapping[Path, "DerivedImage"]]
"""Makes the copies of images for the pages, by path within the benchmark's folder; those that are missing stay out."""


def skip_images(_: Iterable[Path]) -> "Mapping[Path, DerivedImage]":
    """For whoever wants the contents without looking at images."""
    return {}


class Benchmark(Protocol):
    """What a benchmark brings, and how its replies are read. Its title, pages and folder of SQL stand on the list.

    Attributes:
        benchmark_id: key, in links, folders and on the command line.
        is_measured: whether the geometry measures its images.
        prompts: folder with variants of its prompt; None where there are none.
        image_views: what a model may be shown instead of the images as they are.
    """

    benchmark_id: str
    is_measured: bool
    prompts: Path | None
    image_views: tuple[str, ...]

    def is_here(self, folder: Path) -> bool:
        """Whether its files are in the folder."""

    def list_source_files(self, folder: Path) -> Iterable[Path]:
        """The files whose content decides what is read, images aside."""

    def list_images(self, folder: Path) -> Iterable[Path]:
        """The image files in the folder."""

    def read(self, folder: Path, derive: Derive = skip_images) -> BenchmarkData:
        """Everything that it brings.

        Raises:
            ReleaseError: a file is missing or not valid.
        """

    def read_reply(self, raw: str | None, case: Case) -> Mapping[str, Answer]:
        """What a reply answers to the questions of its case."""

    def find_deciding_words(self, raw: str, case: Case) -> tuple[DecidingWords, ...]:
        """Return the words of a reply that decided how it was read."""

    def find_contradictions(self, answers: pd.DataFrame) -> pd.DataFrame:
        """One row per contradiction between answers of one reply: run_id, case_id, kind, question_ids, sentence."""
