"""Readers of replies that other programs collected."""
