"""Benchmarks: one module or package for each, and the registry of all of them."""
