"""Overlays on photographs and boards: shapes in pixels, without a browser."""
