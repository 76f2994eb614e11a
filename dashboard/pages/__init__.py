"""The pages: a folder for each, with its script, its sections and its own charts."""
