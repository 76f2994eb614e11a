"""Caches, cancellation and layout of a running page."""
