"""Pictures of polyhedra with GIQ's questions."""
