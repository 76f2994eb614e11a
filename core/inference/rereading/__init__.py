"""A second reader: a model that extracts answers from replies that the rules cannot parse."""
