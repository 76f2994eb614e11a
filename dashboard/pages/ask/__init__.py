"""The pages Ask a model and Ask yourself."""
