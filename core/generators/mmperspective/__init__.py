"""Scenes with MMPerspective's questions about their perspective."""
