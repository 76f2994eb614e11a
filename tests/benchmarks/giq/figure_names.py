"""Names of GIQ's figures in its published tables."""

NAMING_BY_MODEL, SYMMETRY_BY_ENCODER = "naming_by_model", "symmetry_by_encoder"
SOLIDS_BY_GROUP, OF_PEOPLE = "solids_by_group", "mental_rotation_of_people"
ROTATION_BY_ENCODER = "mental_rotation_by_encoder"
PAPERS_HARD_PAIRS = "hard pairs, rendering and photograph, the paper"
"""Column with the two shares that the paper's text states; other columns are read off the earlier version's figure."""
