"""What the pages Ask a model and Ask yourself are made of."""
