"""Pairs of scenes in space with 3DSRBench's questions."""
