"""Colours of what is drawn over photographs and boards. They stand on pictures, so they do not follow the theme."""

STICKERS = {"A": "#d7263d", "B": "#f2c12e", "C": "#4a63d9"}
"""Of the stickers, by vertex: A red, B yellow, C blue."""

SIDE = "#16324a"
BORDER = "#0f6b6b"
GRID = "#0f6b6b"
FOUND_STICKER = "#111111"
MEASURED = "#ffffff"
"""Of the triangle as measured through the homography: no model's colour, in dots with a dark rim as no other line."""

LIGHT = "#ffffff"
