"""Published figures of MMPerspective's paper, figures derived from them, and the paper's contradictions."""

from core.benchmarks.published_tables import PaperTables

_BOUNDS = (-100.0, 10_000.0)
PAPER_TABLES = PaperTables(
    "mmperspective.csv", _BOUNDS, "mmperspective_derived.csv", _BOUNDS, "mmperspective_contradictions.csv"
)
"""Tables 1 to 4.

Derived from the hits of Table 1 are standard errors, micro means, rank intervals, the consistency index, and guessing;
`python -m tools.write_derived_figures` writes them.
"""
