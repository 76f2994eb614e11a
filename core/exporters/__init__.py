"""Exports of runs and answers in other programs' formats."""
