"""Scoring: from a raw reply to answers, and from answers to scores and statistics."""
