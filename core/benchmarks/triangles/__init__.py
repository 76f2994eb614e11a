"""Benchmarks of photographs of triangles: Tri-Bench, and synthetic scenes in the layout of its release."""
