"""Names of MMPerspective's figures in its published tables."""

BY_MODEL, COT, SIZES, IN_CONTEXT = (
    "accuracy_by_model", "effect_of_chain_of_thought", "questions_by_task", "in_context_example",
)  # fmt: skip
