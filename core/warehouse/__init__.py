"""The warehouse: one immutable DuckDB file per build, and a pointer to the current one."""

import pandas as pd

# Frames of the warehouse are small and are read cell by cell, where Arrow's strings take twice the time of Python's.
pd.options.mode.string_storage = "python"
