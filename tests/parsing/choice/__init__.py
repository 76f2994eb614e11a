"""Tests of the parsers of multiple-choice replies."""
