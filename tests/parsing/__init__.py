"""Tests of the parsers of replies."""
