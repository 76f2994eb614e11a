"""Drafts of items: random images and marks, of which those are kept that make exactly the right option true."""
