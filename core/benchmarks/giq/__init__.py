"""GIQ: images of polyhedra, and questions about their names, their symmetry and their identity."""
