"""Benchmarks: reading their files, and bringing them to the disk."""
