"""Consequences of a reply's numbers: the angles that two of them fix, and the triangle nearest to all of them."""
