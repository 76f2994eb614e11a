"""Parsers of replies to multiple-choice questions."""
