"""What the pages Ask a model and Ask yourself are made of: subject, choice, asking, answers, history; clock and result."""
