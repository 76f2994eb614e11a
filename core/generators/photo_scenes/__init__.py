"""Synthetic scenes: photographs of the board that a camera never took, with their exact truth."""
