"""Construction of solids from their definitions, with their exact symmetry. `tools/write_solids.py` stores them."""
