"""Colours of overlays on photographs and boards. They lie on images, so they do not follow the theme."""

STICKERS = {"A": "#d7263d", "B": "#f2c12e", "C": "#4a63d9"}
"""Colours of the stickers by vertex: A red, B yellow, C blue."""

SIDE = "#16324a"
BORDER = "#0f6b6b"
GRID = "#0f6b6b"
FOUND_STICKER = "#111111"
MEASURED = "#ffffff"
"""Colour of the triangle as measured by the homography. It is not a model's colour; its dots have a unique dark rim."""

LIGHT = "#ffffff"

RIGHT = "#111111"
"""Colour of the region or box that is right."""
