"""Solids: uniform polyhedra, Catalan and Johnson solids, compounds and stellations, with their exact symmetry."""
