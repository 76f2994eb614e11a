"""Derivation of figures from those that papers print. `tools/write_derived_figures.py` stores them."""
