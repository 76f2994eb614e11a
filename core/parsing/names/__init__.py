"""Parsing of a name in free text: the accepted names of a thing, and the name that a reply gives."""
