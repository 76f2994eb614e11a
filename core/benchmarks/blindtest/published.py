"""Accuracies that the authors print for the two tasks."""

from core.benchmarks.published_tables import PaperTables

PAPER_TABLES = PaperTables("blindtest.csv")
"""Accuracy in percent, truncated after two decimals, by model id (rows) and by task, and the mean of both (columns)."""

AVERAGE = "average"
