"""Figures that GePBench's paper prints, figures derived from them, and contradictions within the paper."""

from core.benchmarks.published_tables import PaperTables

PAPER_TABLES = PaperTables("gepbench.csv", derived="gepbench_derived.csv", contradictions="gepbench_contradictions.csv")
"""Tables 1 and 2: accuracy in percent by model or encoder (rows) and by level and aspect, and the average.

Derived are standard errors under two assumptions, and the score of guessing blindly. The paper does not state the
number of questions per cell: `se_if_n800` is the cautious assumption, `se_if_whole_set` the other bound.
`blind_baseline`, the score without the figure, comes from a simulation of the authors' engine.
"""
