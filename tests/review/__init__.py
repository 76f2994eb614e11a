"""Tests of core.review."""
