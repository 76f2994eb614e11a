"""Parsers of replies: raw text in, answers out."""
