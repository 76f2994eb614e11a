"""Registry of the benchmarks: ids, titles, and the modules that hold their contents."""

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, cast

from core.errors import SettingsError
from core.settings import BENCHMARK_ID, FIRST_BENCHMARK, Settings

if TYPE_CHECKING:
    from core.benchmarks.data import ImpossibleCombination
    from core.benchmarks.protocol import Benchmark, Fetch

DRAWN_SUFFIX = ", drawn by Trilens"
"""Ends the titles of sets that Trilens drew after a paper, so that no score passes for one on the paper's own set."""

TRI_BENCH, SYNTHETIC, GEPBENCH, GIQ = FIRST_BENCHMARK, "synthetic", "gepbench", "giq"
THREEDSR, MMPERSPECTIVE, BLINDTEST = "3dsrbench", "mmperspective", "blindtest"
VISONLYQA = "visonlyqa"


@dataclass(frozen=True, slots=True)
class BenchmarkEntry:
    """A benchmark in the registry.

    Attributes:
        title: on pages.
        module: defines it as `BENCHMARK`; imported only when more than this entry is needed.
        own_sql: the folder next to `sql/common` with its own tables, views, checks and queries; empty if there is none.
        own_pages: names of pages that not every benchmark has.
        is_offered: whether pages offer it before it is built; they generate or build it on first use.
        how_known: how its truths are known, worded as shown next to a truth.
        truth: name of its truth next to what is measured in its images.
        notice: shown first on every page about it.
        replies_note: shown on every page about the released replies; empty if they are the models' texts.
        ceiling: Overview's remark on the best reachable score.
        people_answer: the question that people are asked, if the benchmark has several; empty for all.
        people_cases: number of cases per quiz.
        fetched_by: module with `fetch`, which gets its files from a public repository or a folder; empty without one.
        exclusions: module with `EXCLUSIONS`, the answers about one group that exclude each other; empty without one.
    """

    title: str
    module: str
    own_sql: str = ""
    own_pages: frozenset[str] = frozenset()
    is_offered: bool = False
    how_known: str = "as published"
    truth: str = "published"
    notice: str = ""
    replies_note: str = ""
    ceiling: str = ""
    people_answer: str = ""
    people_cases: int = 10
    exclusions: str = ""
    fetched_by: str = ""

    @property
    def paper_title(self) -> str:
        """Return the title of the paper's own set, which the figures in the paper are about."""
        return self.title.removesuffix(DRAWN_SUFFIX)


_TRIANGLES, _PAPER, _LAB = "triangles", "paper", "lab"
_RECOMPUTED = "recomputed"
"""SQL folder for a paper's table by model and question, recomputed from the released runs."""

_PAGES = frozenset({"tilt", "truth_audit", _LAB})

LISTED = {
    TRI_BENCH: BenchmarkEntry(
        "Tri-Bench",
        "core.benchmarks.tri_bench",
        _TRIANGLES,
        _PAGES | {_PAPER},
        how_known="by tape",
        fetched_by="core.benchmarks.triangles.fetch",
    ),
    SYNTHETIC: BenchmarkEntry(
        "Synthetic scenes",
        "core.benchmarks.synthetic",
        _TRIANGLES,
        _PAGES,
        how_known="exact",
        truth="drawn",
        notice="Synthetic scenes rendered by Trilens, not photographs.",
        ceiling="The ceiling is almost 100 % because the sides, stickers and lens of a synthetic scene have no error; "
        "that of photographs is lower.",
    ),
    GEPBENCH: BenchmarkEntry(
        f"GePBench{DRAWN_SUFFIX}",
        "core.benchmarks.gepbench.benchmark",
        own_pages=frozenset({_PAPER, _LAB}),
        is_offered=True,
        how_known="exact",
    ),
    MMPERSPECTIVE: BenchmarkEntry(
        f"MMPerspective{DRAWN_SUFFIX}",
        "core.benchmarks.mmperspective.benchmark",
        own_pages=frozenset({_PAPER, _LAB}),
        is_offered=True,
        how_known="exact",
    ),
    THREEDSR: BenchmarkEntry(
        f"3DSRBench{DRAWN_SUFFIX}",
        "core.benchmarks.threedsr.benchmark",
        own_pages=frozenset({_PAPER, _LAB}),
        is_offered=True,
        how_known="exact",
    ),
    GIQ: BenchmarkEntry(
        f"GIQ{DRAWN_SUFFIX}",
        "core.benchmarks.giq.benchmark",
        own_pages=frozenset({_PAPER, _LAB}),
        is_offered=True,
        how_known="exact",
        people_answer="same",
        people_cases=20,
        exclusions="core.benchmarks.giq.symmetry",
    ),
    BLINDTEST: BenchmarkEntry(
        "BlindTest circles",
        "core.benchmarks.blindtest.benchmark",
        _RECOMPUTED,
        own_pages=frozenset({_PAPER}),
        how_known="from the file name",
        replies_note="The replies of the released models are reconstructed. The authors publish which answers were "
        "right, not what the models wrote.",
        exclusions="core.benchmarks.blindtest.circles",
        fetched_by="core.benchmarks.blindtest.fetch",
    ),
    VISONLYQA: BenchmarkEntry(
        "VisOnlyQA",
        "core.benchmarks.visonlyqa.benchmark",
        own_sql="visonlyqa",
        own_pages=frozenset({_PAPER}),
        fetched_by="core.benchmarks.visonlyqa.fetch",
    ),
}
"""Benchmarks by id; the first is the default."""

UNLISTED = BenchmarkEntry("", "")
"""Entry for contents outside the registry; a folder may state which benchmark it holds."""


OWN_IDENTITY, OWN_ITEMS = "benchmark.json", "items.jsonl"
"""Files of a custom benchmark, in its release folder."""

_OF_OWN = "core.benchmarks.choice.custom_benchmark"


def list_entries(settings: Settings) -> dict[str, BenchmarkEntry]:
    """Return the registered benchmarks, followed by the custom benchmarks in the data folder."""
    return LISTED | {
        path.parent.parent.name: BenchmarkEntry(_read_title(path, path.stat().st_mtime_ns), _OF_OWN, is_offered=True)
        for path in sorted(settings.home.glob(f"*/{settings.select_benchmark(SYNTHETIC).release.name}/{OWN_IDENTITY}"))
        if (path.parent / OWN_ITEMS).is_file()
        and BENCHMARK_ID.fullmatch(path.parent.parent.name)
        and path.parent.parent.name not in LISTED
    }


@lru_cache(maxsize=100)
def _read_title(path: Path, _changed: int) -> str:
    try:
        return str(json.loads(path.read_bytes())["facts"]["title"])
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        return path.parent.parent.name


def find_entry(settings: Settings) -> BenchmarkEntry:
    """Return the registry entry of the benchmark that these settings select.

    Raises:
        SettingsError: the benchmark no longer exists.
    """
    return list_entries(settings)[find_settings(settings, settings.benchmark_id).benchmark_id]


def find_settings(settings: Settings, benchmark_id: str) -> Settings:
    """Return the settings of the benchmark with this id.

    Raises:
        SettingsError: no benchmark has this id.
    """
    if benchmark_id not in (known := list_entries(settings)):
        raise SettingsError(f"There is no benchmark {benchmark_id!r}. Use one of {', '.join(known)}.")
    return settings.select_benchmark(benchmark_id)


def load_fetch(settings: Settings) -> "Fetch":
    """Return the function that fetches the files of the benchmark that these settings select.

    Raises:
        SettingsError: its files are generated here or added by the user.
    """
    if not (module := find_entry(settings).fetched_by):
        known = ", ".join(benchmark_id for benchmark_id, one in LISTED.items() if one.fetched_by)
        raise SettingsError(f"{settings.benchmark_id} has no files to fetch; these benchmarks have: {known}.")
    return cast("Fetch", import_module(module).fetch)


def load_exclusions(settings: Settings) -> "tuple[ImpossibleCombination, ...]":
    """Return the answers about one group that exclude each other, for the benchmark that these settings select.

    Raises:
        SettingsError: the benchmark no longer exists.
    """
    module = find_entry(settings).exclusions
    return cast("tuple[ImpossibleCombination, ...]", import_module(module).EXCLUSIONS) if module else ()


def load_benchmark(settings: Settings) -> "Benchmark":
    """Return the benchmark that these settings select.

    Raises:
        SettingsError: the benchmark no longer exists.
    """
    module = import_module(find_entry(settings).module)
    if settings.benchmark_id in LISTED:
        return cast("Benchmark", module.BENCHMARK)
    return cast("Benchmark", module.make_custom_benchmark(settings.benchmark_id))
