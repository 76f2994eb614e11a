"""Readers of open answers: numbers with units, coordinates, texts and orders."""
