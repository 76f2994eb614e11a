"""Figures that GIQ's paper and its project site give, their uncertainty, and contradictions within the paper."""

from core.benchmarks.published_tables import PaperTables

_BOUNDS = (0.0, 1000.0)
PAPER_TABLES = PaperTables("giq.csv", _BOUNDS, "giq_derived.csv", _BOUNDS, "giq_contradictions.csv")
"""Naming by model, balanced accuracy by encoder, mental rotation by encoder and of people, and group sizes. Sources
state when a value was read off a figure.

Derived are ends of 95% intervals: naming with one image per solid, symmetry with solids as units, and 41 pairs.
"""
