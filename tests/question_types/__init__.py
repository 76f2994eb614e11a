"""Tests of the types of questions."""
