"""Geometry of the board and of the triangle on it."""
