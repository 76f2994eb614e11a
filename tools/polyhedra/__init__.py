"""Construction of solids from their definitions, with their exact symmetry; `core/polyhedra/solids.npz` holds them."""
