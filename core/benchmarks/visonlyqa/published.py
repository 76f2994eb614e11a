"""Accuracies that the authors of VisOnlyQA state, by model, prompt, split and task."""

from core.benchmarks.published_tables import PaperTables

PAPER_TABLES = PaperTables("visonlyqa.csv")
"""One table of percentages per split and prompt; models are rows and tasks are columns."""
