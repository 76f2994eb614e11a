"""GIQ: pictures of polyhedra, and what they are called, how they are symmetric, and which are the same."""
