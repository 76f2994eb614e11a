"""Entries of the included benchmarks in the registry, which names them in the order of pages."""

from dataclasses import dataclass

from core.toml_tables import load_table

DRAWN_SUFFIX = ", drawn by Trilens"
"""Ends the titles of sets that Trilens drew after a paper, so that no score passes for one on the paper's own set."""


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


_ENTRIES = {
    benchmark_id: BenchmarkEntry(**row | {"own_pages": frozenset(row.get("own_pages", ()))})
    for benchmark_id, row in load_table(__file__, "entries.toml").items()
}
TRI_BENCH = _ENTRIES["tri_bench"]
SYNTHETIC = _ENTRIES["synthetic"]
GEPBENCH = _ENTRIES["gepbench"]
MMPERSPECTIVE = _ENTRIES["mmperspective"]
THREEDSR = _ENTRIES["3dsrbench"]
GIQ = _ENTRIES["giq"]
BLINDTEST = _ENTRIES["blindtest"]
VISONLYQA = _ENTRIES["visonlyqa"]
MEASUREMENTS = _ENTRIES["measurements"]

UNLISTED = BenchmarkEntry("", "")
"""Entry for contents outside the registry; a folder may state which benchmark it holds."""
