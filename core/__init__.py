"""Trilens' core: from the files of a benchmark to a warehouse of scores. No Streamlit, no Plotly in here."""

__version__ = "0.1.0"
