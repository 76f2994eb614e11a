"""Entries of the included benchmarks in the registry, which names them in the order of pages."""

from dataclasses import dataclass

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


_TRIANGLES, _PAPER, _LAB = "triangles", "paper", "lab"
_RECOMPUTED = "recomputed"
"""SQL folder for a paper's table by model and question, recomputed from the released runs."""

_PAGES = frozenset({"tilt", "truth_audit", _LAB})

TRI_BENCH = BenchmarkEntry(
    "Tri-Bench",
    "core.benchmarks.tri_bench",
    _TRIANGLES,
    _PAGES | {_PAPER},
    how_known="by tape",
    fetched_by="core.benchmarks.triangles.fetch",
)

SYNTHETIC = BenchmarkEntry(
    "Synthetic scenes",
    "core.benchmarks.synthetic",
    _TRIANGLES,
    _PAGES,
    how_known="exact",
    truth="drawn",
    notice="Synthetic scenes rendered by Trilens, not photographs.",
    ceiling="The ceiling is almost 100% because the sides, stickers and lens of a synthetic scene have no error; "
    "that of photographs is lower.",
)

GEPBENCH = BenchmarkEntry(
    f"GePBench{DRAWN_SUFFIX}",
    "core.benchmarks.gepbench.benchmark",
    own_pages=frozenset({_PAPER, _LAB}),
    is_offered=True,
    how_known="exact",
)

MMPERSPECTIVE = BenchmarkEntry(
    f"MMPerspective{DRAWN_SUFFIX}",
    "core.benchmarks.mmperspective.benchmark",
    own_pages=frozenset({_PAPER, _LAB}),
    is_offered=True,
    how_known="exact",
)

THREEDSR = BenchmarkEntry(
    f"3DSRBench{DRAWN_SUFFIX}",
    "core.benchmarks.threedsr.benchmark",
    own_pages=frozenset({_PAPER, _LAB}),
    is_offered=True,
    how_known="exact",
)

GIQ = BenchmarkEntry(
    f"GIQ{DRAWN_SUFFIX}",
    "core.benchmarks.giq.benchmark",
    own_pages=frozenset({_PAPER, _LAB}),
    is_offered=True,
    how_known="exact",
    people_answer="same",
    people_cases=20,
    exclusions="core.benchmarks.giq.symmetry",
)

BLINDTEST = BenchmarkEntry(
    "BlindTest circles",
    "core.benchmarks.blindtest.benchmark",
    _RECOMPUTED,
    own_pages=frozenset({_PAPER}),
    how_known="from the file name",
    replies_note="The replies of the released models are reconstructed. The authors publish which answers were "
    "right, not what the models wrote.",
    exclusions="core.benchmarks.blindtest.circles",
    fetched_by="core.benchmarks.blindtest.fetch",
)

VISONLYQA = BenchmarkEntry(
    "VisOnlyQA",
    "core.benchmarks.visonlyqa.benchmark",
    own_sql="visonlyqa",
    own_pages=frozenset({_PAPER}),
    fetched_by="core.benchmarks.visonlyqa.fetch",
)

MEASUREMENTS = BenchmarkEntry(
    "Scene measurements", "core.benchmarks.measurements.benchmark", is_offered=True, how_known="exact", truth="drawn"
)

UNLISTED = BenchmarkEntry("", "")
"""Entry for contents outside the registry; a folder may state which benchmark it holds."""
