"""Tests of MMPerspective's scenes, items, readers and figures."""
