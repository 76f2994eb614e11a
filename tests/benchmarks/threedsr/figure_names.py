"""Names of 3DSRBench's figures in its published tables."""

BY_MODEL, BY_ENCODER, BY_VIEW = "accuracy_by_model", "accuracy_by_encoder", "accuracy_by_viewpoint"
"""Tables 2, 3 and 4; columns of Table 4 have `common ` or `uncommon ` before the type."""

OVERALL = "overall"
GUESSES = ("Random", "Random++")
ERRORS, DROP, BLIND = "se_independent_questions", "drop_to_uncommon", "blind_guess"
