"""Tests of runs in batches."""
