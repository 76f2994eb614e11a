"""Solids in space as pictures: a pinhole camera, and a z-buffer of triangles."""
