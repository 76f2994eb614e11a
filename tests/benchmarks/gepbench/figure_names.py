"""Names of GePBench's figures in its published tables."""

from core.benchmarks.gepbench.vocabulary import ASPECTS, LEVELS

BY_MODEL, BY_ENCODER = "accuracy_by_model", "accuracy_by_encoder"
AVERAGE = "avg"
CELLS = tuple(f"{level} {aspect}" for level in LEVELS for aspect in ASPECTS)
"""Columns of both tables, except for their average."""

NOT_MODELS = ("Random guessing", "Human")
