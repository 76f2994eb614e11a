"""A second reader: a model that extracts the answers from replies which the rules leave unread."""
