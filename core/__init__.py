"""Trilens' core: from the files of a benchmark to a warehouse of scores. No Streamlit, no Plotly in here."""

import os

__version__ = "0.1.0"

# OpenBLAS reads it when NumPy is loaded. Our vectors are short: threads wait for each other longer than they compute.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
