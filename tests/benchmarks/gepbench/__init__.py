"""Tests of the engine of GePBench."""
