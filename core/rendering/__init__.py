"""Rendering of solids in space: a pinhole camera, and a z-buffer of triangles."""
