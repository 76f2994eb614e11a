"""Images of polyhedra with GIQ's questions."""
