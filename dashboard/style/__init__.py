"""Colours, markers and theme."""
