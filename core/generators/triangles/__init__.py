"""Drawn photographs of triangles in the form of a Tri-Bench release."""
