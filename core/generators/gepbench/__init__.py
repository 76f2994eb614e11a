"""Figures of geometric shapes with GePBench's questions."""
