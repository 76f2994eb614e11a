"""VisOnlyQA: 1,200 questions about geometric information in scientific figures, and the replies of 20 models."""
