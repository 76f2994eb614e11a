"""Trilens' core: from the files of a benchmark to a warehouse of scores. It imports neither Streamlit nor Plotly."""

import os

__version__ = "0.1.0"

# OpenBLAS reads this when NumPy is loaded. Our vectors are short: threads would wait longer than they compute.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
