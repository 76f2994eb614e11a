"""The warehouse: one immutable DuckDB file per build, and a pointer to the current one."""

import pandas as pd

# Frames of the warehouse are small and read cell by cell, for which Arrow strings take twice as long as Python strings.
pd.options.mode.string_storage = "python"
